"""QR codes, as PNG for printed tabs and as SVG for pages.

Their error correction is M or better: a stain on a slip, or a scratch on a phone, costs nothing. The quiet
zone that scanners need, four modules on each side, is part of the picture. The same text gives the same bytes.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from io import BytesIO
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode

LIBRARY = "segno"
MOST_PIXELS = 220
"""An inch, as Excel saves pictures unless it is told otherwise."""
QUIET_ZONE = 4
"""The modules that stay white on each side, as ISO/IEC 18004 asks for."""


def png(text: str, scale: int = 4) -> bytes:
    """A black and white PNG, ``scale`` pixels for each module."""
    return _png(text, scale, "white")


def printed(text: str, side: float) -> bytes:
    """A PNG for a square of so many points on paper, whose lines it covers with nothing but black.

    It is as fine as Excel leaves it: pictures of more pixels an inch are scaled down when it saves, which
    blurs the edges of modules.
    """
    modules = _code(text).symbol_size(border=QUIET_ZONE)[0]
    return _png(text, max(1, int(side / 72 * MOST_PIXELS / modules)), None)


def is_there() -> bool:
    """True if codes can be drawn: an older list of libraries in xlwings Lite has nothing that draws them."""
    return find_spec(LIBRARY) is not None


def svg(text: str) -> str:
    """An ``<svg>`` element on white, as large as what it stands in; it has neither style nor script."""
    stream = BytesIO()
    _code(text).save(
        stream, kind="svg", border=QUIET_ZONE, light="#fff", omitsize=True, xmldecl=False,
        svgclass=None, lineclass=None, nl=False,
    )  # fmt: skip
    return stream.getvalue().decode()


def _png(text: str, scale: int, light: str | None) -> bytes:
    stream = BytesIO()
    _code(text).save(stream, kind="png", scale=scale, border=QUIET_ZONE, light=light)
    return stream.getvalue()


@lru_cache(1)
def _code(text: str) -> QRCode:
    """The smallest code that holds a text.

    Raises:
        ValueError: the text is longer than the 2,331 bytes that a code holds.
    """
    from segno import make_qr  # noqa: PLC0415  (asked for by few commands)

    return make_qr(text, error="m")
