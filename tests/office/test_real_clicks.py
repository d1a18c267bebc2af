"""A whole event by mouse and keyboard, in a real window of LibreOffice with the extension installed."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from desktop import desktop
from typing_results import typed_for

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus", "Hana")
SETTINGS = ("Rounds=2", "Cut=4", "Elimination=Single", "Event name=Spring Cup", "Event seed=7")


def _xlplugin(*words):
    command = [sys.executable, "-m", "xlplugin", *map(str, words)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def _new(path):
    roster = path.with_name("roster.csv")
    roster.write_text("\n".join(["Name", *NAMES]), encoding="utf-8")
    options = [option for setting in SETTINGS for option in ("--set", setting)]
    done = _xlplugin("new", path, "--ruleset", "nisei-swiss", "--players", roster, *options)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture
def office():
    """A window with a new event of eight players."""
    with desktop(_new) as opened:
        yield opened


def _tab(office, name):
    """The rows of a tab by header, once it is there."""
    office.wait_for(f"The tab {name}", lambda: name in office.look("tabs"))
    headers, *rows = office.look("rows", tab=name)
    places = {header: place for place, header in enumerate(headers) if header}
    matches = [{header: row[place] for header, place in places.items()} for row in rows]
    return places, [match for match in matches if match["Player 1"]]


def _type_results(office, name, number):
    """Type a result into every row of a tab."""
    places, matches = _tab(office, name)
    for row, match in enumerate(matches, 2):
        typed = typed_for(match, 1 + row % 2, number)
        for header, value in typed.items():
            office.write(
                name,
                f"{chr(65 + places[header])}{row}",
                f"{value:g}" if isinstance(value, float) else str(value),
            )


def test_an_event_is_played_with_mouse_and_keyboard(office):
    """Paired, typed, refused, undone in both ways, cut and exported, until a champion is known."""
    office.press("Pair next round")
    _type_results(office, "Round 1", 1)
    office.press("Standings")
    office.wait_for("Standings", lambda: "Standings" in " ".join(office.look("tabs")))

    office.press("Pair next round")
    _, paired = _tab(office, "Round 2")
    office.press("Pair next round")
    assert "5 problems to correct" in office.told()
    assert len(office.look("notes", tab="Round 2")) == 4
    office.keys("ctrl+z")
    office.wait_for("An undone round", lambda: "Round 2" not in office.look("tabs"))
    office.keys("ctrl+y")
    assert _tab(office, "Round 2")[1] == paired
    assert office.look("steps")[:2] == ["Pair next round", "Standings"]
    office.press("Undo")
    assert "Take back Round 2? It has no results yet." in office.told("Yes")
    assert "Round 2 is undone" in office.told()
    assert "Round 2" not in office.look("tabs")
    office.press("Pair next round")
    _type_results(office, "Round 2", 2)
    office.press("Cut")
    assert "tiebreaks have decided" in office.told()
    _type_results(office, "Cut 1", 1)
    office.press("Pair next round")
    _type_results(office, "Cut 2", 2)
    office.press("Standings")
    office.wait_for("Final standings", lambda: "Final standings" in office.look("tabs"))
    office.press("Export")
    told = office.told()
    kinds = ("standings.xlsx", "standings.pdf", "web page.html")
    assert not [kind for kind in kinds if f"event {kind}" not in told], told
    office.keys("ctrl+s")
    assert "Excel 2007" in office.told("Use Excel")
    office.wait_for("A saved file", lambda: not office.look("path")[1])

    champion = office.look("rows", tab="Final standings")[1]
    assert champion[:3] == [1, 7, "Gus"]
    checked = _xlplugin("check", office.folder / "event.xlsx", "--json")
    assert json.loads(checked.stdout) == {"differences": [], "problems": []}


def test_a_new_event_is_made_in_its_dialog():
    """Its menu is always there, its toolbar only in an event; a bad file is told of, and typed anew."""
    with desktop() as office:
        (office.folder / "roster.csv").write_text("Name\nAnn\nBen\nCleo\nDan", encoding="utf-8")
        assert office.look("place", label="Pair next round", is_ours=True) is None
        office.point_at("Tournament")
        office.point_at("New event")
        office.point_at("Name of the event")
        office.keys(*"Cup", *["Tab"] * 3, *_typed(office.folder / "roster.tsv"), window="New event")
        office.told()
        assert "roster.tsv: there is no such file" in office.told()
        office.point_at("Or a file of players")
        office.keys("End", *["BackSpace"] * 3, *"csv", window="New event")
        office.told()
        assert "4 players" in office.told()
        office.wait_for("A window for saving", lambda: office.shows("Save the event"))
        office.keys("Return", window="Save the event")
        office.wait_for("A saved file", lambda: office.look("path")[0].endswith("/Cup.xlsx"))
        assert office.look("steps") == ["New event"]
        office.press("Pair next round")
        _, matches = _tab(office, "Round 1")
        names = {match[side] for match in matches for side in ("Player 1", "Player 2")}
        assert names == {"Ann", "Ben", "Cleo", "Dan"}


def _typed(path):
    """The keys of a path's letters."""
    keys = {"/": "slash", ".": "period", "_": "underscore", "-": "minus"}
    return [keys.get(letter, letter) for letter in str(path)]
