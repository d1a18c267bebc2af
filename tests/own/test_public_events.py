"""Public events with published standings: every column is recomputed exactly as it was published."""

from __future__ import annotations

from pathlib import Path

import pytest

from public_events import DATA, FAMILIES, MOV_DIFFERS, table

PAGE = Path(__file__).parents[2] / "docs" / "own-rules.md"
pytestmark = pytest.mark.skipif(not DATA.is_dir(), reason="no public events beside the project")


@pytest.mark.parametrize("title", FAMILIES)
def test_every_column_is_as_published(title):
    """Points, tiebreaks and order of all events, under the ready-made rules."""
    folder, compare = FAMILIES[title]
    seen = compare()
    assert seen.differing == [], folder
    assert seen.events > 0
    assert all(seen.values.values())


def test_every_cell_of_the_exercises_is_compared():
    """Those of FIDE's exercises in tie-breaking, under the rules of 2024 and of 2026."""
    _, compare = FAMILIES["Chess (FIDE's exercises, TRF files)"]
    assert compare().values["FIDE's exercises"] >= 384


def test_three_margins_do_not_follow_from_their_matches():
    """They are listed with the reason, and the page says so."""
    assert len(MOV_DIFFERS) == 3
    assert "Three margins" in PAGE.read_text(encoding="utf-8")


def test_the_page_says_how_much_agrees():
    """Every row of the table is as it was counted, wherever the same events are there."""
    text = PAGE.read_text(encoding="utf-8")
    for row in table():
        title, _, count = (cell.strip() for cell in row.split("|")[1:4])
        same_events = f"| {count} |" in next(
            (line for line in text.splitlines() if line.startswith(f"| {title} ")), ""
        )
        if same_events or not count.isdecimal():
            assert row in text, row
