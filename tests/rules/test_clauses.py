"""Clause accounting: no rule of the five documents is forgotten, and every answer holds."""

from __future__ import annotations

import ast
import importlib.util
import re
from collections import Counter
from functools import cache, reduce
from importlib import import_module
from itertools import groupby
from pathlib import Path

import pytest

from cases import each

ROOT = Path(__file__).parents[2]
RULES = ROOT.parent / "shared" / "rules"


def _clauses():
    """Give the list of rules, which stands beside this file."""
    spec = importlib.util.spec_from_file_location("clauses", Path(__file__).with_name("clauses.py"))
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


clauses = _clauses()
CLAUSES = clauses.CLAUSES

IDS = [clause.id for clause in CLAUSES]
TESTS = sorted({test for clause in CLAUSES for test in clause.tests})
IN_CODE = sorted(
    {
        name
        for clause in CLAUSES
        if clause.kind in {"implemented", "data"}
        for name in clause.where.split(", ")
    }
)


def of_kind(*kinds):
    """Give the clauses of some kinds, each a case named after it."""
    return [pytest.param(clause, id=clause.id) for clause in CLAUSES if clause.kind in kinds]


@cache
def functions(file):
    """Give the names of the functions of a test file; none if there is no such file."""
    path = ROOT / file
    if not path.is_file():
        return frozenset()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def text_of(name):
    """Give the text of a document, or skip where the documents are not at hand."""
    path = RULES / name
    if not path.is_file():
        pytest.skip(
            f"{path} is not there: put the folder of the rule documents beside the checkout"
        )
    return path.read_text(encoding="utf-8")


def listed_among(found):
    """Give those of the ids found in a document that are listed, in the order of the list."""
    return [id_ for id_ in IDS if id_ in set(found)]


# The answers


def test_no_two_clauses_share_an_id():
    """Every rule is listed once."""
    assert [id_ for id_, times in Counter(IDS).items() if times > 1] == []


def test_documents_are_listed_one_after_another():
    """The clauses of a document stand together, in the order of the documents."""
    documents = [document for document, _ in groupby(CLAUSES, key=lambda c: c.document)]
    assert documents == list(clauses.DOCUMENTS)


@each("clause", [pytest.param(clause, id=clause.id) for clause in CLAUSES])
def test_every_clause_has_an_answer(clause):
    """Every rule is told in a sentence, and has an answer of a known kind."""
    assert clause.kind in clauses.KINDS
    assert clause.where
    assert re.fullmatch(r"[A-Z0-9].*[^.]\.", clause.says)


@each("clause", of_kind("implemented"))
def test_what_is_implemented_is_tested(clause):
    """A rule that the program follows has a test that shows it."""
    assert clause.tests


@each("name", IN_CODE)
def test_what_is_named_can_be_imported(name):
    """Every function, attribute and table that is named as an answer is there."""
    module, _, path = name.partition(":")
    assert path
    assert reduce(getattr, path.split("."), import_module(module)) is not None


@each("test", TESTS)
def test_every_named_test_exists(test):
    """Every test that is named is a function of the file named."""
    file, _, name = test.partition("::")
    assert name in functions(file), f"{file} has no function {name}"


@each("clause", of_kind("people"))
def test_what_is_left_to_people_says_why(clause):
    """A rule that no software follows says in words what it is about."""
    assert re.fullmatch(r"[a-z][^:]+", clause.where)
    assert clause.tests == ()


# The documents


def test_every_number_of_ntp_is_listed():
    """The numbers that begin a line, 1.1 to 4.5, are all there in order."""
    text = text_of("netrunner-tournament-protocol-98.4.txt")
    numbers = re.findall(r"^\s*(\d(?:\.\d)+)\s", text, re.MULTILINE)
    found = [
        f"NTP {number}" + " (second)" * (number in numbers[:i]) for i, number in enumerate(numbers)
    ]
    assert (found[0], found[-1]) == ("NTP 1.1", "NTP 4.5")
    assert listed_among(found) == found


TRC_SECTIONS = {
    "Floor Rules": "TRC Floor",
    "Deck Construction Rules": "TRC Deck",
    "Modifications to Deck Construction rules;": "TRC SD deck",
    'Appendix A, "Pairings Chart"': "TRC App. A",
}


def test_every_number_of_trc_is_listed():
    """Floor rules with their numbers below, SD1 to SD5, decks and Appendix A are all there."""
    found, section = [], ""
    for line in text_of("trc-official-rules-1998.txt").splitlines():
        section = TRC_SECTIONS.get(line.strip(), section)
        if number := re.match(r"(SD\d|\d+(?:\.\d)+|\d+)\.\s", line):
            prefix = section if number[1].isdecimal() else "TRC"
            found.append(f"{prefix} {number[1]}")
    assert {"TRC Floor 10", "TRC 2.2.1", "TRC Deck 2", "TRC SD5", "TRC App. A 6"} <= set(found)
    assert listed_among(found) == found


def test_both_rules_of_nts_are_listed():
    """The two rules that the essay marks with an asterisk are there, and its two myths."""
    text = text_of("massey-netrunner-tournament-system.txt")
    starred = re.findall(r"^\* (?:The )?(\w+)", text, re.MULTILINE)
    found = {
        "It": "NTS myth: first side",
        "Game": "NTS myth: game scoring",
        "winners": "NTS rule 1",
        "tiebreaks": "NTS rule 2",
    }
    assert starred == list(found)
    assert listed_among(found.values()) == list(found.values())


def test_every_number_of_hex_is_listed():
    """Sections 1 to 7 and their numbers, 2.1 to 5.9, are all there in order."""
    text = text_of("neuroshima-hex-portalcon-2022.pl.txt")
    found = [f"HEX {n}" for n in re.findall(r"^(\d(?:\.\d)?)\.? [^\W\d]", text, re.MULTILINE)]
    assert {"HEX 2.1", "HEX 4.6", "HEX 5.9", "HEX 7"} <= set(found)
    assert listed_among(found) == found


def key(heading):
    """Give a heading, or a part of an id, as they are compared: no number, no capitals."""
    bare = heading.strip("*: ").casefold().removesuffix(" and procedure")
    return re.sub(r" \d\w?$", "", bare)


def keys_of(id_):
    """Give the headings that an id stands for: each part alone, and below the first."""
    first, *others = (key(part) for part in id_.partition(" ")[2].split(": "))
    return {(first,), *((other,) for other in others), *((first, other) for other in others)}


def op_headings(text):
    """Give the headings of OP; what only divides an infraction comes with the infraction."""
    above = ""
    for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE):
        if key(heading) in {"resolution", "clarifications"}:
            yield above, key(heading)
        else:
            above = key(heading)
            yield (above,)


def test_every_heading_of_op_is_listed():
    """Every heading is the id of a rule or a part of one, in the order of the document."""
    headings = list(op_headings(text_of("nisei-organized-play-policies-1.4.md")))
    listed = [keys_of(id_) for id_ in IDS if id_.startswith("OP ")]
    places = {
        heading: next((i for i, keys in enumerate(listed) if heading in keys), None)
        for heading in headings
    }
    assert [heading for heading, place in places.items() if place is None] == []
    assert list(places.values()) == sorted(places.values())


# The page


def test_the_page_is_what_the_list_says():
    """The page in docs is printed from the list and never written by hand."""
    printed = clauses.PAGE.read_text(encoding="utf-8") if clauses.PAGE.is_file() else ""
    assert printed == clauses.page(), f"{clauses.PAGE.name} is out of date; run: {clauses.COMMAND}"
