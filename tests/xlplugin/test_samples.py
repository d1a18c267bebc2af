"""The samples are what they claim to be, and the demo plays a whole event."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from engine import RULESETS
from xlplugin.doors.cli import main

SAMPLES = Path(__file__).parents[2] / "samples"


@pytest.mark.parametrize("sample", sorted(SAMPLES.glob("*.xlsx")), ids=lambda path: path.stem)
def test_a_finished_sample_event_can_be_re_checked(sample):
    """Every round comes out the same again."""
    result = CliRunner().invoke(main, ["check", str(sample), "--json"])
    assert result.exit_code == 0, result.stderr
    assert json.loads(result.stdout) == {"differences": [], "problems": []}


def test_the_demo_says_what_to_open_and_leaves_nothing_else(tmp_path):
    """One workbook is made, and named; a file that is there is never written over."""
    first = tmp_path / "demo.xlsx"
    first.write_bytes(b"an event")
    result = CliRunner().invoke(main, ["demo", str(tmp_path), "--ruleset", "nisei-amalfi"])
    assert result.exit_code == 0, result.output
    assert sorted(p.name for p in tmp_path.iterdir()) == ["demo-2.xlsx", "demo.xlsx"]
    assert first.read_bytes() == b"an event"
    made = tmp_path / "demo-2.xlsx"
    assert f"Open {made} and look at the tab Final standings." in result.stdout
    assert result.stdout.count("tables paired") > 3


def test_every_ruleset_has_a_sample():
    """A finished event to look at, one each."""
    samples = sorted(path.stem.rpartition("-")[0] for path in SAMPLES.glob("*.xlsx"))
    assert samples == sorted(RULESETS)
