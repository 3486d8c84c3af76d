"""Who may know whom. `web -> service -> store -> engine`; the engine knows nobody, vision has never heard of a game.

A layer that imports a watched name which its allow-list does not hold has grown an arrow that the design has not.
Names that nobody watches (`dataclasses`, `logging`) are free for all but the engine, which takes no library at all.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent

LIBRARIES = {"flask", "flask_wtf", "flask_babel", "jinja2", "waitress", "werkzeug", "wtforms"}
STORAGE = {"sqlalchemy", "alembic", "sqlite3", "psycopg"}
PICTURES = {"cv2", "numpy", "PIL", "pillow_heif", "onnxruntime"}
OUTSIDE = {"random", "secrets", "time", "datetime", "os", "io", "pathlib", "socket", "subprocess", "threading"}
OURS = {"engine", "players", "dealer", "store", "table", "names", "live", "service", "web", "cli"}
WATCHED = LIBRARIES | STORAGE | PICTURES | {"random", "vision"} | {f"scorekeeper.{layer}" for layer in OURS}

# Each layer with the watched names that it may import, besides its own.
LAYERS: dict[str, set[str]] = {
    "scorekeeper/engine": set(),
    "scorekeeper/players": {"random", "scorekeeper.engine"},
    "scorekeeper/dealer.py": {"random", "scorekeeper.engine"},
    "scorekeeper/names.py": {"scorekeeper.engine"},
    "scorekeeper/table.py": {"scorekeeper.engine"},
    "scorekeeper/store": STORAGE | {"scorekeeper.engine"},
    "scorekeeper/live.py": {"random", "sqlalchemy"}
    | {f"scorekeeper.{layer}" for layer in ("engine", "players", "dealer", "names", "table", "store")},
    "scorekeeper/service.py": {"random", "sqlalchemy"}
    | {f"scorekeeper.{layer}" for layer in ("engine", "players", "dealer", "names", "table", "store", "live")},
    "scorekeeper/web": WATCHED - {"cv2", "scorekeeper.cli"},
    "scorekeeper/cli.py": {"waitress", "scorekeeper.store", "scorekeeper.web"},
    "scorekeeper/__main__.py": {"scorekeeper.cli"},
    "scorekeeper/__init__.py": set(),
    "vision/train": PICTURES | {"random", "vision"},
    "vision": PICTURES | {"vision"},
}


def files_of(layer: str) -> list[Path]:
    at = ROOT / layer
    return sorted(at.rglob("*.py")) if at.is_dir() else [at] if at.exists() else []


def layer_of(path: Path) -> str | None:
    """The innermost layer that holds the file."""
    name = path.relative_to(ROOT).as_posix()
    return max((layer for layer in LAYERS if name == layer or name.startswith(layer + "/")), key=len, default=None)


def imported(path: Path, package: str) -> Iterator[tuple[int, str]]:
    """Line and full name of everything that a file imports, wherever in the file and for whatever reason."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, name.name) for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            module = ".".join([*above, *([node.module] if node.module else [])])
            yield from ((node.lineno, f"{module}.{name.name}") for name in node.names)


def watched(name: str) -> str | None:
    """`scorekeeper.store` of `scorekeeper.store.log.append`, `numpy` of `numpy.typing`; None for what is free."""
    parts = name.split(".")
    short = ".".join(parts[:2]) if parts[0] == "scorekeeper" else parts[0]
    return short if short in WATCHED else None


def strays(path: Path, layer: str) -> list[str]:
    """What a file of the layer imports and may not."""
    package = ".".join(path.parent.relative_to(ROOT).parts) if path.is_relative_to(ROOT) else layer.replace("/", ".")
    own = layer.removesuffix(".py").replace("/", ".")
    allowed = LAYERS[layer] | {own}
    found = []
    for line, name in imported(path, package):
        top = name.split(".")[0]
        foreign = watched(name)
        if (foreign and foreign not in allowed) or (layer == "scorekeeper/engine" and is_outside(top)):
            found.append(f"{path.name}:{line} imports {name}")
    return found


def is_outside(top: str) -> bool:
    """Is this a name that the engine must do without: a library, or a door to chance, clock and files?"""
    return top in OUTSIDE or (top not in sys.stdlib_module_names and top != "scorekeeper")


@pytest.mark.parametrize("layer", LAYERS)
def test_a_layer_knows_only_whom_it_may(layer: str) -> None:
    mine = [path for path in files_of(layer) if layer_of(path) == layer]
    assert [stray for path in mine for stray in strays(path, layer)] == []


def test_every_module_belongs_to_a_layer() -> None:
    modules = [*(ROOT / "scorekeeper").rglob("*.py"), *(ROOT / "vision").rglob("*.py")]
    assert [path for path in modules if layer_of(path) is None] == []


@pytest.mark.parametrize(
    ("layer", "line"),
    [
        ("scorekeeper/engine", "import random"),
        ("scorekeeper/engine", "from datetime import datetime"),
        ("scorekeeper/engine", "import os.path"),
        ("scorekeeper/engine", "import flask"),
        ("scorekeeper/engine", "import attrs"),
        ("scorekeeper/engine", "from scorekeeper import store"),
        ("scorekeeper/engine", "from ..store import log"),
        ("scorekeeper/engine", "if False:\n    import time"),
        ("scorekeeper/engine", "def late():\n    from pathlib import Path"),
        ("scorekeeper/store", "from scorekeeper.service import submit"),
        ("scorekeeper/store", "from flask import request"),
        ("scorekeeper/service.py", "import flask"),
        ("scorekeeper/service.py", "import vision.pipeline"),
        ("scorekeeper/dealer.py", "from scorekeeper.store import log"),
        ("scorekeeper/web", "import cv2"),
        ("vision", "from scorekeeper.engine import core"),
        ("vision/train", "import scorekeeper.engine"),
    ],
)
def test_an_arrow_too_many_is_found(layer: str, line: str, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(line + "\n")
    assert len(strays(tmp_path / "module.py", layer)) == 1


@pytest.mark.parametrize(
    ("layer", "line"),
    [
        ("scorekeeper/engine", "from scorekeeper.engine.core import Action\nimport dataclasses, typing"),
        ("scorekeeper/store", "import sqlalchemy.orm\nfrom scorekeeper.store import models\nimport datetime"),
        ("scorekeeper/service.py", "from scorekeeper import dealer, store\nfrom random import Random"),
        ("scorekeeper/web", "from vision.pipeline import read_dice\nimport flask"),
        ("vision", "import cv2\nimport numpy.typing\nfrom vision.reading import Die\nimport io"),
    ],
)
def test_what_is_allowed_is_not_found(layer: str, line: str, tmp_path: Path) -> None:
    (tmp_path / "module.py").write_text(line + "\n")
    assert strays(tmp_path / "module.py", layer) == []
