"""Ray tracing of dice on a table, compiled by numba. World: z up, the table is z = 0, one unit is a die's edge."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np
from numba import njit

Array = Any

# Rows of a die's ``look`` vector (float32), see looks.Look.vector.
ROUNDING, SPHERE, BODY, GLOSS, SHINE, CLEAR, MARBLE, MARBLE_SCALE, VEIN, DEPTH, WOOD, PIPS = (
    0, 1, 2, 5, 6, 7, 8, 9, 10, 13, 14, 15,
)  # fmt: skip
DENSITY = MARBLE_SCALE
"""Of a clear die: how much thicker than its colour says."""
LOOK_SIZE = 15 + 18


@njit(cache=True, fastmath=True)
def distance(p: Array, planes: Array, rounding: float, sphere: float) -> float:
    """Signed distance of a local point to a rounded, sphere-trimmed cube, or to a convex solid given by planes."""
    if planes.shape[0] > 0:
        far = -9.0
        for i in range(planes.shape[0]):
            d = planes[i, 0] * p[0] + planes[i, 1] * p[1] + planes[i, 2] * p[2] - planes[i, 3]
            far = max(far, d)
        return far
    half = 0.5 - rounding
    a, b, c = abs(p[0]) - half, abs(p[1]) - half, abs(p[2]) - half
    inside = min(max(a, max(b, c)), 0.0)
    a, b, c = max(a, 0.0), max(b, 0.0), max(c, 0.0)
    box = sqrt(a * a + b * b + c * c) + inside - rounding
    return max(box, sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) - sphere)


@njit(cache=True, fastmath=True)
def normal(p: Array, planes: Array, rounding: float, sphere: float, out: Array) -> None:
    if planes.shape[0] > 0:
        out[:] = 0.0
        total = 0.0
        for i in range(planes.shape[0]):
            d = planes[i, 0] * p[0] + planes[i, 1] * p[1] + planes[i, 2] * p[2] - planes[i, 3]
            w = exp(max(d, -0.3) * 60.0)
            total += w
            for k in range(3):
                out[k] += w * planes[i, k]
    elif sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]) > sphere - 0.004:
        out[:] = p
    else:
        half = 0.5 - rounding
        best = 0
        for k in range(3):
            out[k] = max(abs(p[k]) - half, 0.0) * (1.0 if p[k] > 0 else -1.0)
            if abs(p[k]) > abs(p[best]):
                best = k
        if rounding < 0.01:
            out[:] = 0.0
            out[best] = 1.0 if p[best] > 0 else -1.0
    size = sqrt(out[0] ** 2 + out[1] ** 2 + out[2] ** 2) + 1e-9
    for k in range(3):
        out[k] /= size


@njit(cache=True, fastmath=True)
def hit_box(o: Array, d: Array, half: float) -> tuple[float, float]:
    near, far = 0.0, 1e9
    for k in range(3):
        if abs(d[k]) < 1e-9:
            if abs(o[k]) > half:
                return 1.0, -1.0
            continue
        a, b = (-half - o[k]) / d[k], (half - o[k]) / d[k]
        near, far = max(near, min(a, b)), min(far, max(a, b))
    return near, far


@njit(cache=True, fastmath=True)
def trace_die(
    index: int, area: Array, eye: Array, rays: Array, turn: Array, centre: Array, size: float, planes: Array,
    look: Array, depth: Array, ids: Array, hits: Array, normals: Array, seen: Array,
) -> None:  # fmt: skip
    """Trace one die into the buffers; ``seen`` gets left, top, right, bottom, pixels and pixels of the top face."""
    o, d, p, n, w = np.empty(3), np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    for k in range(3):
        o[k] = 0.0
        for j in range(3):
            o[k] += turn[j, k] * (eye[j] - centre[j]) / size
    half = 0.5 if planes.shape[0] == 0 else 0.9
    for y in range(area[1], area[3]):
        for x in range(area[0], area[2]):
            for k in range(3):
                w[k] = rays[k, 0] * (x + 0.5) + rays[k, 1] * (y + 0.5) + rays[k, 2]
            length = sqrt(w[0] ** 2 + w[1] ** 2 + w[2] ** 2)
            for k in range(3):
                d[k] = (turn[0, k] * w[0] + turn[1, k] * w[1] + turn[2, k] * w[2]) / length
            t, far = hit_box(o, d, half)
            found = False
            for _ in range(40):
                if t > far:
                    break
                for k in range(3):
                    p[k] = o[k] + t * d[k]
                gap = distance(p, planes, look[ROUNDING], look[SPHERE])
                if gap < 0.002:
                    found = True
                    break
                t += gap
            if not found:
                continue
            normal(p, planes, look[ROUNDING], look[SPHERE], n)
            seen[0], seen[1] = min(seen[0], x), min(seen[1], y)
            seen[2], seen[3] = max(seen[2], x + 1), max(seen[3], y + 1)
            seen[4] += 1
            if p[2] > 0.4 and n[2] > 0.8:
                seen[5] += 1
            if t * size < depth[y, x]:
                depth[y, x] = t * size
                ids[y, x] = index
                for k in range(3):
                    hits[y, x, k] = p[k]
                    normals[y, x, k] = n[k]


@njit(cache=True, fastmath=True)
def sample(atlas: Array, face: int, u: float, v: float) -> float:
    last = atlas.shape[1] - 1
    x, y = min(max((u + 0.5) * last, 0.0), last - 0.001), min(max((v + 0.5) * last, 0.0), last - 0.001)
    i, j = int(x), int(y)
    fx, fy = x - i, y - j
    top = atlas[face, j, i] * (1 - fx) + atlas[face, j, i + 1] * fx
    return top * (1 - fy) + (atlas[face, j + 1, i] * (1 - fx) + atlas[face, j + 1, i + 1] * fx) * fy  # type: ignore[no-any-return]


@njit(cache=True, fastmath=True)
def chord(p: Array, light: Array, centres: Array, turns: Array, sizes: Array, i: int, o: Array, d: Array) -> float:
    """How far a ray of light to ``p`` runs through cube ``i``, in its edges; overwrites ``o`` and ``d``, (3,)."""
    ax, ay, az = centres[i, 0] - p[0], centres[i, 1] - p[1], centres[i, 2] - p[2]
    size = sizes[i]
    along = ax * light[0] + ay * light[1] + az * light[2]
    apart = ax * ax + ay * ay + az * az - along * along
    if along < 0 or apart > 0.75 * size * size:
        return 0.0
    for k in range(3):
        o[k] = -(turns[i, 0, k] * ax + turns[i, 1, k] * ay + turns[i, 2, k] * az) / size
        d[k] = turns[i, 0, k] * light[0] + turns[i, 1, k] * light[1] + turns[i, 2, k] * light[2]
    near, far = hit_box(o, d, 0.47)
    return max(far - near, 0.0)


@njit(cache=True, fastmath=True)
def is_shaded(p: Array, light: Array, centres: Array, turns: Array, sizes: Array, skip: int) -> bool:
    o, d, way = np.empty(3), np.empty(3), 0.0
    for i in range(centres.shape[0]):
        if i != skip and way == 0:
            way = chord(p, light, centres, turns, sizes, i, o, d)
    return way > 0


@njit(cache=True, fastmath=True)
def attenuate(
    p: Array, light: Array, centres: Array, turns: Array, sizes: Array, transmittances: Array, share: Array
) -> None:
    """Multiply ``share``, (3,) BGR, by what the bodies on its way leave of a light: clear ones throw bright shadows.

    ``transmittances``, (N, 3), are for the way straight through. Light that grazes an edge is bent aside.
    """
    o, d = np.empty(3), np.empty(3)
    for i in range(centres.shape[0]):
        way = chord(p, light, centres, turns, sizes, i, o, d)
        if way > 0:
            straight = min(max((way - 0.3) * 1.5, 0.1), 1.2)
            for k in range(3):
                share[k] *= transmittances[i, k] * straight
            if share[0] + share[1] + share[2] == 0:
                return


@njit(cache=True, fastmath=True)
def see_through(q: Array, w: Array, ln: Array, turn: Array, look: Array, atlas: Array, out: Array) -> float:
    """Follow a look ``w`` (world) through a clear cube from ``q`` (own axes) to where it leaves.

    ``out``, (3,), gets what colour is left of the light on this way, BGR; returned is how far up it leaves, -1 to 1:
    to the table or to the sky. Pips of the far faces are seen through the body.
    """
    t, facing = np.empty(3), 0.0
    for k in range(3):
        t[k] = turn[0, k] * w[0] + turn[1, k] * w[1] + turn[2, k] * w[2]
        facing -= t[k] * ln[k]
    bend = 1 / 1.5
    inner = sqrt(max(0.0, 1 - bend * bend * (1 - facing * facing)))
    way, axis = 9.0, 0
    for k in range(3):
        t[k] = bend * t[k] + (bend * facing - inner) * ln[k]
        side = (0.5 if t[k] > 0 else -0.5) - q[k]
        if abs(t[k]) > 1e-6 and side / t[k] < way:
            way, axis = max(side / t[k], 0.0), k
    face = 2 * axis + (1 if t[axis] < 0 else 0)
    a, b = (axis + 1) % 3, (axis + 2) % 3
    ink = sample(atlas, face, q[a] + way * t[a], q[b] + way * t[b])
    if 1 - t[axis] * t[axis] > bend * bend:  # too slanting to leave: thrown back
        t[axis] = -t[axis]
    for k in range(3):
        kept = max(look[BODY + k], 0.02) ** (way * look[DENSITY])
        out[k] = kept * (1 - 0.8 * ink) + kept * look[PIPS + face * 3 + k] * 0.8 * ink
    up = 0.0
    for k in range(3):
        up += turn[2, k] * t[k]
    return up


@njit(cache=True, fastmath=True)
def shade(
    picture: Array, eye: Array, rays: Array, ids: Array, hits: Array, normals: Array, centres: Array,
    turns: Array, sizes: Array, bulks: Array, looks: Array, solids: Array, planes: Array, atlases: Array,
    light: Array, sun: Array, sky: Array, window: Array, window_size: float,
) -> None:  # fmt: skip
    """Colour every traced pixel of ``picture``, (H, W, 3) float32 linear BGR that holds the ground."""
    height, width = ids.shape
    n, w, g, p, albedo = np.empty(3), np.empty(3), np.empty(3), np.empty(3), np.empty(3)
    kept, table = np.empty(3), np.empty(3)
    for y in range(height):
        for x in range(width):
            i = ids[y, x]
            if i < 0:
                continue
            look, q, ln = looks[i], hits[y, x], normals[y, x]
            face, u, v = 0, 0.0, 0.0
            if solids[i] > 0:
                best = -9.0
                for f in range(solids[i]):
                    d = planes[i, f, 0] * q[0] + planes[i, f, 1] * q[1] + planes[i, f, 2] * q[2] - planes[i, f, 3]
                    if d > best:
                        best, face = d, f
                a = planes[i, face]
                s = sqrt(a[0] ** 2 + a[1] ** 2)
                if s < 0.05:
                    u, v = q[0] * 1.3, q[1] * 1.3
                else:
                    u = (a[0] * q[1] - a[1] * q[0]) / s * 1.3
                    v = (q[2] * s * s - a[2] * (a[0] * q[0] + a[1] * q[1])) / s * 1.3
                face = face % 6
            else:
                axis = 0
                for k in range(3):
                    if abs(q[k]) > abs(q[axis]):
                        axis = k
                face = 2 * axis + (1 if q[axis] < 0 else 0)
                u, v = q[(axis + 1) % 3], q[(axis + 2) % 3]
            ink = sample(atlases[i], face, u, v)
            e = 0.02
            du = sample(atlases[i], face, u + e, v) - sample(atlases[i], face, u - e, v)
            dv = sample(atlases[i], face, u, v + e) - sample(atlases[i], face, u, v - e)
            axis = face // 2
            for k in range(3):
                g[k] = ln[k]
            if solids[i] == 0:
                g[(axis + 1) % 3] += look[DEPTH] * du
                g[(axis + 2) % 3] += look[DEPTH] * dv
            for k in range(3):
                n[k] = turns[i, k, 0] * g[0] + turns[i, k, 1] * g[1] + turns[i, k, 2] * g[2]
                p[k] = centres[i, k] + sizes[i] * (
                    turns[i, k, 0] * q[0] + turns[i, k, 1] * q[1] + turns[i, k, 2] * q[2]
                )
                w[k] = rays[k, 0] * (x + 0.5) + rays[k, 1] * (y + 0.5) + rays[k, 2]
            size, far = sqrt(n[0] ** 2 + n[1] ** 2 + n[2] ** 2) + 1e-9, sqrt(w[0] ** 2 + w[1] ** 2 + w[2] ** 2)
            for k in range(3):
                n[k] /= size
                w[k] /= far
            vein = 0.0
            if look[MARBLE] > 0:
                f = look[MARBLE_SCALE]
                bend = np.sin(q[1] * f * 0.7 + 2.1 * np.sin(q[2] * f * 0.5 + i)) + np.sin(q[0] * f * 0.6 + i * 1.7)
                vein = look[MARBLE] * (0.5 + 0.5 * np.sin(q[0] * f + q[1] * f * 0.4 + 2.5 * bend))
            if look[WOOD] > 0:
                grain = 0.5 + 0.5 * np.sin(
                    look[MARBLE_SCALE] * 6.0 * (q[1] + 0.25 * np.sin(q[0] * 3.0 + i)) + q[2] * 9.0
                )
                vein = max(vein, look[WOOD] * grain)
            lit = n[0] * light[0] + n[1] * light[1] + n[2] * light[2]
            if lit > 0 and is_shaded(p, light, centres, turns, bulks, i):
                lit = 0.0
            lit = max(lit, 0.0)
            facing = -(n[0] * w[0] + n[1] * w[1] + n[2] * w[2])
            shine, open_sky, glass = 0.0, 0.0, 0.0
            half_len = 0.0
            r_window, r_up = 0.0, 0.0
            for k in range(3):
                r = w[k] + 2 * facing * n[k]
                r_window += r * window[k]
                if k == 2:
                    r_up = r
                half_len += (light[k] - w[k]) ** 2
            half_len = sqrt(half_len) + 1e-9
            spec = 0.0
            for k in range(3):
                spec += n[k] * (light[k] - w[k]) / half_len
            fresnel = look[GLOSS] * (0.04 + 0.5 * max(0.0, 1.0 - max(facing, 0.0)) ** 5)
            if lit > 0:
                shine = look[GLOSS] * max(spec, 0.0) ** look[SHINE] * (0.3 + 0.02 * look[SHINE])
            open_sky = fresnel * (max(r_up, 0.0) + 0.1)
            glass = fresnel * (6.0 if r_window > window_size else 0.0)
            ambient = 0.62 + 0.38 * n[2]
            low = min(1.0, 0.55 + 0.6 * p[2])
            clear = look[CLEAR] * (1 - 0.8 * ink) if solids[i] == 0 else 0.0
            up, away = 0.0, 0.0
            if clear > 0:
                up = see_through(q, w, ln, turns[i], look, atlases[i], kept)
                bx = min(max(int(x + n[0] * 8), 0), width - 1)
                by = min(max(int(y - n[1] * 8), 0), height - 1)
                for k in range(3):
                    away += (p[k] - centres[i, k]) * light[k] / sizes[i]
                    table[k] = picture[by, bx, k] if ids[by, bx] < 0 else 0.3 * (sky[k] + sun[k])
            for k in range(3):
                body = look[BODY + k] * (1 - vein) + look[VEIN + k] * vein
                albedo[k] = body * (1 - ink) + look[PIPS + (face * 3) + k] * ink
                base = albedo[k] * (sky[k] * ambient * low + sun[k] * lit)
                if clear > 0:
                    beyond = 0.8 * sky[k] if up > 0 else 0.6 * table[k]
                    glow = albedo[k] * (0.25 * sky[k] + sun[k] * (0.2 + 0.5 * max(0.0, -away)))
                    base = base * (1 - clear) + (kept[k] * beyond + glow) * clear
                picture[y, x, k] = base + sun[k] * shine + sky[k] * (open_sky + glass)


@njit(cache=True, fastmath=True)
def ground_light(
    step: int, eye: Array, rays: Array, centres: Array, turns: Array, sizes: Array, transmittances: Array,
    lights: Array, skies: Array, mirror: Array, gloss: float, out: Array,
) -> None:  # fmt: skip
    """Fill ``out``, (h, w, 5), at every ``step``-th pixel: share of the lamp seen, BGR, share of the sky, glare."""
    d, p, share = np.empty(3), np.empty(3), np.empty(3)
    for j in range(out.shape[0]):
        for i in range(out.shape[1]):
            for k in range(3):
                d[k] = rays[k, 0] * (i + 0.5) * step + rays[k, 1] * (j + 0.5) * step + rays[k, 2]
            if d[2] > -1e-6:
                out[j, i, :4] = 1.0
                continue
            t = -eye[2] / d[2]
            for k in range(3):
                p[k] = eye[k] + t * d[k]
            p[2] = 0.001
            near = 1e9
            for m in range(centres.shape[0]):
                near = min(near, (centres[m, 0] - p[0]) ** 2 + (centres[m, 1] - p[1]) ** 2)
            sky = 1.0
            out[j, i, :3] = 1.0
            if near < 12.0:
                out[j, i, :3] = 0.0
                for m in range(lights.shape[0]):
                    share[:] = 1.0 / lights.shape[0]
                    attenuate(p, lights[m], centres, turns, sizes, transmittances, share)
                    for k in range(3):
                        out[j, i, k] += share[k]
                if near < 4.0:
                    sky = 0.0
                    for m in range(skies.shape[0]):
                        if not is_shaded(p, skies[m], centres, turns, sizes, -1):
                            sky += 1.0 / skies.shape[0]
            size = sqrt(d[0] ** 2 + d[1] ** 2 + d[2] ** 2)
            r = (d[0] * mirror[0] + d[1] * mirror[1] - d[2] * mirror[2]) / size
            out[j, i, 3] = sky
            out[j, i, 4] = gloss * max(r, 0.0) ** 40
