"""The list of looks of a workbook, to which new looks are added at its end."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Final

from xlplugin.parts.package import Package, PartError
from xlplugin.parts.xml import Element, M, child, etree, parsed, written

STYLES: Final = "xl/styles.xml"
"""The part in which nearly every program has them."""
ORDER: Final = (
    "numFmts fonts fills borders cellStyleXfs cellXfs cellStyles dxfs tableStyles colors extLst"
)
DATES: Final = {*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)}
"""The built-in number formats of dates and times."""
FIRST_OWN: Final = 164
"""The first number of a number format that a workbook brings along."""
MOMENT: Final = "yyyy-mm-dd hh:mm:ss"
_NOT_LETTERS = re.compile(r'"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]', re.IGNORECASE)
POINTERS = {"fontId": "fonts", "fillId": "fills", "borderId": "borders"}


def styles_of(package: Package) -> Styles | None:
    """The looks of a workbook, wherever they are; ``None`` if it has none."""
    part = package.of_kind("styles")
    return Styles(package.read(part), part) if part else None


class Styles:
    """The looks of cells, by their numbers, from the ``content`` of a part."""

    def __init__(self, content: bytes, part: str = STYLES) -> None:
        self._content, self.part = content, part
        self.root = parsed(content)
        self._by_name: dict[str, str] = {}
        self._variants: dict[tuple[str, str], str] = {}
        self.has_changed = False

    def written(self) -> bytes:
        """The part as it is to be."""
        return written(self.root) if self.has_changed else self._content

    def dates(self) -> frozenset[str]:
        """The numbers of the looks that show a number as date or time."""
        own = {str(number) for number, code in self._own_formats().items() if is_date(code)}
        known = own | {str(number) for number in DATES if number not in self._own_formats()}
        looks = enumerate(self._list("cellXfs"))
        return frozenset(str(i) for i, look in looks if look.get("numFmtId", "0") in known)

    def named(self, name: str) -> str | None:
        """The number of the look of a named style; ``None`` if the workbook has no such style."""
        if name not in self._by_name:
            styles = {s.get("name"): s.get("xfId", "0") for s in self._list("cellStyles")}
            if name not in styles:
                return None
            self._by_name[name] = self._look_of(styles[name])
        return self._by_name[name]

    def _same_style(self, style: Element) -> str | None:
        """The look of a style of another workbook; those that come with Excel go by their numbers.

        Their names are in the language of the program that has saved the file.
        """
        built_in = style.get("builtinId")
        same = [s for s in self._list("cellStyles") if s.get("builtinId") == built_in]
        name = same[0].get("name", "") if built_in and same else style.get("name", "")
        return self.named(name)

    def quoted(self, look: str) -> str:
        """The look with the mark that keeps a text from being read as a formula."""
        return self._variant(look, "quotePrefix", "1")

    def of_moment(self, look: str) -> str:
        """The look, showing date and time."""
        number = self._format(MOMENT)
        return self._variant(look, "numFmtId", number)

    def take_over(self, other: Styles, look: str) -> str:
        """The number here of a look of another workbook, added if it is not there yet.

        A named style that is there already stays as it is, and so the look is as it says.
        """
        theirs = other._entry("cellXfs", int(look))
        style = next(
            s for s in other._list("cellStyles") if s.get("xfId") == theirs.get("xfId", "0")
        )
        number = self._same_style(style)
        if number is None:
            at = int(theirs.get("xfId", "0"))
            look_of_style = self._copied(other, other._entry("cellStyleXfs", at))
            look_of_style.attrib.pop("xfId", "")
            added = deepcopy(style)
            added.set("xfId", self._add("cellStyleXfs", look_of_style))
            added.attrib.pop("builtinId", "")
            self._add("cellStyles", added)
            number = self.named(style.get("name", ""))
            assert number is not None
        of_style = other._entry("cellStyleXfs", int(theirs.get("xfId", "0")))
        if theirs.get("numFmtId", "0") != of_style.get("numFmtId", "0"):
            number = self._variant(number, "numFmtId", self._format_of(other, theirs))
        return self.quoted(number) if theirs.get("quotePrefix") == "1" else number

    def take_over_rule(self, other: Styles, look: str) -> str:
        """The number here of the look of a rule of another workbook."""
        return self.rule(deepcopy(other._entry("dxfs", int(look))))

    def rule(self, look: Element) -> str:
        """The number of the look of a rule, which is added if it is not there yet."""
        return self._known("dxfs", look)

    def _look_of(self, style: str) -> str:
        """The look of cells that have a style and nothing of their own."""
        of_style = self._entry("cellStyleXfs", int(style))
        look = deepcopy(of_style)
        look.set("xfId", style)
        for inside in list(look):
            if inside.tag not in (f"{M}alignment", f"{M}protection"):
                look.remove(inside)
        for what in ("numFmt", "font", "fill", "border"):
            if look.get(f"{what}Id", "0") != "0":
                applied = "NumberFormat" if what == "numFmt" else what.title()
                look.set(f"apply{applied}", "1")
        if look.find(f"{M}alignment") is not None:
            look.set("applyAlignment", "1")
        return self._known("cellXfs", look)

    def _variant(self, look: str, attribute: str, value: str) -> str:
        key = (look, f"{attribute}={value}")
        if key not in self._variants:
            other = deepcopy(self._entry("cellXfs", int(look)))
            other.set(attribute, value)
            if attribute == "numFmtId":
                other.set("applyNumberFormat", "1")
            self._variants[key] = self._known("cellXfs", other)
        return self._variants[key]

    def _copied(self, other: Styles, look: Element) -> Element:
        """A look of another workbook with what it points to here."""
        copied = deepcopy(look)
        for pointer, name in POINTERS.items():
            pointed = deepcopy(other._entry(name, int(look.get(pointer, "0"))))
            copied.set(pointer, self._known(name, pointed))
        copied.set("numFmtId", self._format_of(other, look))
        return copied

    def _format_of(self, other: Styles, look: Element) -> str:
        """The number here of the number format of another workbook's look."""
        number = int(look.get("numFmtId", "0"))
        return self._format(other._own_formats()[number]) if number >= FIRST_OWN else str(number)

    def _own_formats(self) -> dict[int, str]:
        formats = self._list("numFmts")
        return {int(f.get("numFmtId", "0")): f.get("formatCode", "") for f in formats}

    def _format(self, code: str) -> str:
        """The number of a number format."""
        own = self._own_formats()
        number = next((n for n, known in own.items() if known == code), None)
        if number is None:
            number = max([FIRST_OWN - 1, *own]) + 1
            made = etree.Element(f"{M}numFmt", numFmtId=str(number), formatCode=code)
            self._add("numFmts", made)
        return str(number)

    def _list(self, name: str) -> list[Element]:
        found = self.root.find(M + name)
        return [] if found is None else [e for e in found if isinstance(e.tag, str)]

    def _entry(self, name: str, number: int) -> Element:
        try:
            return self._list(name)[number]
        except IndexError:
            message = f"{name} {number}"
            raise PartError(self.part, message) from None

    def _known(self, name: str, made: Element) -> str:
        """The number of an entry, which is added if no other reads the same."""
        reads = _canonical(made)
        same = (i for i, e in enumerate(self._list(name)) if _canonical(e) == reads)
        number = next(same, None)
        return self._add(name, made) if number is None else str(number)

    def _add(self, name: str, made: Element) -> str:
        self.has_changed = True
        entries = child(self.root, name, ORDER)
        number = len(self._list(name))
        entries.append(made)
        entries.set("count", str(number + 1))
        return str(number)


def _canonical(element: Element) -> tuple[object, ...]:
    """The content of an element, however it is written."""
    return element.tag, sorted(element.attrib.items()), tuple(map(_canonical, element))


def is_date(code: str) -> bool:
    """True if a number format shows a number as date or time."""
    first = _NOT_LETTERS.sub("", code).split(";", 1)[0]
    return bool(re.search(r"[dmhys]", first, re.IGNORECASE))
