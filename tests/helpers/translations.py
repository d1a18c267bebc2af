"""What is wrong with the catalogue of a language: ``python tests/helpers/translations.py FILE.po`` lists it.

No judge of language is here, only of what a program can tell: whether all is there, fits, and says the same name
for the same thing.
"""

from __future__ import annotations

import re
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from rich.cells import cell_len

from engine import RULESETS
from xlplugin.ground.catalogues import CONTEXT, Catalogue, read_po
from xlplugin.ground.names import folded, with_places
from xlplugin.verbs.list import BUTTONS
from xlplugin.workbook.layouts import event_tab

from sources import program

catalogue, names_of = program("catalogue"), program("names")

# How long a text may be: in letters, of which a Japanese one takes up two
LONGEST_TAB, LONGEST_NUMBER = 31, 3
"""Excel's limit for the name of a tab, and the digits of a number in one."""
NOT_IN_TABS = re.compile(r"[\[\]:*?/\\']")
LONGEST_LABEL, LONGEST_FIRST, LONGEST_GROUP = 30, 22, 30
"""On a button, on the first of those on Event, whose letters are larger, and under a group of the ribbon."""
LONGEST_HELP = 255
"""Excel's limit for what is shown beside a cell."""
LONGEST_TIP = 1024
"""Excel's limit for what is shown below a button of the ribbon."""
ROOM = {"setting": 34, "choice": 40}
"""The room for names that are not beside a header, unless it is no more than half again as long as the English."""

ENGLISH_WORDS = frozenset(
    [
        "the",
        "and",
        "with",
        "which",
        "from",
        "their",
        "there",
        "have",
        "been",
        "this",
        "that",
        "they",
        "were",
        "your",
        "when",
        "where",
        "who",
        "what",
        "will",
        "would",
        "should",
        "cannot",
        "must",
        "not",
        "for",
        "are",
        "you",
        "has",
        "its",
        "of",
        "is",
        "was",
        "be",
        "at",
        "by",
        "or",
        "as",
        "if",
        "then",
        "than",
        "them",
        "these",
        "those",
        "into",
        "only",
    ]
)
"""Words that no sentence is without for long."""
ALSO = {
    "de": {"was", "is", "as", "at", "by", "be", "or"}, "fr": {"or", "as", "at", "are", "if"},
    "es": {"as", "is"}, "it": {"is", "as", "or"}, "pl": {"by", "is", "at", "or"}, "ja": set(),
}  # fmt: skip
"""Those of them that are words of a language, too."""
MARKS = '"*`\u00ab\u00bb\u2018\u2019\u201a\u201c\u201d\u201e\u2039\u203a\u300c\u300d\u300e\u300f'
"""Of quotation, in any language."""
QUOTED = re.compile(
    rf"[{MARKS}][^{MARKS}]*[{MARKS}]|xlplugin [a-z-]+|--[a-z-]+|\{{[^{{}}]*\}}|[\w./]+\.\w+|\w+=\d+(?:,[\w ]+=\d+)*"
)
"""What stays as it is: what is quoted or typed, places, files."""
SAME = re.compile(r"[^\W\d_]{3,}")
ORDINARY = {
    "Add players", "Extra minutes", "Games won", "Go to", "Head to head", "Matches won", "Start score",
    "Swap players", "Take results", "What to do",
}  # fmt: skip
"""Names that are also plain words in our sentences."""


class Text(NamedTuple):
    """A text of the program: its kind (``""`` for a sentence), its English, and its plural."""

    kind: str
    one: str
    many: str = ""


names = cache(names_of.names)


@cache
def wanted() -> list[Text]:
    """Every text that a language must have."""
    found = [Text("", one, many) for one, many in catalogue.texts().items()]
    return found + [Text(kind, name) for name, kind in names()]


def forms_of(language: Catalogue, text: Text) -> list[str]:
    """A text in all its forms; none if it is missing."""
    key = f"{text.kind}{CONTEXT}{text.one}" if text.kind else text.one
    return list(language.texts.get(key, ()))


def faults(language: Catalogue) -> list[str]:
    """Everything that is wrong with a language."""
    checks = (
        missing,
        unknown,
        places,
        plural_forms,
        tabs,
        twice,
        room,
        buttons,
        helps,
        half_english,
        quoted_names,
    )
    return [fault for check in checks for fault in check(language)]


def missing(language: Catalogue) -> Iterator[str]:
    """The texts that it lacks."""
    for text in wanted():
        if not any(forms_of(language, text)):
            yield f"missing: {text.kind} {text.one!r}"


def unknown(language: Catalogue) -> Iterator[str]:
    """The texts that it has, and the program has not."""
    known = {f"{text.kind}{CONTEXT}{text.one}" if text.kind else text.one for text in wanted()}
    yield from (f"of no use: {key!r}" for key in language.texts if key not in known)


def places_in(text: str) -> set[tuple[str, str, str]]:
    """The places of a text, each with how it is filled in."""
    return {(n, s or "", c or "") for _, n, s, c in Formatter().parse(text) if n is not None}


def places(language: Catalogue) -> Iterator[str]:
    """The places that were lost or invented; a form may say a number in words."""
    for text in wanted():
        english = places_in(text.one) | places_in(text.many)
        for form in forms_of(language, text):
            try:
                there = places_in(form)
            except ValueError:
                yield f"a brace is open: {text.one!r}"
                continue
            needed = places_in(text.one) - ({("n", "", "")} if text.many else set())
            lost = {name for name, *_ in needed - there}
            if lost or there - english:
                yield f"places {sorted(lost)} lost, {sorted(there - english)} invented: {text.one!r}"


def plural_forms(language: Catalogue) -> Iterator[str]:
    """Texts with another number of forms than its rule has."""
    forms = {language.form_of(n) for n in range(1000)}
    if forms != set(range(len(forms))):
        yield f"the rule of plurals leaves out a form: {sorted(forms)}"
    for text in wanted():
        there = forms_of(language, text)
        if there and len(there) != (len(forms) if text.many else 1):
            yield f"{len(there)} forms: {text.one!r}"


def tabs(language: Catalogue) -> Iterator[str]:
    """Names that Excel takes for no tab."""
    for text in wanted():
        for name in forms_of(language, text) if text.kind == "tab" else ():
            longest = len(re.sub(r"\{\w+\}", "9" * LONGEST_NUMBER, name))
            if longest > LONGEST_TAB or NOT_IN_TABS.search(name) or name != name.strip():
                yield f"no name for a tab: {name!r}"


def twice(language: Catalogue) -> Iterator[str]:
    """Two things of one name: tabs, settings, columns of a tab, choices of one column, buttons."""
    groups: dict[str, list[str]] = defaultdict(list)
    for (name, kind), where in names().items():
        local = "".join(forms_of(language, Text(kind, name))[:1])
        for place in where if kind in ("column", "choice") else [""]:
            groups[f"{kind} {place}"].append(local)
    for place, locals_ in groups.items():
        for name, count in Counter(map(folded, filter(None, locals_))).items():
            if count > 1:
                yield f"{count} times in {place}: {name!r}"
    labels = [forms_of(language, Text("", button.label)) for _, button in BUTTONS]
    for label, count in Counter(folded(*label) for label in labels if label).items():
        if count > 1:
            yield f"{count} buttons are called {label!r}"
    for group in {button.group for _, button in BUTTONS}:
        of_group = [forms_of(language, Text("", b.label)) for _, b in BUTTONS if b.group == group]
        keys = [
            key.lower() for label in of_group for key in re.findall(r"[~&](\w)", "".join(label))
        ]
        yield from (f"two keys {key!r} in {group!r}" for key, n in Counter(keys).items() if n > 1)


@cache
def widths() -> dict[str, float]:
    """The width of the narrowest column of a header, in letters."""
    found: dict[str, float] = {}
    for ruleset in RULESETS.values():
        for layout in names_of._layouts(ruleset):
            for column in layout.columns:
                if column.width:
                    header = with_places(column.header)
                    found[header] = min(found.get(header, 1000), column.width)
    return found


def room(language: Catalogue) -> Iterator[str]:
    """Headers with a word that is wider than the column, and names that are too long where they stand."""
    for text in wanted():
        for name in forms_of(language, text):
            if text.kind == "column" and (width := widths().get(text.one)):
                longest = max(map(cell_len, re.split(r"[\s\u00ad-]", text.one)))
                words = [word for word in re.split(r"[\s\u00ad\u3040-\u9fff-]", name) if word]
                if any(cell_len(word) > max(width, longest) for word in words):
                    yield f"wider than its column ({width:g}): {text.one!r}, {name!r}"
            elif (most := ROOM.get(text.kind)) and cell_len(name) > max(most, 1.5 * len(text.one)):
                yield f"longer than {most}: {text.one!r}, {name!r}"


def buttons(language: Catalogue) -> Iterator[str]:
    """Labels, groups and tips that do not fit."""
    first = next(button for _, button in BUTTONS if button.is_on_event)
    for _, button in BUTTONS:
        most = LONGEST_FIRST if button is first else LONGEST_LABEL
        for english, longest in (
            (button.label, most),
            (button.group, LONGEST_GROUP),
            (button.help, LONGEST_TIP),
        ):
            for form in forms_of(language, Text("", english)):
                if cell_len(form) > longest:
                    yield f"longer than {longest}: {english!r}, {form!r}"


@cache
def shown_beside_cells() -> frozenset[str]:
    """The helps of columns and settings."""
    found = {s.help for ruleset in RULESETS.values() for s in event_tab.settings_for(ruleset)}
    for ruleset in RULESETS.values():
        for layout in names_of._layouts(ruleset):
            found |= {column.help for column in layout.columns}
    return frozenset(found - {""})


def helps(language: Catalogue) -> Iterator[str]:
    """Helps of cells that Excel would cut off."""
    for english in shown_beside_cells():
        for form in forms_of(language, Text("", english)):
            if len(form) > LONGEST_HELP:
                yield f"{len(form)} letters beside a cell: {english!r}"


def half_english(language: Catalogue) -> Iterator[str]:
    """Translations with more than one word that only English has, or that are the English."""
    own = ALSO.get(language.language, set())
    for text in wanted():
        for form in forms_of(language, text) if not text.kind else ():
            words = re.findall(r"[a-z]+", QUOTED.sub(" ", form))
            if len(left := {*words} & (ENGLISH_WORDS - own)) > 1:
                yield f"half English ({', '.join(sorted(left))}): {form!r}"
            elif form in (text.one, text.many) and len(SAME.findall(QUOTED.sub(" ", form))) > 3:
                yield f"as in English: {form!r}"


def quoted_names(language: Catalogue) -> Iterator[str]:
    """Sentences that name a tab, a column, a setting or a button otherwise than it is called.

    Only names of several words are looked for: one alone may be a plain word.
    """
    called = _called(language)
    pattern = re.compile(
        "|".join(rf"(?<![\w-]){re.escape(name)}(?![\w-])" for name in called) or "(?!)"
    )
    for text in wanted():
        if text.kind or text.one in called:
            continue
        for name in pattern.findall(text.one):
            for form in forms_of(language, text):
                if not any(folded(local) in folded(form) for local in called[name]):
                    yield f"{name} is {sorted(called[name])}: {form!r}"


def _called(language: Catalogue) -> dict[str, set[str]]:
    """What names of several words are called."""
    called: dict[str, set[str]] = defaultdict(set)
    labels = [Text("", button.label) for _, button in BUTTONS]
    named = [t for t in wanted() if t.kind in ("tab", "column", "setting") and "{" not in t.one]
    for text in (*named, *labels):
        if " " in text.one and text.one not in ORDINARY:
            called[text.one].update(forms_of(language, text))
    return {name: locals_ for name, locals_ in sorted(called.items(), reverse=True) if locals_}


if __name__ == "__main__":
    for line in faults(read_po(Path(sys.argv[1]).read_text(encoding="utf-8"))):
        sys.stdout.write(f"{line}\n")
