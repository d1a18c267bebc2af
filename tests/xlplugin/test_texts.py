"""Every text that people see is in the catalogue, and a language is one file."""

from __future__ import annotations

import ast
import html
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from string import Formatter

import other_letters
import pytest

from engine import RULESETS
from engine.reasons import Kind
from xlplugin.ground import languages, texts
from xlplugin.ground.catalogues import CONTEXT, read_po
from xlplugin.numbers.season.people import OTHER_NAME
from xlplugin.parts import styles, workbook
from xlplugin.roster.files import KINDS, plain
from xlplugin.setup.python import QUESTION
from xlplugin.setup.steps import TRIAL
from xlplugin.templates.names import names as names_of_tabs
from xlplugin.templates.ruleset_patterns import layouts_of
from xlplugin.workbook.drawings import shared
from xlplugin.workbook.layouts import event_tab, round_tabs
from xlplugin.workbook.live_patterns import Look
from xlplugin.workbook.old_looks import HELPS
from xlplugin.workbook.writing.in_language import layout_in_language

from sources import program

catalogue = program("catalogue")

ROOT = Path(__file__).parents[2]
HELPERS = ROOT / "tests" / "helpers"
LANGUAGES = sorted((ROOT / "xlplugin" / "locale").glob("*.po"))
DATA = {
    "xlplugin/roster/files.py": {*KINDS},
    "xlplugin/numbers/season/people.py": {OTHER_NAME},
    "xlplugin/parts/styles.py": {styles.ORDER},
    "xlplugin/parts/workbook.py": {workbook.ORDER},
    "xlplugin/setup/python.py": {QUESTION},
    "xlplugin/setup/steps.py": {TRIAL},
    "xlplugin/workbook/old_looks.py": {
        *HELPS, *(re.split(r"\d", beginning)[0] for beginning in HELPS),
    },
}  # fmt: skip
"""Texts that nobody reads: headers of a roster or a list of names, elements of a schema, programs, older helps."""
MODULES = sorted([*(ROOT / "engine").rglob("*.py"), *(ROOT / "xlplugin").rglob("*.py")])
SENTENCE = re.compile(
    r"^(?!xl |OP, |: |(?:(?:top|bottom|left|right) ?)+$).*[a-z]{2,},? [a-z]{2,},? [a-z]{2,}",
    re.DOTALL,
)
"""Three words and more, which are no style of a cell, none of its edges, and cite no rule."""


def places(text):
    """The names of the places in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


# what is collected


def test_a_terminal_rounds_like_a_spreadsheet_program():
    """Half of one goes up: a share is the same number wherever it is read."""
    assert [texts.rounded(100 * share, 1) for share in (0.1945, 0.6585, 1 / 3)] == [
        "19.5", "65.9", "33.3",
    ]  # fmt: skip
    assert [texts.rounded(number, 0) for number in (62.5, 0.0, 100.0)] == ["63", "0", "100"]


def test_the_catalogue_is_what_the_sources_give():
    """A text that was added, changed or removed is so in the catalogue too."""
    assert catalogue.POT.read_text(encoding="utf-8") == catalogue.catalogue(), (
        "xlplugin/locale/xlplugin.pot is not what its sources give: run python templates/catalogue.py"
    )


def faults_of_method(call):
    """What is wrong with a call that fills in the same values into several texts, or into none."""
    for argument, text in zip(
        call.node.args[catalogue.METHODS[call.function]], call.texts, strict=True
    ):
        if text is None and not isinstance(argument, ast.Name | ast.Attribute | ast.Subscript):
            return ["a text is no literal"]
    given = {keyword.arg for keyword in call.node.keywords}
    needed = {place for text in call.texts if text for place in places(text)}
    is_known = None not in given and None not in call.texts
    is_right = needed == given if is_known else None in given or needed <= given
    return [] if is_right else [f"{needed} are not {given}"]


def faults(call):
    """What is wrong with a call that marks a text."""
    if call.function in catalogue.METHODS:
        return faults_of_method(call)
    if None in call.texts or not call.texts:
        first = [type(argument) for argument in call.node.args[:1]]
        is_template = call.function in ("t", "tn") and first in (
            [ast.Name],
            [ast.Attribute],
            [ast.Subscript],
        )
        return [] if is_template else ["a text is no literal"]
    if call.node is None or call.function in ("msg", "msgn"):
        return []
    given = {keyword.arg for keyword in call.node.keywords} | (
        {"n"} if call.function == "tn" else set()
    )
    needed = [places(text) for text in call.texts]
    if None in given:  # a mapping, whose keys only a run can tell
        return (
            [] if given - {None} <= set.union(*needed) else [f"{needed} have no place for {given}"]
        )
    may_be_left_out = {"n"} if call.function == "tn" else set()
    is_right = given - may_be_left_out <= needed[-1] <= given and needed[0] <= needed[-1]
    return [] if is_right else [f"{needed} are not {given}"]


def test_every_call_has_a_literal_with_a_place_for_every_value():
    """What is put together at run time would be in no catalogue; a place without a value is an error."""
    wrong = {call.place: faults(call) for call in catalogue.calls()}
    assert {place: fault for place, fault in wrong.items() if fault} == {}


@pytest.mark.parametrize(
    "code",
    ['t(f"{n} a")', 't("a" + b)', 't("{n} a".format(n=1))', 't("{n} a")', 't("a", n=1)', "t()",
     'tn("{n} a", "b", n)', 'tn("{n} a", f"{n} b", n)', "msg(text + more)", 't("a" if b else "c")',
     'row.problem("No", f"{n}", "a")', 'row.problem("No", "a", "{n}")', 'event.add_warning("a", n=1)',
     'row.problem("No", "a", "b" if c else "d")', 'event.add_warning("{n} a")'],
)  # fmt: skip
def test_a_call_that_cannot_be_translated_is_found(code, tmp_path, monkeypatch):
    """Each of the mistakes, in a module of its own."""
    module = tmp_path / "module.py"
    module.write_text(f"from xlplugin.ground.texts import msg, t, tn\n{code}\n")
    monkeypatch.setattr(catalogue, "ROOT", tmp_path)
    (call,) = catalogue.calls_in_python(module)
    assert faults(call)


def test_every_text_of_the_page_s_scripts_is_a_literal():
    """Else it would not be found, and stay English."""
    for path in [path for path in catalogue.page_files() if path.suffix == ".js"]:
        script = path.read_text(encoding="utf-8")
        marked = len(re.findall(r"(?<![\w.])tn?\(", script))
        assert marked == sum(1 for _ in catalogue.calls_in_page(path)), path.name


def called(node):
    """The name of the function or method that a call calls."""
    return getattr(node.func, "id", getattr(node.func, "attr", ""))


def is_mistake_of_program(statement):
    """Whether a statement tells of a mistake of a program's, not of an organizer's."""
    told = ("raise ValueError(message)", "raise PartError(")
    return isinstance(statement, ast.Raise) and ast.unparse(statement).startswith(told)


def constants(module, *without):
    """The texts in a module, but for docstrings and what is inside calls of some functions."""
    tree = ast.parse(module.read_text(encoding="utf-8"))
    left_out = set()
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left_out.add(node.value)
        elif isinstance(node, ast.Call) and called(node) in without:
            left_out.update(inner for argument in node.args for inner in ast.walk(argument))
        elif isinstance(node, ast.ClassDef) and "StrEnum" in map(ast.unparse, node.bases):
            left_out.update(ast.walk(node))  # kinds, and what is chosen in cells
        elif isinstance(body, list) and is_mistake_of_program(body[-1]):
            left_out.update(n for line in body[-2:] for n in ast.walk(line))
    nodes = (node for node in ast.walk(tree) if isinstance(node, ast.Constant))
    return [n.value for n in nodes if isinstance(n.value, str) and n not in left_out]


def names():
    """The names of several words that cells, settings and citations have in every language."""
    for ruleset in RULESETS.values():
        yield from (ruleset.title, ruleset.document)
        for setting in event_tab.settings_for(ruleset):
            yield setting.name
        for option in ruleset.options:
            yield from option.choices
        for infraction in ruleset.penalties.infractions if ruleset.penalties else ():
            yield from (infraction.name, infraction.case, infraction.clause)
        yield from (tiebreak.name for tiebreak in ruleset.tiebreaks({}, 1))
    layouts = [layout for ruleset in RULESETS.values() for layout in layouts_of(ruleset)]
    yield from (header for layout in layouts for header in layout.headers())
    yield shared.NAMES
    yield from Kind  # out of sight on Pairing notes


def test_no_sentence_is_outside_the_catalogue():
    """Wherever it is said, a language has a place for it."""
    known, without = "\n".join(names()), (*catalogue.MARKS, *catalogue.METHODS, "compile", "Draws")
    sentences = {
        name: found
        for module in MODULES
        for name in [module.relative_to(ROOT).as_posix()]
        if (
            found := [
                text
                for text in constants(module, *without)
                if SENTENCE.match(text) and text not in known and text not in DATA.get(name, ())
            ]
        )
    }
    assert sentences == {}


def test_what_is_no_sentence_is_what_it_is_said_to_be():
    """Headers are known as they stand there, and a program is one: nothing else can hide among them."""
    assert [header for header in KINDS if plain(header) != header] == []
    assert len(ast.parse(QUESTION).body) > 3
    assert len(ast.parse(TRIAL).body) > 3


# languages


def test_languages_have_texts_of_the_catalogue_with_their_places():
    """A place that is missing or misspelt would be seen by an organizer first."""
    known = catalogue.texts() | {f"{kind}{CONTEXT}{name}": "" for name, kind in names_of_tabs()}
    for path in LANGUAGES:
        for text, forms in read_po(path.read_text(encoding="utf-8")).texts.items():
            assert text in known
            for form in forms:
                assert places(form) <= places(text) | places(known[text]), text


PO = r"""
# somebody's
msgid ""
msgstr ""
"Language: xx\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n<5 ? 1 : 2);\n"

#, python-brace-format
msgid "{n} player"
msgid_plural "{n} players"
msgstr[0] "one {n}"
msgstr[1] "some {n}"
msgstr[2] "many {n}"

#, fuzzy
msgid "Name"
msgstr "Not this"

msgid ""
"a \"b\"\n"
"c"
msgstr "d"

msgid "Round"
msgstr ""

#~ msgid "gone"
#~ msgstr "g"
"""


def test_a_po_file_is_read_as_gettext_reads_it():
    """Plural rules, texts over several lines; what is fuzzy, obsolete or blank stays English."""
    read = read_po(PO)
    assert read.language == "xx"
    assert read.texts == {"{n} player": ["one {n}", "some {n}", "many {n}"], 'a "b"\nc': ["d"]}
    assert [read.form_of(n) for n in (1, 2, 5)] == [0, 1, 2]


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({}, "en"),
        ({"LANG": "xx_YY.UTF-8"}, "xx"),
        ({"LC_ALL": "en_GB", "LANG": "xx"}, "en"),
        ({"LANGUAGE": "zz:xx"}, "xx"),
        ({"LANG": "xx", "XLPLUGIN_LANGUAGE": "en"}, "en"),
        ({"XLPLUGIN_LANGUAGE": "zz", "LANG": "xx"}, "en"),
    ],
)
def test_the_language_is_that_of_the_variable_or_of_the_system(
    variables, language, monkeypatch, tmp_path
):
    """The first that there is a file for, unless English comes before it."""
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG", languages.LANGUAGE):
        monkeypatch.setenv(name, variables.get(name, ""))
    monkeypatch.setattr(languages, "files", lambda _: tmp_path)
    monkeypatch.setattr(sys, "platform", "linux")
    (tmp_path / "locale").mkdir()
    (tmp_path / "locale" / "xx.po").write_text(PO, encoding="utf-8")
    assert languages._catalogue().language == language


@pytest.mark.parametrize("translated", ["Runde {m}", "Runde {n", "{}"])
def test_a_translation_with_a_place_that_nothing_fills_is_left_out(translated):
    """A slip of the translator's does not stop an event: the text stays English."""
    read = read_po(f'msgid "Round {{n}}"\nmsgstr "{translated}"\n\nmsgid "Name"\nmsgstr "N"\n')
    assert read.texts == {"Name": ["N"]}


@pytest.mark.parametrize("content", [None, 'msgid "Name"\nmsgstr "\\q"\n'])
def test_a_file_of_translations_that_cannot_be_read_is_named(content, monkeypatch, tmp_path):
    """In one line, before anything else is done."""
    file = tmp_path / "xx.po"
    if content:
        file.write_text(content, encoding="utf-8")
    monkeypatch.setenv(languages.LANGUAGE, str(file))
    with pytest.raises(SystemExit, match=f"{languages.LANGUAGE}=.*xx.po: "):
        languages._catalogue()


# a language that is made up


def bracketed(text):
    """A text in brackets, but for its places."""
    parts = re.split(r"(\{.*?\})", text)
    return "".join(part if i % 2 or not part else f"⟦{part}⟧" for i, part in enumerate(parts))


def pseudo_language():
    """A language in which every text is in brackets."""
    header = 'msgid ""\nmsgstr "Language: xx\\nPlural-Forms: nplurals=2; plural=(n != 1);\\n"\n'
    entries = [header]
    for one, many in catalogue.texts().items():
        quoted, translated = json.dumps(one), json.dumps(bracketed(one))
        entries.append(
            f"msgid {quoted}\nmsgid_plural {json.dumps(many)}\nmsgstr[0] {translated}\n"
            f"msgstr[1] {json.dumps(bracketed(many))}\n"
            if many
            else f"msgid {quoted}\nmsgstr {translated}\n"
        )
    return "\n".join(entries)


def on_one_line(text):
    """A text on one line."""
    return " ".join(text.split())


def test_a_look_has_the_same_name_whatever_its_help_says():
    """So that a running Excel finds it in a workbook of another language or version."""

    def looks():
        layouts = [round_tabs.round_layout(1, ruleset, {}) for ruleset in RULESETS.values()]
        seen = map(layout_in_language, layouts)
        return [Look.of(column) for layout in seen for column in layout.columns]

    in_english = looks()
    with languages.speaking(read_po(pseudo_language())):
        translated = looks()
    assert [look.help for look in translated] != [look.help for look in in_english]
    assert [look.name for look in translated] == [look.name for look in in_english]


OF_CLICK = (
    "[OPTIONS]", "COMMAND [ARGS]...", "[required]", "XX", "INTEGER RANGE", "TEXT", "NAME", "HASH|PAGE", "PAGE",
)  # fmt: skip
"""What the library of the command line says by itself."""


ACTIONS = (
    "New", "Import", "Setting", "Status", "Name", "Number", "Pair", "Pair again", "Standings", "Cut", "Tiebreaker",
    "Undo", "Swap", "Move", "Late", "Publish", "Clock", "Print", "Lists", "Penalties", "Statistics", "Corrected",
)  # fmt: skip
"""The actions of ``Log``, by which its lines are sorted and filtered."""
TYPED = re.compile(
    r"(?<!\w)--?[a-z][a-z-]*|(?<!\w)xlplugin( (?:[a-z]+|--[a-z-]+|\S+\.xls[xm]))*|'Nobody'"
)
"""Commands and options, as they are typed."""

HASH = re.compile(r"\b[0-9a-f]{64}\b")


def without(text, names):
    """A text without commands, and without any of some names, given longest first."""
    text = HASH.sub(" ", TYPED.sub(" ", text))
    for name in names:
        if name in text:
            text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", " ", text)
    return on_one_line(text)


@pytest.mark.slow
def test_whatever_is_seen_is_translated_or_a_name(tmp_path):
    """In a whole event and in all commands, no English is left but names that files rely on."""
    language = tmp_path / "xx.po"
    language.write_text(other_letters.po(), encoding="utf-8")
    folder = tmp_path / "event"
    folder.mkdir()
    run = subprocess.run(
        [sys.executable, HELPERS / "whole_event.py", folder],
        env={**os.environ, languages.LANGUAGE: str(language), "PYTHONUTF8": "1"},
        capture_output=True, text=True, encoding="utf-8", check=False,
    )  # fmt: skip
    assert run.returncode == 0, run.stderr
    seen = json.loads(run.stdout)
    names = {
        *OF_CLICK, *ACTIONS, *seen["names"], *RULESETS, *Kind, "Missing", event_tab.STARTERS,
        "Final standings", "TRC 6/23/98", "Result 1", "Result 2",
    }  # fmt: skip
    for ruleset in RULESETS.values():
        names |= {ruleset.title, ruleset.document}
    rest = sorted({on_one_line(n) for n in names if len(n) > 2}, key=len, reverse=True)
    left = {}
    for place, text in seen["texts"]:
        english = on_one_line(html.unescape(text))
        left.setdefault(english, place)
    english = {}
    for text, place in left.items():
        told = (
            re.sub(r"(?<!\w)xlplugin .*$", "", text) if place.endswith("--help") else text
        )  # examples
        remaining = re.findall("[a-z]{3,}", without(told, rest).lower())
        if rest_of := sorted({*remaining}):
            english[place] = f"{rest_of}: {text}"
    (tmp_path / "left.json").write_text(json.dumps(english, indent=1))
    assert english == {}
