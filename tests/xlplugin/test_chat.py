"""Pairings and standings for chat services: aligned, short enough, and harmless."""

from __future__ import annotations

import re

import pytest

from xlplugin.exports import chat
from xlplugin.exports.chat import MOST, length, messages, width_of
from xlplugin.exports.format import Needs
from xlplugin.verbs import cut as cutting
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import share


def told(event, what="all", limit=MOST):
    """The messages of an event."""
    return messages(share(event.event, Needs.PAIRINGS, what), what, limit)


def blocks(message):
    """The code blocks of a message, as lines."""
    found = re.findall(r"^```\n(.*?)^```$", message, re.DOTALL | re.MULTILINE)
    return [block.splitlines() for block in found]


@pytest.fixture
def played(in_memory):
    """One round played, the next one paired."""

    def begin(players=8, **settings):
        event = in_memory(players, **settings)
        pair_round(event.host)
        event.play("Round 1")
        pair_round(event.host)
        return event

    return begin


def test_the_newest_round_comes_before_the_standings(played):
    """Where everybody sits is what they ask for."""
    (message,) = told(played())
    pairings, standings = blocks(message)
    assert pairings[0] == "Spring Cup: Round 2"
    assert pairings[2].split() == ["Table", "Player", "1", "Player", "2", "Result"]
    assert len(pairings) == 3 + 4
    assert standings[0] == "Spring Cup: standings after round 1"
    assert len(standings) == 3 + 8


def test_before_a_round_is_complete_there_are_its_pairings(in_memory):
    """Nobody waits for standings to know where to sit."""
    event = in_memory(4)
    pair_round(event.host)
    (message,) = told(event)
    assert [block[0] for block in blocks(message)] == ["Spring Cup: Round 1"]


@pytest.mark.parametrize(
    ("what", "titles"), [("rounds", ["Round 2"]), ("standings", ["standings after round 1"])]
)
def test_what_says_which(played, what, titles):
    """Only one of the two."""
    (message,) = told(played(), what)
    assert [block[0].removeprefix("Spring Cup: ") for block in blocks(message)] == titles


def test_results_are_shown_beside_their_match(played):
    """And what they came about by; a bye has a table and no result."""
    event = played(7)
    event.type("Round 2", 2, P1_Corp="W", P1_Runner="L")
    event.type("Round 2", 3, Special="ID")
    lines = blocks(told(event)[0])[0][3:]
    assert lines[0].endswith("  3 - 3")
    assert lines[1].endswith("  3 - 3 ID")
    assert lines[2].split()[-1].isdecimal()
    assert lines[3].endswith("  bye")


def test_the_elimination_tells_sides_and_who_won(in_memory):
    """As it is typed."""
    event = in_memory(4, Rounds="1", Cut="2")
    pair_round(event.host)
    event.play("Round 1")
    cutting.cut(event.host, None)
    event.type("Cut 1", 2, Corp=1, Winner=2)
    lines = blocks(told(event)[0])[0]
    assert lines[0] == "Spring Cup: Cut 1"
    assert "(Corp)" in lines[3]
    assert "(Runner)" in lines[3]
    assert lines[3].endswith("lost - won")


def test_a_round_that_is_not_published_is_not_told(played):
    """The one before it is the newest that others may see."""
    event = played(**{"Publish rounds": "When told"})
    titles = [block[0] for message in told(event) for block in blocks(message)]
    assert titles == ["Spring Cup: Round 1", "Spring Cup: standings after round 1"]


@pytest.mark.parametrize("limit", [300, 2000])
def test_messages_are_no_longer_than_the_limit(played, limit):
    """Every one has title and headers, and nobody is left out."""
    made = told(played(100), limit=limit)
    assert all(length(message) <= limit for message in made)
    lines = [line for message in made for block in blocks(message) for line in block[3:]]
    assert len(lines) == 50 + 100
    headers = {block[2].split()[0] for message in made for block in blocks(message)}
    assert headers == {"Table", "Rank"}
    numbered = blocks(made[0])[0][0].startswith("Spring Cup: Round 2 (1/")
    assert numbered == (limit < 2000)


def test_emoji_count_as_chat_services_count_them(played):
    """A character outside the basic plane takes two."""
    event, cats = played(60), "\U0001f431" * 8
    for row in range(2, 62):
        event.type("Players", row, Name=f"{cats} {row}")
    assert all(length(message) <= 500 for message in told(event, limit=500))


def test_a_line_longer_than_the_limit_is_refused(played):
    """Half a line would be worse than none."""
    with pytest.raises(ValueError, match=r"^\d+$") as refused:
        told(played(), limit=60)
    assert refused.value.args[0] > 60


def test_columns_are_aligned_whatever_letters_names_have(played):
    """Wide letters take two places, accents and what is not seen none."""
    event = played()
    for row, name in enumerate(
        ("\u5c71\u7530\u592a\u90ce", "Zoe\u0301", "\U0001f431 cat", "@everyone"), 2
    ):
        event.type("Players", row, Name=name)
    header, *lines = blocks(told(event, "standings")[0])[0][2:]
    end = width_of(header[: header.index("Points") + len("Points")])
    for line in lines:
        length_there = next(n for n in range(len(line)) if width_of(line[:n]) == end)
        assert line[length_there - 1].isdecimal()
        assert line[length_there : length_there + 2] == "  "


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Ann", "Ann"),
        ("a ```` b", "a \u02cb\u02cb\u02cb\u02cb b"),
        ("@everyone", "@\u200beveryone"),
        ("<@123> @here", "<@\u200b123> @\u200bhere"),
        ("two\nlines\tand \x07a bell", "two lines and a bell"),
        ("\u202eturned round\u202c", "turned round"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u2068\u05e9\u05dc\u05d5\u05dd\u2069"),
        ("A name that goes on and on and on", "A name that goes on and\u2026"),
        ("\u5c71" * 20, "\u5c71" * 11 + "\u2026"),
    ],
)
def test_names_are_short_and_harmless(name, shown):
    """No block is ended, nobody called, no line broken or turned around."""
    assert chat.cut(name) == shown
    assert width_of(shown) <= chat.MOST_OF_A_NAME


def test_a_tiebreak_that_nobody_needed_is_left_out(in_memory):
    """A column of nothing takes the place of something: here nobody's lot was drawn."""
    event = in_memory(2)
    pair_round(event.host)
    event.play("Round 1")
    headers = blocks(told(event, "standings")[0])[0][2].split()
    assert headers == ["Rank", "Player", "Points", "SoS", "xSoS"]


def test_messages_are_numbered_files_where_a_limit_is_given(make_event):
    """Each is a file, ready to be pasted."""
    event = make_event(players=30, rounds=1)
    out = event.path.with_name("out.md")
    said = event.done("export", "--format", "markdown", "-o", out, "--limit", "600").stdout
    pages = sorted(event.path.parent.glob("out-*.md"))
    assert len(pages) > 1
    assert said.startswith("out-1.md, out-2.md")
    assert all(length(page.read_text(encoding="utf-8")) <= 600 for page in pages)
