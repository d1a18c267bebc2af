"""The chances of the cut on the web page: shown only if the organizer wants them."""

from __future__ import annotations

import json

import pytest

from xlplugin.workbook.book import SetCells

PHONE = {"width": 360, "height": 740}
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
SHOWN = {"Rounds": "3", "Cut": "4", "Show cut chances": "Yes"}
NAMES = ["Declan", *(f"Player {letter}" for letter in "ABCDEFG")]


def chances_of(event):
    """What the data of the page says of them."""
    return json.loads(event.page().split('id="data">')[1].split("</script>")[0])["chances"]


@pytest.fixture(scope="module")
def last_round(event_of):
    """The last round before the cut, one of its four results typed."""
    event = event_of(NAMES, **SHOWN).rounds(2)
    players = event.read().players_tab
    row = next(row.number for row in players.rows() if row.raw("Name") == "Declan")
    event.host.write([SetCells("Players", {(row, players.places["Declines cut"]): "Yes"})])
    return event.pair().play(first=1)


def test_everybody_reads_who_is_certain_and_the_chances_of_the_others(last_round):
    """But not who declines the cut; the chances come to the four places."""
    shown = chances_of(last_round)
    assert shown["title"] == "The cut to the top 4, round 3 of 3"
    assert sorted(name for name, _ in shown["rows"]) == [f"Player {letter}" for letter in "ABCDEFG"]
    said = {text for _, text in shown["rows"]}
    assert said <= {"certain", "out", "< 1%", "> 99%"} | {f"{n}%" for n in range(101)}
    assert "Intentional draw".casefold() in shown["draws"].casefold()
    assert "Every result that is still possible was examined" in shown["note"]


def test_nothing_is_told_unless_the_organizer_wants_it(event_of):
    """Off by default, and where it says No: not a word of the data is there."""
    for more in ({}, {"Show cut chances": "No"}):
        settings = {"Rounds": "3", "Cut": "4", **more}
        event = event_of(NAMES, **settings).rounds(2).pair().play(first=1)
        assert chances_of(event) is None
        assert '"chances":null' in event.page()


def test_nothing_is_told_while_the_newest_round_is_looked_over(event_of):
    """The chances would give its pairings away; they are there once it is published."""
    event = event_of(NAMES, **SHOWN, **{"Publish rounds": "When told"}).rounds(2)
    assert chances_of(event)
    event.pair()
    assert chances_of(event) is None
    event.play(first=1)
    assert chances_of(event) is None
    event.play()
    assert chances_of(event)


def test_nothing_is_told_before_round_1_and_after_the_cut(event_of):
    """Nor where there is no cut."""
    event = event_of(NAMES, **SHOWN)
    assert chances_of(event) is None
    assert chances_of(event.rounds(3))
    assert chances_of(event.cut(4)) is None
    assert chances_of(event_of(NAMES, **SHOWN | {"Cut": "None"}).rounds(1)) is None


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_chances_fit_a_phone(browser, last_round, tmp_path, scheme):
    """A row for each player, what a chance is below them, and nothing to scroll sideways."""
    path = tmp_path / "page.html"
    path.write_text(last_round.page(), encoding="utf-8", newline="")
    browser.open(path.as_uri(), "chances", scheme=scheme, **PHONE)
    assert browser.texts("thead th") == ["Player", "In the cut"]
    assert len(browser.texts("tbody tr")) == len(NAMES) - 1
    assert browser.run("return page.evaluate(given.wide)", wide=WIDE) <= 0
