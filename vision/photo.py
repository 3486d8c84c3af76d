"""Bytes of a photograph to an upright image: the only place that decodes.

The format is told by the content, never by a file's name. Size is checked before a pixel is decoded, and
large photographs are shrunk as early as their format allows: 48 megapixels or a bomb stay below 500 MB.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt
import pillow_heif
from PIL import (
    AvifImagePlugin,
    BmpImagePlugin,
    GifImagePlugin,
    Image,
    JpegImagePlugin,
    PngImagePlugin,
    TiffImagePlugin,
    WebPImagePlugin,
)

Pixels = npt.NDArray[np.uint8]
Opener = Callable[[io.BytesIO], Image.Image]

MAX_PIXELS = {"WEBP": 24_000_000, "AVIF": 24_000_000}
"""Their codecs need 16 bytes a pixel."""
MAX_OTHER_PIXELS = 64_000_000
MAX_JPEG_PIXELS = 210_000_000
MAX_PROGRESSIVE_PIXELS = 80_000_000
MAX_BYTES = 80_000_000
ORIENTATION = 0x0112


class PhotoError(ValueError):
    """Not readable as a photograph; ``key`` is empty, not-a-photo, truncated or too-large."""

    def __init__(self, key: str) -> None:
        super().__init__(key)
        self.key = key


@dataclass(frozen=True, slots=True)
class Photo:
    """An upright image, (H, W, 3) uint8 BGR, and the size of the upright photograph before scaling."""

    image: Pixels
    width: int
    height: int


def decode(data: bytes, *, longest: int = 1600) -> Pixels:
    """Return the upright image, (H, W, 3) uint8 BGR, no side longer than ``longest`` pixels.

    Raises PhotoError with the key "empty", "not-a-photo", "truncated" or "too-large".
    """
    return load(data, longest=longest).image


def load(data: bytes, *, longest: int = 1600) -> Photo:
    """Decode like ``decode`` and keep the photograph's original size."""
    opener = _sniff(data)
    try:
        image = opener(io.BytesIO(data))
        width, height = image.size
    except Exception as error:  # every codec has its own set of errors for a damaged header
        raise PhotoError("truncated") from error
    if not _is_affordable(image, len(data)):
        raise PhotoError("too-large")
    turn = 1 if image.format == "TIFF" else _orientation(image)  # Pillow turns a TIFF by itself
    try:
        pixels = _shrunk(image, longest)
    except Exception as error:
        raise PhotoError("truncated") from error
    pixels = _upright(pixels, turn)
    return Photo(pixels, *((height, width) if turn >= 5 else (width, height)))


def _sniff(data: bytes) -> Opener:
    if not data:
        raise PhotoError("empty")
    head = data[:12]
    for magic, opener in _MAGIC:
        if head.startswith(magic):
            return opener
    if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        return WebPImagePlugin.WebPImageFile
    if head[4:8] == b"ftyp":
        brands = data[8 : 8 + 64]
        if head[8:12] == b"avif":
            return AvifImagePlugin.AvifImageFile
        if any(brand in brands for brand in _HEIF_BRANDS):
            return _open_heif
    raise PhotoError("not-a-photo")


def _open_heif(stream: io.BytesIO) -> Image.Image:
    return pillow_heif.HeifImageFile(stream)  # type: ignore[no-untyped-call]


_MAGIC: tuple[tuple[bytes, Opener], ...] = (
    (b"\xff\xd8\xff", JpegImagePlugin.JpegImageFile),
    (b"\x89PNG\r\n\x1a\n", PngImagePlugin.PngImageFile),
    (b"GIF8", GifImagePlugin.GifImageFile),
    (b"BM", BmpImagePlugin.BmpImageFile),
    (b"II*\x00", TiffImagePlugin.TiffImageFile),
    (b"MM\x00*", TiffImagePlugin.TiffImageFile),
)
_HEIF_BRANDS = (b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1")


def _is_affordable(image: Image.Image, size: int) -> bool:
    pixels = image.size[0] * image.size[1]
    if size > MAX_BYTES or pixels == 0:
        return False
    if image.format != "JPEG":  # a JPEG is shrunk while it is decoded
        return pixels <= MAX_PIXELS.get(image.format or "", MAX_OTHER_PIXELS)
    return pixels <= (MAX_PROGRESSIVE_PIXELS if image.info.get("progressive") else MAX_JPEG_PIXELS)


def _orientation(image: Image.Image) -> int:
    """Return the EXIF orientation, 1 to 8; 1 where there is none or the EXIF block is damaged."""
    try:
        turn = image.getexif().get(ORIENTATION, 1)
    except Exception:
        return 1
    return turn if turn in range(1, 9) else 1


def _shrunk(image: Image.Image, longest: int) -> Pixels:
    image.draft("RGB", (longest, longest))  # a JPEG is then decoded at 1/2, 1/4 or 1/8
    image.load()
    if image.mode.startswith(("I", "F")):
        image = _eight_bit(image)
    elif image.mode in ("P", "PA", "CMYK", "YCbCr", "LAB", "HSV", "1"):
        image = image.convert("RGB")
    factor = max(image.size) // longest
    if factor > 1:
        image = image.reduce(factor)  # before the copies below, for the memory's sake
    rgb = np.asarray(image if image.mode == "RGB" else image.convert("RGB"))
    scale = longest / max(rgb.shape[:2])
    if scale < 1:
        size = (max(1, round(rgb.shape[1] * scale)), max(1, round(rgb.shape[0] * scale)))
        rgb = cv2.resize(rgb, size, interpolation=cv2.INTER_AREA).astype(np.uint8, copy=False)
    return np.ascontiguousarray(rgb[:, :, ::-1])


def _eight_bit(image: Image.Image) -> Image.Image:
    grey = np.asarray(image, dtype=np.float32)
    top = 65535.0 if image.mode.startswith("I") else max(float(grey.max()), 1e-6)
    return Image.fromarray(np.clip(grey * (255.0 / top), 0, 255).astype(np.uint8))


def _upright(pixels: Pixels, orientation: int) -> Pixels:
    """Turn and mirror as EXIF orientation 1 to 8 asks."""
    if orientation in (2, 5, 7):
        pixels = pixels[:, ::-1]
    if orientation == 4:
        pixels = pixels[::-1]
    quarter_turns = {3: 2, 5: 1, 6: 3, 7: 3, 8: 1}.get(orientation, 0)
    return np.ascontiguousarray(np.rot90(pixels, quarter_turns))


def encode(image: Pixels, *, quality: int = 88) -> bytes:
    """A JPEG of an upright image, (H, W, 3) uint8 BGR, with nothing in it but the picture."""
    ok, jpeg = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not ok:
        raise ValueError(f"an image of {image.shape} can't be written as JPEG")
    return jpeg.tobytes()
