"""The page on rules of one's own, and the ready-made files, are as the settings are."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import Player, Tournament, pair
from engine.own import options as own
from engine.own.ruleset import OWN
from xlplugin.doors.cli import main
from xlplugin.ground.resources import rules_files
from xlplugin.workbook.rules_file import read_rules, rules_text

import values_only
from own_rules_page import PAGE, PARTS, lines_of, part_of

ROSTER = Path(__file__).parents[2] / "samples" / "roster-13.csv"
READY_MADE = rules_files()
WANTED = {
    "magic", "pokemon", "yugioh", "flesh-and-blood", "keyforge", "l5r", "x-wing", "go-mcmahon",
    "chess-club", "chess-dutch", "round-robin", "hex-2024",
}  # fmt: skip


@pytest.mark.parametrize("name", [name for name in PARTS if name != "events"])
def test_the_page_is_as_the_settings_are(name):
    """Settings, tiebreaks, faults and files; python tests/helpers/own_rules_page.py writes them anew."""
    assert part_of(PAGE.read_text(encoding="utf-8"), name) == lines_of(name)


def test_the_example_of_the_page_is_read():
    """The file in the text is a valid one."""
    (example,) = re.findall(
        r"```toml\n(.*?name_of.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL
    )
    assert read_rules(example.encode(), "example")["Result"] == "Games"


def test_the_files_that_are_wanted_are_there():
    """None is missing."""
    assert {*READY_MADE} >= WANTED


def _is_known(name):
    """Whether the pairing method is one of those that there are."""
    method = tomllib.loads(READY_MADE[name].decode()).get("pairing", {}).get("pairing")
    return method in (None, *own.PAIRING_METHOD.choices)


@pytest.mark.parametrize("name", [*filter(_is_known, READY_MADE)])
def test_a_ready_made_file_is_sound(name):
    """It is read, says where it comes from, is written and read the same, and pairs a first round."""
    settings = read_rules(READY_MADE[name], name)
    assert {"Name of the rules", "Source", "Notes", "Result"} - {*settings} <= {"Result"}
    assert read_rules(rules_text(settings, name).encode(), name) == settings
    if settings.get("Pairing") == "FIDE Dutch":
        pytest.importorskip("gacrux")
    for count in (7, 16):
        roster = tuple(
            Player(
                n, f"No {n}", seed=n, details={"Rating": str(2000 - n), "Start score": str(n // 3)}
            )
            for n in range(1, count + 1)
        )
        pairing = pair(Tournament(roster, options=settings, seed="A"), OWN)
        assert len(pairing.tables) == count // 2 + count % 2
        assert OWN.suggest(count, settings).rounds >= 1


def test_sizes_are_those_of_the_documents():
    """Rounds and cut by players at the ends of their rows."""
    expected = {
        "magic": {8: (3, 0), 9: (5, 4), 16: (5, 4), 17: (5, 8), 33: (6, 8), 226: (8, 8), 410: (10, 8)},
        "pokemon": {8: (3, 0), 9: (4, 4), 13: (5, 4), 20: (5, 4), 21: (5, 8), 33: (6, 8), 410: (10, 8)},
        "yugioh": {8: (3, 0), 9: (4, 4), 17: (5, 4), 33: (6, 8), 2048: (11, 8), 2049: (12, 0)},
        "flesh-and-blood": {8: (3, 0), 9: (4, 4), 17: (5, 8), 33: (6, 8), 410: (10, 8)},
    }  # fmt: skip
    for name, rows in expected.items():
        settings = read_rules(READY_MADE[name], name)
        assert {n: tuple(OWN.suggest(n, settings)) for n in rows} == rows, name


@pytest.mark.parametrize("name", READY_MADE)
def test_an_event_keeps_the_rules_that_it_was_made_with(name, tmp_path):
    """A ready-made file becomes an event, is saved from it after round 1, and is the same."""
    if name == "chess-dutch":
        pytest.importorskip("gacrux")
    event, saved = tmp_path / "event.xlsx", tmp_path / "saved.toml"
    for words in (
        ["new", event, "--rules", name, "--players", ROSTER],
        ["pair", event],
        ["rules", "save", event, saved],
    ):
        host = values_only.ValuesHost
        done = CliRunner().invoke(main, [*map(str, words)], obj=host, catch_exceptions=False)
        assert done.exit_code == 0, done.output
    assert read_rules(saved.read_bytes(), name) == read_rules(READY_MADE[name], name)
