"""Renders scenes as ``scene.py`` throws them with Blender's path tracer: slow, but in the light of real rooms.

It traces what ``trace.py`` can only hint at: soft shadows, light thrown from die to die, true glass, mirrors and the
blur of a lens. Dice, where they lie, their labels and the patterns of tables are the same.
"""

from __future__ import annotations

import tempfile
from typing import Any

import bpy
import cv2
import mathutils
import numpy as np

from vision.train import stuffs
from vision.train.camera import Camera, draw_camera, spin
from vision.train.grounds import SIDE as GROUND_SIDE
from vision.train.grounds import colour
from vision.train.light import draw_cloth, draw_lamp
from vision.train.looks import linear, turn_onto
from vision.train.meshes import convex, cube
from vision.train.pool import SIDE, chunk_options, fill
from vision.train.real import table_pieces
from vision.train.scene import BOX, Scene, develop, draw_edge_and_count, label_bodies
from vision.train.throw import Body, throw
from vision.train.trace import ROUNDING, SPHERE

Array = Any
Rng = np.random.Generator
CHUNK = 100
SAMPLES = 5  # paths a pixel; the denoiser does the rest, as a phone's does


def main() -> None:
    args = chunk_options(__doc__, CHUNK).parse_args()
    real = table_pieces(args.photos) if args.photos else []
    fill(args.pool, "blend", args.chunks, args.seed, lambda rng: _draw_any(rng, real), CHUNK)


def _draw_any(rng: Rng, real: list[Array]) -> Scene:
    """A scene for the pool: four tenths seen from a seat, a tenth without dice."""
    luck = rng.random()
    return blend_scene(rng, SIDE, SIDE, low=luck < 0.4, empty=luck > 0.9, real=real)


def blend_scene(
    rng: Rng,
    width: int,
    height: int,
    *,
    seated: bool = False,
    low: bool = False,
    empty: bool = False,
    real: list[Array] | None = None,
    samples: int = SAMPLES,
) -> Scene:
    """Render one scene; the options are those of ``scene.draw_scene``.

    ``low`` is from where a person sits, like ``seated``, but of dice as many and as large as else.
    """
    frame = width, height
    edge, count = draw_edge_and_count(rng, max(frame), seated=seated)
    camera = draw_camera(rng, width, height, edge, easy=False, seated=seated or low)
    bodies = throw(rng, camera, frame, 0 if empty else count, easy=False)
    labels = label_bodies(camera, bodies, frame)
    stage = _empty_stage(frame, samples)
    _look_from(rng, stage, camera, frame)
    for body in bodies:
        _put(rng, stage, body)
    unit, cloth = draw_cloth(rng, bodies, edge, real=real or [])
    _lay_table(rng, stage, camera, frame, unit, cloth)
    _stand_things(rng, camera, frame, labels)
    _surround(rng, stage)
    _hang_lamps(rng, stage)
    return Scene(develop(rng, _shoot(stage), easy=False), labels)


def _empty_stage(frame: tuple[int, int], samples: int) -> Any:
    bpy.ops.wm.read_factory_settings(use_empty=True)
    stage = bpy.context.scene
    render, cycles = stage.render, stage.cycles
    render.engine, cycles.device = "CYCLES", "CPU"
    render.threads_mode, render.threads = "FIXED", 1
    render.resolution_x, render.resolution_y = frame
    render.image_settings.file_format = "HDR"
    stage.view_settings.view_transform = "Raw"
    cycles.samples, cycles.use_adaptive_sampling = samples, True
    cycles.use_denoising, cycles.denoiser = True, "OPENIMAGEDENOISE"
    cycles.denoising_quality, cycles.denoising_prefilter = "FAST", "NONE"
    cycles.max_bounces, cycles.diffuse_bounces, cycles.transmission_bounces = 8, 2, 6
    cycles.caustics_reflective = cycles.caustics_refractive = False
    return stage


def _add(stage: Any, data: Any, turn: Array, place: Array) -> Any:
    """Put a mesh, lamp or lens on stage; ``turn`` (3, 3) holds its axes in columns."""
    thing = bpy.data.objects.new(data.name, data)
    whole = np.eye(4)
    whole[:3, :3], whole[:3, 3] = turn, place
    thing.matrix_world = mathutils.Matrix(whole.tolist())
    stage.collection.objects.link(thing)
    return thing


def _look_from(rng: Rng, stage: Any, camera: Camera, frame: tuple[int, int]) -> None:
    width, height = frame
    right, down, first = camera.rays.T
    px, py = -first @ right, -first @ down  # where the middle of the lens looks
    ahead = first + right * px + down * py
    focal = float(np.linalg.norm(ahead))
    lens = bpy.data.cameras.new("lens")
    lens.sensor_fit, lens.sensor_width, lens.lens = "HORIZONTAL", 36.0, 36.0 * focal / width
    lens.shift_x, lens.shift_y = (width / 2 - px) / width, (py - height / 2) / width
    lens.clip_start, lens.clip_end = 0.05, 2000.0
    if rng.random() < 0.4:
        steep = max(-(camera.rays @ [width / 2, height / 2, 1])[2], 1e-3)
        lens.dof.use_dof = True
        lens.dof.focus_distance = float(camera.eye[2] / steep * focal * rng.uniform(0.75, 1.3))
        opening = float(np.exp(rng.uniform(np.log(0.03), np.log(0.3))))  # in edges of a die
        lens.dof.aperture_fstop = lens.lens / 1000 / opening
    stage.camera = _add(stage, lens, np.stack([right, -down, -ahead / focal], 1), camera.eye)


def _put(rng: Rng, stage: Any, body: Body) -> None:
    shape = convex(body.planes) if len(body.planes) else cube(body.vector[ROUNDING], body.vector[SPHERE])
    mesh = bpy.data.meshes.new("solid")
    mesh.from_pydata(shape.points.tolist(), [], shape.faces)
    mesh.uv_layers.new().data.foreach_set("uv", shape.places.astype(np.float32).ravel())
    if shape.normals is not None:
        mesh.shade_smooth()
        mesh.normals_split_custom_set_from_vertices(shape.normals.tolist())
    mesh.materials.append(stuffs.of_body(rng, body))
    thing = _add(stage, mesh, body.turn * body.size, body.centre)
    if shape.normals is None:
        worn = thing.modifiers.new("worn", "BEVEL")
        worn.width, worn.segments = float(rng.uniform(0.004, 0.03)), 2


def _spot(camera: Camera, x: float, y: float) -> Array | None:
    """Where on the table, (2,), a pixel looks; None above the horizon."""
    ray = camera.rays @ [x, y, 1]
    return None if ray[2] > -1e-3 else (camera.eye - ray * camera.eye[2] / ray[2])[:2]


def _lay_table(rng: Rng, stage: Any, camera: Camera, frame: tuple[int, int], unit: float, cloth: Array) -> None:
    middle = _spot(camera, frame[0] / 2, frame[1] / 2)
    reach = float(np.exp(rng.uniform(np.log(1.0), np.log(4.0)))) * GROUND_SIDE / unit
    reach = max(reach, 1.2 * float(np.hypot(*(middle - camera.eye[:2]))))
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) * reach
    mesh = bpy.data.meshes.new("table")
    board = corners @ spin(rng.normal(0, 0.5))[:2, :2] + middle
    mesh.from_pydata([(*corner, 0.0) for corner in board], [], [(0, 1, 2, 3)])
    places = corners @ spin(rng.uniform(0, 2 * np.pi))[:2, :2] * unit / GROUND_SIDE + 0.5
    mesh.uv_layers.new().data.foreach_set("uv", places.astype(np.float32).ravel())
    mesh.materials.append(stuffs.of_table(rng, cloth))
    _add(stage, mesh, np.eye(3), np.zeros(3))


def _stand_things(rng: Rng, camera: Camera, frame: tuple[int, int], labels: Array) -> None:
    """Stand glasses, tins, balls and boxes on the table where they hide no die."""
    for _ in range(rng.choice([0, 1, 2, 4], p=[0.35, 0.3, 0.2, 0.15])):
        spot = _spot(camera, rng.uniform(-0.2, 1.2) * frame[0], rng.uniform(-0.1, 1.0) * frame[1])
        if spot is None:
            continue
        wide, tall = rng.uniform(0.3, 3.0), rng.uniform(0.2, 8.0)
        tall = min(tall, 0.7 * camera.eye[2])
        room = np.array([[a, b, c] for a in (-wide, wide) for b in (-wide, wide) for c in (0, tall)])
        room[:, :2] += spot
        seen = camera.project(room)
        low, high = seen.min(0) - 4, seen.max(0) + 4
        hides = any((row[BOX][:2] < high).all() and (row[BOX][2:] > low).all() for row in labels)
        if not hides and np.hypot(*(spot - camera.eye[:2])) > 2 * wide:
            _stand(rng, spot, wide, tall)


def _stand(rng: Rng, spot: Array, wide: float, tall: float) -> None:
    kind = rng.choice(["tin", "ball", "box", "cup"])
    middle = (*spot.tolist(), (wide if kind == "ball" else tall) / 2)
    if kind == "ball":
        bpy.ops.mesh.primitive_uv_sphere_add(radius=wide / 2, location=middle)
        bpy.ops.object.shade_smooth()
    elif kind == "box":
        bpy.ops.mesh.primitive_cube_add(size=1, location=middle, rotation=(0, 0, rng.uniform(0, 3)))
        bpy.context.object.scale = (wide, wide * rng.uniform(0.4, 1), tall)
    else:
        ends = "NGON" if kind == "tin" else "NOTHING"
        bpy.ops.mesh.primitive_cylinder_add(radius=wide, depth=tall, location=middle, vertices=48, end_fill_type=ends)
        if kind == "cup":
            bpy.context.object.modifiers.new("wall", "SOLIDIFY").thickness = 0.1
    bpy.context.object.data.materials.append(stuffs.of_thing(rng))


def _surround(rng: Rng, stage: Any) -> None:
    """Put the table into a room that is seen, and mirrored, all round: walls, furniture, windows, lamps."""
    wide, high = 256, 128
    room = np.empty((high, wide, 3), np.float32)  # its first row lies straight below

    def shade() -> Array:
        return linear(colour(rng)[::-1] / 255)

    room[:] = shade() * 0.7 + 0.15
    room[: high // 2] = shade() * 0.6
    room[int(high * rng.uniform(0.75, 0.9)) :] = rng.uniform(0.3, 0.9)
    for _ in range(rng.integers(4, 16)):
        x, y, w, h = rng.integers(0, wide), rng.integers(high // 4, high), rng.integers(4, 60), rng.integers(4, 40)
        room[y : y + h, x : x + w] = shade()
    room *= 10 ** rng.uniform(-0.8, 0.1)
    for _ in range(rng.integers(0, 4)):
        x, y = rng.integers(0, wide), rng.integers(high // 2 + 2, high - 4)
        w, h = rng.integers(2, 36), rng.integers(2, 30)
        room[y : y + h, x : x + w] = rng.uniform(0.7, 1.0, 3) * 10 ** rng.uniform(0.3, 1.4)
    room = cv2.GaussianBlur(room, (0, 0), float(rng.uniform(0.5, 3)))
    stage.world = bpy.data.worlds.new("room")
    tree = stage.world.node_tree
    around, light = tree.nodes.new("ShaderNodeTexEnvironment"), tree.nodes["Background"]
    around.image = stuffs.image(room)
    tree.links.new(around.outputs["Color"], light.inputs["Color"])
    light.inputs["Strength"].default_value = float(rng.uniform(0.3, 1.0))


def _hang_lamps(rng: Rng, stage: Any) -> None:
    for _ in range(rng.choice([0, 1, 2], p=[0.2, 0.55, 0.25])):
        way = draw_lamp(rng, 20)
        far = float(np.exp(rng.uniform(np.log(12), np.log(120))))
        lamp = bpy.data.lights.new("lamp", "AREA")
        lamp.size = far * float(np.exp(rng.uniform(np.log(0.03), np.log(0.6))))
        lamp.energy = far * far * float(np.exp(rng.uniform(np.log(2), np.log(40))))
        warm = rng.uniform(0, 1)
        lamp.color = (1.0, 1 - 0.35 * warm, 1 - 0.7 * warm)
        _add(stage, lamp, turn_onto(-way), way * far)


def _shoot(stage: Any) -> Array:
    """Return the picture, (H, W, 3) float32 linear BGR."""
    with tempfile.TemporaryDirectory() as folder:
        stage.render.filepath = f"{folder}/shot.hdr"
        bpy.ops.render.render(write_still=True)
        return np.ascontiguousarray(cv2.imread(f"{folder}/shot.hdr", cv2.IMREAD_UNCHANGED), np.float32)


if __name__ == "__main__":
    main()
