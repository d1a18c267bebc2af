"""A workbook looks the same to a spreadsheet program after a verb, except for what the verb is about.

All of it is compared with ``--campaign 10``: every write of every ruleset, every workbook of another
program. Otherwise events are without the hidden tabs that Excel alone needs, of which LibreOffice takes
longer than of all the rest; ``tests/hosts/test_untouched_parts.py`` compares their bytes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest
from every_verb import Event, Written
from lxml import etree
from made_elsewhere import ALWAYS, MADE
from office_model import Model, differences
from packages import MAIN, packed, parts_of
from untouched import Recording

from engine import RULESETS
from xlplugin.verbs.pair import pair_round
from xlplugin.workbook.book import Change

import campaigns
from cell_by_cell import is_same

IS_WHOLE = campaigns.factor >= 10
LAST = 3
"""So many writes of an event are always looked at: the last, with tabs of all kinds."""


class Seen(NamedTuple):
    """A write, and where its two files are."""

    name: str
    before: Path
    after: Path
    changes: list[Change]
    is_event: bool


def _writes_of_events(folder):
    for ruleset in RULESETS if IS_WHOLE else ["nisei-swiss"]:
        writes = [*Event(folder / f"{ruleset}.xlsx", ruleset, is_light=not IS_WHOLE).play()]
        for number, write in enumerate(writes if IS_WHOLE else writes[-LAST:]):
            yield f"{ruleset} {number}", write


def _writes_elsewhere(folder):
    begun = Event(folder / "begun.xlsx", "nisei-swiss", is_light=not IS_WHOLE).path.read_bytes()
    for name in MADE if IS_WHOLE else ALWAYS:
        host = Recording(folder / "elsewhere.xlsx")
        before = MADE[name](begun)
        host.path.write_bytes(before)
        pair_round(host)
        yield name, Written("pair", before, host.path.read_bytes(), host.changes)


@pytest.fixture(scope="module")
def seen(tmp_path_factory):
    """Writes, each with the file before and after it; what is after one is before the next."""
    folder = tmp_path_factory.mktemp("written")
    files, found = {}, []
    for name, write in (*_writes_of_events(folder), *_writes_elsewhere(folder)):
        for data in (write.before, write.after):
            if data not in files:
                files[data] = folder / f"file{len(files)}.xlsx"
                files[data].write_bytes(data)
        one, two = files[write.before], files[write.after]
        is_event = name not in MADE
        found.append(Seen(f"{name} {write.verb}", one, two, write.changes, is_event))
    return found


def test_a_spreadsheet_program_sees_no_other_change(seen, converted):
    """Looks, rules, dropdowns, notes, charts, print settings, sizes, names, hidden tabs: all that it knows."""
    faults = _differences(seen, converted)
    # Beside other programs it now and then writes blank columns of one file otherwise than of the next.
    again = [write for write in seen if write.name in faults]
    assert again == [] or _differences(again, converted) == {}, faults


def _differences(seen, converted):
    """What is otherwise after each write than before it, by the name of the write."""
    paths = [*dict.fromkeys(path for write in seen for path in (write.before, write.after))]
    flat = dict(zip(paths, converted("fods", *paths), strict=True))
    model = lru_cache(maxsize=2)(lambda path: Model(flat[path]))  # each takes 50 MB
    found = {
        write.name: list(differences(model(write.before), model(write.after), write.changes))
        for write in seen
    }
    return {name: faults for name, faults in found.items() if faults}


def _without_results(path, folder):
    """A copy in which no formula has been worked out."""
    parts = parts_of(path.read_bytes())
    for name in [name for name in parts if name.startswith("xl/worksheets/sheet")]:
        root = etree.fromstring(parts[name])
        for formula in root.iter(f"{{{MAIN}}}f"):
            cell = formula.getparent()
            cell.attrib.pop("t", None)
            for value in cell.findall(f"{{{MAIN}}}v"):
                cell.remove(value)
        parts[name] = etree.tostring(root)
    copy = folder / path.name
    copy.write_bytes(packed(parts))
    return copy


def test_what_formulas_show_in_the_file_is_what_a_spreadsheet_program_works_out(
    seen, converted, opened, tmp_path
):
    """Of the very files that were written: it reads formulas that cells share in its own way."""
    paths = [*dict.fromkeys(write.after for write in seen if write.is_event)]
    copies = [_without_results(path, tmp_path) for path in paths]
    wrong, count = [], 0
    for path, other in zip(paths, converted("xlsx", *copies), strict=True):
        formulas, shown, theirs = (
            opened(path),
            opened(path, values=True),
            opened(other, values=True),
        )
        for tab in formulas.worksheets:
            for cell in (c for row in tab.iter_rows() for c in row if c.data_type == "f"):
                ours = shown[tab.title][cell.coordinate].value
                its = theirs[tab.title][cell.coordinate].value
                count += 1
                if not is_same("" if ours is None else ours, its):
                    wrong.append(f"{tab.title}!{cell.coordinate}: {ours!r}, not {its!r}")
    assert wrong == []
    assert count > 100


def _without_footers(path, folder):
    """A copy without the time of day at the foot of every page."""
    parts = {
        name: re.sub(rb"<oddFooter>.*?</oddFooter>", b"", content, flags=re.DOTALL)
        for name, content in parts_of(path.read_bytes()).items()
    }
    copy = folder / path.name
    copy.write_bytes(packed(parts))
    return copy


@pytest.mark.parametrize("place", range(len(RULESETS)) if IS_WHOLE else [0])
def test_pages_with_the_same_words_are_the_same_pictures(
    seen, converted, printed_words, pictures, tmp_path, place
):
    """Colours, borders, charts and brackets as they were, on paper; and most pages stay as they are."""
    write = [write for write in seen if write.name.endswith(" type")][-1 - place]
    copies = [_without_footers(path, tmp_path) for path in (write.before, write.after)]
    before, after = (
        [*zip(re.findall(r"<page .*?</page>", printed_words(pdf), re.DOTALL), pictures(pdf), strict=True)]
        for pdf in converted("pdf", *copies)
    )  # fmt: skip
    now = dict(after)
    same = [words for words, picture in before if now.get(words) == picture]
    assert [words for words, picture in before if now.get(words, picture) != picture] == []
    assert len(same) > len(before) / 2
