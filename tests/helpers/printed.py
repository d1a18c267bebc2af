"""The pages of a PDF as pdftotext reports them: words and their places, in points."""

from __future__ import annotations

from typing import NamedTuple

from defusedxml.ElementTree import fromstring


class Word(NamedTuple):
    """A word, and the edges of the box around it."""

    text: str
    left: float
    right: float
    top: float
    bottom: float

    @property
    def middle(self):
        """Its height on the page."""
        return (self.top + self.bottom) / 2


class Page(NamedTuple):
    """A printed page: its size, and its words in order."""

    width: float
    height: float
    words: list[Word]

    @property
    def texts(self):
        """Each word."""
        return [word.text for word in self.words]

    @property
    def text(self):
        """All words in a row."""
        return " ".join(self.texts)

    def find(self, text):
        """The one word that reads so."""
        [word] = [word for word in self.words if word.text == text]
        return word

    def line(self, word, distance=3):
        """The words beside a word, from left to right."""
        beside = (other for other in self.words if abs(other.middle - word.middle) < distance)
        return sorted(beside, key=lambda other: other.left)


def pages_of(told):
    """The pages that ``pdftotext -bbox`` has told of."""
    edges = ("xMin", "xMax", "yMin", "yMax")
    return [
        Page(
            float(page.get("width")), float(page.get("height")),
            [Word(w.text, *(float(w.get(edge)) for edge in edges)) for w in page.iterfind("{*}word")],
        )
        for page in fromstring(told).iterfind(".//{*}page")
    ]  # fmt: skip
