"""LibreOffice's understanding of a workbook: what it writes into a flat file of its own (``.fods``).

Styles, which it renumbers in every file, are replaced by what they say.
"""

from __future__ import annotations

import re

from lxml import etree
from untouched import concerned

from xlplugin.workbook.book import RemoveSheet

ROWS, COLUMNS = 400, 40
"""Cells beyond are not looked at."""
NUMBERED = re.compile(
    r"(ce|co|ro|ta|gr|P|T|pm|Mpm|N|Mgr|ch|a|ConditionalStyle(_|_5f_))[0-9]+(P[0-9])?"
)
"""Names that styles have only in one file."""
KINDS = {
    "style-name": "style", "text-style-name": "style", "apply-style-name": "style",
    "default-cell-style-name": "style", "parent-style-name": "style", "data-style-name": "data style",
    "page-layout-name": "page-layout", "master-page-name": "master-page",
    "content-validation-name": "content-validation",
}  # fmt: skip
"""What the attributes that lead elsewhere lead to."""
OF_THE_MOMENT = {("date", "date-value"), ("time", "time-value"), ("content-validation", "base-cell-address")}  # fmt: skip
SHOWN = ("value", "date-value", "time-value", "string-value", "boolean-value", "value-type")
"""Attributes of a cell that say what it holds, or shows."""


def _name(element):
    return etree.QName(element).localname


def _said(element):
    """The attributes of an element, by local name."""
    return {etree.QName(key).localname: value for key, value in element.attrib.items()}


class Model:
    """A workbook as LibreOffice has it.

    Args:
        path: the flat file.

    Attributes:
        tabs: of each tab by aspect: cells and rows by their places, columns, and the rest.
        rest: what the whole workbook has: named styles, names, filters.
    """

    def __init__(self, path):
        self._root = etree.parse(path, etree.XMLParser(huge_tree=True)).getroot()
        fonts = map(_said, self._root.iterfind("{*}font-face-decls/{*}font-face"))
        self._fonts = {font["name"]: font.get("font-family") for font in fonts}
        self._described = {}
        self._targets = {}
        for place in ("styles", "automatic-styles", "master-styles"):
            for style in self._root.iterfind(f"{{*}}{place}/*"):
                name = _name(style)
                kind = name if name in ("style", "page-layout", "master-page") else "data style"
                self._targets[kind, _said(style).get("name")] = style
        body = self._root.find("{*}body/{*}spreadsheet")
        for rule in body.iterfind("{*}content-validations/{*}content-validation"):
            self._targets["content-validation", _said(rule)["name"]] = rule
        self.tabs = {_said(tab)["name"]: self._tab(tab) for tab in body.iterfind("{*}table")}
        self.rest = {
            self._of(element)
            for place in ("named-expressions", "database-ranges")
            for element in body.iterfind(f"{{*}}{place}/*")
        } | {
            self._of(style)
            for style in self._root.iterfind("{*}styles/{*}style")
            if not NUMBERED.fullmatch(_said(style)["name"])
        }

    def _of(self, element):
        """An element in words that do not depend on the numbers that this file gives."""
        words = [_name(element)]
        for key, value in sorted(_said(element).items()):
            if (words[0], key) not in OF_THE_MOMENT and "generic" not in key and "pitch" not in key:
                name = key.replace("font-family", "font-name")  # it writes the one or the other
                words.append(f"{name}={self._value(key, value)}")
        inside = [self._of(child) for child in element if isinstance(child.tag, str)]
        return f"<{' '.join(words)}>{(element.text or '').strip()}{''.join(inside)}"

    def _value(self, key, value):
        if key in ("name", "display-name") and (
            NUMBERED.fullmatch(value) or value.startswith(("__Anonymous", "val"))
        ):
            return ""
        if key.startswith("font-name"):
            return self._fonts.get(value, value).strip("'")
        if key not in KINDS:
            return value
        place = KINDS[key], value
        if place not in self._described:
            target = self._targets.get(
                place, self._targets.get((KINDS[key], value.replace("_", "_5f_")))
            )
            self._described[place] = value
            if target is not None and (KINDS[key] != "style" or NUMBERED.fullmatch(value)):
                self._described[place] = self._of(target)
        return self._described[place]

    def _tab(self, tab):
        parts = {"cells": {}, "rows": {}, "rest": [self._of_shell(tab)]}
        self._add(tab, parts, 1)
        return parts

    def _of_shell(self, element):
        """An element without what is inside it."""
        return _name(element), [(k, self._value(k, v)) for k, v in sorted(_said(element).items())]

    def _add(self, group, parts, row):
        """Add rows, columns and all else of a group; gives the next row."""
        for element in group:
            name = _name(element)
            if name == "table-row":
                row = self._add_row(element, parts, row)
            elif name in ("table-header-rows", "table-row-group", "table-rows"):
                first, row = row, self._add(element, parts, row)
                parts["rest"].append((name, first, row))
            elif name != "forms" or len(element):  # the tab in front has some that are empty
                parts["rest"].append(self._of(element))
        return row

    def _add_row(self, element, parts, row):
        name, said = self._of_shell(element)
        said = dict(said)
        count = int(said.pop("number-rows-repeated", 1))
        cells, column = {}, 1
        for cell in element if row < ROWS else ():
            number = int(_said(cell).get("number-columns-repeated", 1))
            text = self._cell(cell)
            cells |= dict.fromkeys(range(column, min(column + number, COLUMNS)), text)
            column += number
        for number in range(row, min(row + count, ROWS)):
            parts["rows"][number] = name, said
            parts["cells"] |= {(number, place): cell for place, cell in cells.items()}
        return row + count

    def _cell(self, cell):
        """What a cell looks like, with its formula; not what it holds or shows."""
        name, said = self._of_shell(cell)
        said = [(k, v) for k, v in said if k not in (*SHOWN, "number-columns-repeated")]
        return name, said, [self._of(child) for child in cell if _name(child) != "p"]


def differences(before, after, changes):
    """What LibreOffice sees otherwise, of all that no change is about.

    Args:
        before: the model of the file as it was.
        after: the model of the file as it is.
        changes: what was to be changed.
    """
    made_anew = {change.name for change in changes if isinstance(change, RemoveSheet)}
    grown = {tab for tab in before.tabs if any(concerned(tab, changes))}
    for text in before.rest - after.rest:  # a filter reaches down to new rows
        if not any(name in text for name in made_anew) and not (
            text.startswith("<database-range") and any(name in text for name in grown)
        ):
            yield f"the workbook lacks {text}"
    for tab in before.tabs.keys() - made_anew:
        if tab not in after.tabs:
            yield f"{tab} is gone"
            continue
        cells, rows = concerned(tab, changes)
        old, new = before.tabs[tab], after.tabs[tab]
        for place in sorted({*old["cells"], *new["cells"]}):
            one, two = old["cells"].get(place), new["cells"].get(place)
            if place in cells:
                one, two = _without_formula(one), _without_formula(two)
            if one != two and place[0] not in rows:
                yield f"{tab} {place}: {one} is {two}"
        for row in {*old["rows"], *new["rows"]} - rows:
            if old["rows"].get(row) != new["rows"].get(row):
                yield f"{tab} row {row}: {old['rows'].get(row)} is {new['rows'].get(row)}"
        yield from (f"{tab} lacks {text}" for text in old["rest"] if text not in new["rest"])
        yield from (f"{tab} has {text}" for text in new["rest"] if text not in old["rest"])


def _without_formula(cell):
    if cell is None:
        return None
    name, said, inside = cell
    return name, [(key, value) for key, value in said if key != "formula"], inside
