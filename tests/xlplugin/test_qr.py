"""QR codes are read by a reader of somebody else's."""

from __future__ import annotations

from io import BytesIO

import pytest
from defusedxml.ElementTree import fromstring
from PIL import Image, ImageDraw
from scanned import code_of, codes_on

from xlplugin.ground import qr

TEXTS = (
    "R3T12", "K7QX-9M2P", "http://192.168.1.23:8765/#code=K7QX9M2P", "https://example.org/ä?q=1&r=<2>",
)  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("scale", [1, 3, 8])
def test_a_reader_reads_what_the_picture_says(text, scale):
    """At any size, its quiet zone included, even where all around it is dark."""
    picture = Image.open(BytesIO(qr.png(text, scale)))
    assert (
        not picture.crop((0, 0, picture.width, qr.QUIET_ZONE * scale)).convert("L").getextrema()[0]
        < 255
    )
    dark = Image.new("L", (picture.width + 100, picture.height + 100), 0)
    dark.paste(picture, (50, 50))
    large = dark.resize((dark.width * 4, dark.height * 4), Image.Resampling.NEAREST)
    assert codes_on(large) == [text]


@pytest.mark.parametrize("text", TEXTS)
def test_the_drawing_has_the_modules_of_the_picture(text):
    """Line by line, as its path says."""
    picture = Image.open(BytesIO(qr.png(text, 1))).convert("L")
    root = fromstring(qr.svg(text))
    assert root.get("viewBox") == f"0 0 {picture.width} {picture.height}"
    assert not {"style", "width", "height", "class"} & set(root.attrib)
    white, black = root
    assert white.attrib == {
        "fill": "#fff",
        "d": f"M0 0h{picture.width}v{picture.height}h-{picture.width}z",
    }
    drawn = Image.new("L", picture.size, 255)
    at, y = 0, 0.0
    for step in (
        black.get("d")
        .replace("M", "\nM ")
        .replace("m", "\nm ")
        .replace("h", "\nh ")
        .split("\n")[1:]
    ):
        how, *numbers = step.split()
        match how:
            case "M":
                at, y = int(numbers[0]), float(numbers[1])
            case "m":
                at, y = at + int(numbers[0]), y + float(numbers[1])
            case "h":
                ImageDraw.Draw(drawn).line([at, int(y), at + int(numbers[0]) - 1, int(y)], fill=0)
                at += int(numbers[0])
    assert drawn.tobytes() == picture.tobytes()


def test_the_same_text_gives_the_same_bytes():
    """So that workbooks can be compared."""
    assert qr.png("R3T12") == qr.png("R3T12")
    assert qr.png("R3T12") != qr.png("R3T13")


def test_what_no_code_holds_is_refused():
    """The largest one has room for 2,331 bytes."""
    assert qr.png("x" * 2331)
    with pytest.raises(ValueError, match="too large"):
        qr.png("x" * 2332)


def test_a_damaged_code_is_still_read():
    """A stain on a twelfth of it costs nothing."""
    picture = Image.open(BytesIO(qr.png("R3T12", 8))).convert("L")
    edge = picture.width // 2
    ImageDraw.Draw(picture).rectangle([edge, edge, edge + 40, edge + 30], fill=255)
    assert codes_on(picture) == ["R3T12"]


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("side", [33.75, 51])
def test_a_code_to_be_printed_is_as_fine_as_excel_leaves_it(text, side):
    """It covers nothing with white, and is read once it is on paper."""
    png = qr.printed(text, side)
    picture = Image.open(BytesIO(png))
    assert 100 < picture.width / side * 72 <= qr.MOST_PIXELS
    assert {pixel for _, pixel in picture.convert("RGBA").getcolors()} == {
        (0, 0, 0, 255), (*picture.convert("RGBA").getpixel((0, 0))[:3], 0),
    }  # fmt: skip
    assert code_of(png) == text
