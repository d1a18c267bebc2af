"""Workbooks with something wrong at random: a message, no traceback, little time and memory."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import attacks
import pytest
from openpyxl import load_workbook

from xlplugin.ground.limits import MOST_ENTRANTS, MOST_GAMES
from xlplugin.workbook.live_patterns import is_pattern

COUNT = int(os.environ.get("XLPLUGIN_ATTACKS", "40"))
"""How many: 5,000 take about an hour."""


@pytest.fixture(scope="module")
def event(played_bytes):
    """An event with one finished round, without the hidden tabs."""
    workbook = load_workbook(BytesIO(played_bytes))
    for name in [name for name in workbook.sheetnames if is_pattern(name)]:
        del workbook[name]
    stream = BytesIO()
    workbook.save(stream)
    return stream.getvalue()


def _program(path, seed, count):
    command = [sys.executable, Path(attacks.__file__), path, str(seed), str(count)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
def test_no_attack_does_harm(event, tmp_path):
    """Whatever is wrong with bytes, parts, elements, attributes and values."""
    path = tmp_path / "event.xlsx"
    path.write_bytes(event)
    done = _program(path, os.environ.get("XLPLUGIN_ATTACKS_FROM", "0"), COUNT)
    assert (done.returncode, done.stdout) == (0, ""), done.stdout + done.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
@pytest.mark.parametrize("name", attacks.HUGE)
@pytest.mark.parametrize("tab", ["Log", "Notes"], ids=["a tab that changes", "another tab"])
def test_huge_ranges_take_no_longer(event, tmp_path, name, tab):
    """The organizer may merge, link or colour whole columns."""
    workbook = load_workbook(BytesIO(event))
    workbook.create_sheet("Notes")["A1"] = "mine"
    stream = BytesIO()
    workbook.save(stream)
    parts = attacks.parts_of(stream.getvalue())
    part = f"xl/worksheets/sheet{workbook.sheetnames.index(tab) + 1}.xml"
    parts[part] = attacks.enlarged(parts[part], *attacks.HUGE[name])
    path = tmp_path / "event.xlsx"
    path.write_bytes(event)
    attacks._run(path, "check")
    assert attacks.watched(lambda: attacks._attacked(path, attacks.packed(parts), "pair")) == ""


def _side(no):
    return {"id": no, "corpScore": 3, "runnerScore": 0}


@pytest.mark.skipif(sys.platform != "linux", reason="memory is limited on Linux only")
@pytest.mark.skipif(COUNT < 1000, reason="takes ten seconds: XLPLUGIN_ATTACKS=1000")
def test_an_import_of_all_that_is_allowed_takes_no_longer(tmp_path):
    """The limits are there for that."""
    games = [
        {"table": table, "player1": _side(2 * table - 1), "player2": _side(2 * table)}
        for table in range(1, MOST_ENTRANTS // 2 + 1)
    ]
    players = [{"id": no, "name": f"Player {no}"} for no in range(1, MOST_ENTRANTS + 1)]
    event = {"players": players, "rounds": [games] * (MOST_GAMES // len(games))}
    (tmp_path / "event.json").write_text(json.dumps(event))

    def imported():
        done = attacks._run(tmp_path / "event.json", "import", tmp_path / "event.xlsx")
        return "" if done.exit_code == 0 else done.output

    assert attacks.watched(imported) == ""
