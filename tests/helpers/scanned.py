"""What a scanner reads of a picture: zxing-cpp shares nothing with what draws the codes."""

from __future__ import annotations

from io import BytesIO

import zxingcpp
from PIL import Image


def codes_on(picture):
    """The texts of the QR codes on a picture of Pillow's, from top to bottom."""
    found = zxingcpp.read_barcodes(picture.convert("L"), formats=zxingcpp.BarcodeFormat.QRCode)
    return [code.text for code in sorted(found, key=lambda code: code.position.top_left.y)]


def code_of(png):
    """The text of a QR code as a PNG, put on paper."""
    picture = Image.open(BytesIO(png)).convert("RGBA")
    paper = Image.new("RGBA", (picture.width + 40, picture.height + 40), "white")
    paper.alpha_composite(picture, (20, 20))
    (text,) = codes_on(paper.resize((paper.width * 3, paper.height * 3), Image.Resampling.NEAREST))
    return text
