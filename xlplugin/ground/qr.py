"""QR codes, as PNG for printed tabs and as SVG for pages.

Their error correction is M or better: a stain on a slip, or a scratch on a phone, costs nothing. The quiet
zone that scanners need, four modules on each side, is part of the picture. The same text gives the same bytes.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode

QUIET_ZONE = 4
"""The modules that stay white on each side, as ISO/IEC 18004 asks for."""


def png(text: str, scale: int = 4) -> bytes:
    """A black and white PNG, ``scale`` pixels for each module."""
    stream = BytesIO()
    _code(text).save(stream, kind="png", scale=scale, border=QUIET_ZONE)
    return stream.getvalue()


def svg(text: str) -> str:
    """An ``<svg>`` element on white, as large as what it stands in; it has neither style nor script."""
    stream = BytesIO()
    _code(text).save(
        stream, kind="svg", border=QUIET_ZONE, light="#fff", omitsize=True, xmldecl=False,
        svgclass=None, lineclass=None, nl=False,
    )  # fmt: skip
    return stream.getvalue().decode()


def _code(text: str) -> QRCode:
    """The smallest code that holds a text.

    Raises:
        ValueError: the text is longer than the 2,331 bytes that a code holds.
    """
    from segno import make_qr  # noqa: PLC0415  (asked for by few commands)

    return make_qr(text, error="m")
