"""Bytes to pixels: every file a guest may send gets an upright image or a key that says what is wrong."""

import io
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

np = pytest.importorskip("numpy", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")
pytest.importorskip("cv2", reason="reading photos needs the extra: pip install 'scorekeeper[vision]'")
pillow_heif = pytest.importorskip("pillow_heif", reason="HEIC needs pillow-heif, part of the extra vision")

from PIL import Image  # noqa: E402

from vision.photo import PhotoError, decode, load  # noqa: E402

RED, BLUE = (200, 30, 30), (30, 30, 200)


def picture(width: int = 80, height: int = 40) -> Image.Image:
    """A red picture with a blue top left quarter."""
    image = Image.new("RGB", (width, height), RED)
    image.paste(BLUE, (0, 0, width // 2, height // 2))
    return image


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def heic(image: Image.Image) -> bytes:
    stream = io.BytesIO()
    pillow_heif.from_pillow(image).save(stream, quality=90)
    return stream.getvalue()


def is_blue(pixel: object) -> bool:
    blue, _, red = (int(v) for v in np.asarray(pixel))
    return blue > red + 80


def key_of(data: bytes) -> str:
    with pytest.raises(PhotoError) as caught:
        decode(data)
    return caught.value.key


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "BMP", "GIF", "TIFF"])
def test_formats_are_told_by_content(kind: str) -> None:
    pixels = decode(encoded(picture(), kind))
    assert pixels.shape == (40, 80, 3)
    assert pixels.dtype == np.uint8
    assert pixels.flags["C_CONTIGUOUS"]
    assert is_blue(pixels[5, 5])
    assert not is_blue(pixels[35, 75])


def test_heic_is_read() -> None:
    pixels = decode(heic(picture(128, 64)))
    assert pixels.shape == (64, 128, 3)
    assert is_blue(pixels[5, 5])


@pytest.mark.parametrize(
    ("orientation", "blue"),
    [(1, "tl"), (2, "tr"), (3, "br"), (4, "bl"), (5, "tl"), (6, "tr"), (7, "br"), (8, "bl")],
)
def test_exif_orientation_is_applied(orientation: int, blue: str) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    photo = load(encoded(picture(), "JPEG", exif=exif))
    height, width = photo.image.shape[:2]
    assert (width, height) == ((40, 80) if orientation >= 5 else (80, 40)) == (photo.width, photo.height)
    y, x = {"t": 4, "b": height - 5}[blue[0]], {"l": 4, "r": width - 5}[blue[1]]
    assert is_blue(photo.image[y, x])
    assert not is_blue(photo.image[height - 1 - y, width - 1 - x])


@pytest.mark.parametrize("orientation", range(1, 9))
def test_a_tiff_is_turned_once(orientation: int) -> None:
    exif = Image.Exif()
    exif[0x0112] = orientation
    want = load(encoded(picture(), "PNG", exif=exif))
    photo = load(encoded(picture(), "TIFF", exif=exif))
    assert np.array_equal(photo.image, want.image)
    assert (photo.width, photo.height) == (want.width, want.height)


def test_orientation_agrees_with_pillow() -> None:
    from PIL import ImageOps

    for orientation in range(1, 9):
        exif = Image.Exif()
        exif[0x0112] = orientation
        data = encoded(picture(), "PNG", exif=exif)
        want = np.asarray(ImageOps.exif_transpose(Image.open(io.BytesIO(data))).convert("RGB"))
        assert np.array_equal(decode(data)[:, :, ::-1], want)


@pytest.mark.parametrize("mode", ["L", "LA", "RGBA", "P", "1", "I;16", "CMYK"])
def test_other_pixel_layouts(mode: str) -> None:
    image = Image.new("I;16", (80, 40), 40000) if mode == "I;16" else picture().convert(mode)
    pixels = decode(encoded(image, "JPEG" if mode == "CMYK" else "PNG"))
    assert pixels.shape == (40, 80, 3)
    assert pixels.max() > 60


def test_longest_side_is_kept_to() -> None:
    photo = load(encoded(picture(2000, 1000), "JPEG"), longest=500)
    assert photo.image.shape == (250, 500, 3)
    assert (photo.width, photo.height) == (2000, 1000)
    assert decode(encoded(picture(3, 4000), "PNG"), longest=1000).shape[0] == 1000


def test_empty_file() -> None:
    assert key_of(b"") == "empty"


@pytest.mark.parametrize("data", [b"hello, world", b"%PDF-1.7\n", b"\0" * 64, b"<svg/>", b"RIFF1234WAVE"])
def test_no_photo(data: bytes) -> None:
    assert key_of(data) == "not-a-photo"


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "HEIC"])
@pytest.mark.parametrize("share", [0.03, 0.6])
def test_truncated(kind: str, share: float) -> None:
    image = Image.fromarray(np.random.default_rng(1).integers(0, 255, (200, 300, 3), np.uint8))
    data = heic(image) if kind == "HEIC" else encoded(image, kind)
    assert key_of(data[: max(16, int(len(data) * share))]) == "truncated"


def png_header(width: int, height: int) -> bytes:
    def chunk(name: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + name + body + struct.pack(">I", zlib.crc32(name + body))

    size = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", size)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


def test_bomb_is_refused_by_its_size() -> None:
    assert key_of(png_header(20_000, 20_000)) == "too-large"


# VmHWM and not ru_maxrss: the latter of a new process begins with what its parent, here pytest, had at its most.
MEMORY = """
import re, sys
from vision.photo import decode
shape = decode(open(sys.argv[1], "rb").read()).shape
print(shape, int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]) // 1024)
"""


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="peak memory is read from /proc, which is Linux's")
@pytest.mark.parametrize("kind", ["JPEG", "HEIC"])
def test_48_megapixels_take_less_than_500_mb(kind: str, tmp_path: Path) -> None:
    file = tmp_path / "large"
    if kind == "JPEG":
        file.write_bytes(encoded(picture(8064, 6048), "JPEG", progressive=False))
    else:
        file.write_bytes(heic(picture(4032, 3024)))
    done = subprocess.run([sys.executable, "-c", MEMORY, str(file)], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("(1200, 1600, 3)")
    assert int(done.stdout.split()[-1]) < 500
