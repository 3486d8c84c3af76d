"""What things are made of, for Blender: dice after their look, cloths, glasses and tins."""

from __future__ import annotations

from typing import Any

import bpy
import numpy as np

from vision.train.grounds import colour
from vision.train.looks import linear
from vision.train.meshes import PAD
from vision.train.throw import Body
from vision.train.trace import (
    BODY,
    CLEAR,
    DENSITY,
    DEPTH,
    GLOSS,
    MARBLE,
    MARBLE_SCALE,
    PIPS,
    SHINE,
    VEIN,
    WOOD,
)

Array = Any
Node = Any
Rng = np.random.Generator


def image(pixels: Array, *, is_colour: bool = False) -> Any:
    """A texture of ``pixels``, (H, W, 3) in RGB, its first row at v = 0; linear light unless ``is_colour``."""
    height, width = pixels.shape[:2]
    made = bpy.data.images.new("image", width, height, alpha=False, float_buffer=True, is_data=not is_colour)
    full = np.ones((height, width, 4), np.float32)
    full[..., :3] = pixels
    made.pixels.foreach_set(full.ravel())
    return made


def rgba(bgr: Array) -> tuple[float, ...]:
    """A linear colour as Blender has them."""
    return (*bgr[::-1].tolist(), 1.0)


def of_body(rng: Rng, body: Body) -> Any:
    """The material of a die or another solid, from its look."""
    look = body.vector
    stuff, tree = _empty()
    mask, ink = _marks(tree, body)
    paint = _mixed(tree, mask, _inside(rng, tree, look), ink)
    skin = _node(tree, "ShaderNodeBsdfPrincipled")
    tree.links.new(paint, skin.inputs["Base Color"])
    _set(skin, "Roughness", np.clip(1.1 - 0.45 * np.log10(look[SHINE]) - 0.15 * look[GLOSS], 0.03, 0.9))
    if look[GLOSS] > 1.2:
        _set(skin, "Coat Weight", rng.uniform(0.2, 1.0))
    if rng.random() < 0.03:
        _set(skin, "Metallic", 1.0)
    _carve(tree, skin, mask, min(1.0, look[DEPTH]), rng.uniform(0.01, 0.06), invert=True)
    surface = skin.outputs[0]
    if look[CLEAR] > 0 and not len(body.planes):
        surface = _clear(rng, tree, look, mask, skin)
    tree.links.new(surface, _node(tree, "ShaderNodeOutputMaterial").inputs["Surface"])
    return stuff


def _empty() -> tuple[Any, Any]:
    stuff = bpy.data.materials.new("stuff")
    stuff.node_tree.nodes.clear()
    return stuff, stuff.node_tree


def _node(tree: Any, kind: str, **settings: Any) -> Node:
    made = tree.nodes.new(kind)
    for name, value in settings.items():
        setattr(made, name, value)
    return made


def _set(node: Node, name: str | int, value: float) -> None:
    node.inputs[name].default_value = float(value)


def _carve(tree: Any, skin: Node, height: Any, strength: float, depth: float, *, invert: bool = False) -> None:
    """Light the skin as if it rose where ``height`` is bright, or, inverted, sank."""
    relief = _node(tree, "ShaderNodeBump", invert=invert)
    _set(relief, "Strength", strength)
    _set(relief, "Distance", depth)
    tree.links.new(height, relief.inputs["Height"])
    tree.links.new(relief.outputs[0], skin.inputs["Normal"])


def _mixed(tree: Any, share: Any, first: Any, second: Any) -> Any:
    """The output of a node that mixes two colours."""
    made = _node(tree, "ShaderNodeMix", data_type="RGBA")
    for place, link in ((0, share), (6, first), (7, second)):  # where this kind of mix has them
        tree.links.new(link, made.inputs[place])
    return made.outputs[2]


def _marks(tree: Any, body: Body) -> tuple[Any, Any]:
    """Where pips or ink are, and their colour."""
    masks = np.concatenate([np.pad(mask, PAD, mode="edge") for mask in body.masks], 1)
    inks = body.vector[PIPS : PIPS + 18].reshape(6, 3)[:, ::-1]
    coordinates, found = _node(tree, "ShaderNodeUVMap"), []
    for pixels, how in ((np.repeat(masks[..., None], 3, 2), "Cubic"), (np.tile(inks, (4, 1, 1)), "Closest")):
        texture = _node(tree, "ShaderNodeTexImage", image=image(pixels), interpolation=how)
        tree.links.new(coordinates.outputs[0], texture.inputs["Vector"])
        found.append(texture.outputs["Color"])
    return found[0], found[1]


def _inside(rng: Rng, tree: Any, look: Array) -> Any:
    """The colour of the body itself: plain, marbled or of wood."""
    own = _node(tree, "ShaderNodeRGB")
    own.outputs[0].default_value = rgba(look[BODY : BODY + 3])
    if not look[MARBLE] and not look[WOOD]:
        return own.outputs[0]
    if look[WOOD] > 0:
        grain = _node(tree, "ShaderNodeTexWave", wave_type=str(rng.choice(["BANDS", "RINGS"])))
        _set(grain, "Scale", look[MARBLE_SCALE])
        _set(grain, "Distortion", rng.uniform(1, 9))
    else:
        grain = _node(tree, "ShaderNodeTexNoise")
        _set(grain, "Scale", float(look[MARBLE_SCALE]) * 0.35)
        _set(grain, "Distortion", rng.uniform(0.5, 4))
        _set(grain, "Detail", 3.0)
    place, shift = _node(tree, "ShaderNodeTexCoord"), _node(tree, "ShaderNodeMapping")
    shift.inputs["Location"].default_value = rng.uniform(-50, 50, 3).tolist()
    tree.links.new(place.outputs["Object"], shift.inputs["Vector"])
    tree.links.new(shift.outputs[0], grain.inputs["Vector"])
    steps = _node(tree, "ShaderNodeMapRange")
    _set(steps, "From Min", 0.35)
    _set(steps, "From Max", 0.65)
    _set(steps, "To Max", max(look[MARBLE], look[WOOD]))
    tree.links.new(grain.outputs["Fac" if "Fac" in grain.outputs else 0], steps.inputs["Value"])
    vein = _node(tree, "ShaderNodeRGB")
    vein.outputs[0].default_value = rgba(look[VEIN : VEIN + 3])
    return _mixed(tree, steps.outputs[0], own.outputs[0], vein.outputs[0])


def _clear(rng: Rng, tree: Any, look: Array, mask: Any, skin: Node) -> Any:
    """Let light through ``skin`` where no ink is, and through its shadow: caustics would take hours."""
    clear = float(look[CLEAR])
    way = _node(tree, "ShaderNodeMath", operation="MULTIPLY_ADD")
    tree.links.new(mask, way.inputs[0])
    _set(way, 1, -clear)
    _set(way, 2, clear)
    tree.links.new(way.outputs[0], skin.inputs["Transmission Weight"])
    _set(skin, "IOR", rng.uniform(1.4, 1.56))
    _set(skin, "Roughness", rng.choice([0.02, rng.uniform(0.02, 0.35)]))
    ray, gap, both = (_node(tree, f"ShaderNode{kind}") for kind in ("LightPath", "BsdfTransparent", "MixShader"))
    gap.inputs[0].default_value = rgba(look[BODY : BODY + 3] ** min(float(look[DENSITY]), 1))
    part = _node(tree, "ShaderNodeMath", operation="MULTIPLY")
    tree.links.new(ray.outputs["Is Shadow Ray"], part.inputs[0])
    _set(part, 1, 0.8 * clear)
    for place, link in enumerate((part.outputs[0], skin.outputs[0], gap.outputs[0])):
        tree.links.new(link, both.inputs[place])
    return both.outputs[0]


def of_table(rng: Rng, cloth: Array) -> Any:
    """A cloth or board with the pattern ``cloth``, (H, W, 3) uint8 BGR, dull or polished."""
    stuff = bpy.data.materials.new("table")
    tree = stuff.node_tree
    skin = tree.nodes["Principled BSDF"]
    pixels = image(cloth[..., ::-1] / np.float32(255), is_colour=True)
    pattern = _node(tree, "ShaderNodeTexImage", image=pixels, extension="MIRROR")
    tree.links.new(pattern.outputs["Color"], skin.inputs["Base Color"])
    luck = rng.random()
    spread = (0.6, 1.0) if luck < 0.5 else (0.25, 0.6) if luck < 0.8 else (0.02, 0.25)
    _set(skin, "Roughness", rng.uniform(*spread))
    if luck < 0.5:
        _set(skin, "Specular IOR Level", rng.uniform(0, 0.4))
    if rng.random() < 0.5:
        _carve(tree, skin, pattern.outputs["Color"], rng.uniform(0.05, 0.5), 0.02)
    return stuff


def of_thing(rng: Rng) -> Any:
    """Glass, metal, or anything painted."""
    stuff = bpy.data.materials.new("thing")
    skin = stuff.node_tree.nodes["Principled BSDF"]
    skin.inputs["Base Color"].default_value = rgba(linear(colour(rng) / 255))
    _set(skin, "Roughness", rng.uniform(0.02, 0.9))
    luck = rng.random()
    if luck < 0.3:
        _set(skin, "Transmission Weight", 1.0)
        _set(skin, "Roughness", 0.02)
        skin.inputs["Base Color"].default_value = rgba(np.sqrt(rng.uniform(0.5, 1, 3))[::-1])
    elif luck < 0.45:
        _set(skin, "Metallic", 1.0)
    return stuff
