"""The contents of the web page in every state of an event; nothing in them can do harm."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from engine import RULESETS, Stage

TIMED = [
    ("nisei-swiss", {}, 65), ("nisei-swiss", {"Swiss minutes": "70"}, 70),
    ("nisei-swiss", {"Asynchronous": "Yes"}, None), ("nisei-single-sided", {}, 30),
    ("ntp", {}, 60), ("ntp", {"Decks": "Sealed"}, 90), ("trc", {}, None),
    ("trc", {"Swiss minutes": "No limit"}, None), ("trc", {"Swiss minutes": "60"}, 60),
    ("nts", {}, None), ("hex", {}, 45),
]  # fmt: skip


@pytest.mark.parametrize(("ruleset", "settings", "minutes"), TIMED)
def test_the_clock_is_the_ruleset_s(event_of, ruleset, settings, minutes):
    """Minutes follow document and options; with a limit there is a procedure, without one a reason."""
    page = event_of([f"Player {n}" for n in range(1, 7)], ruleset, **settings).page()
    assert f'"minutes":{"null" if minutes is None else minutes},' in page
    assert ('"steps":[]' in page) == (minutes is None)


def test_trc_sd2_the_clock_is_for_building_decks_before_round_1(event_of):
    """The minutes, and the warning before their end; then the clock is the round's."""
    minutes = {"Deck building": "45", "Swiss minutes": "60"}
    event = event_of([f"Player {n}" for n in range(1, 7)], "trc", **minutes)
    building = event.page()
    assert '"round":"Deck building","minutes":45,' in building
    assert '"rule":"TRC SD2","warning":5' in building
    playing = event.pair().page()
    assert '"round":"Round 1 of 3","minutes":60,' in playing
    assert '"warning":10' in playing


@pytest.mark.parametrize("name", sorted(RULESETS))
def test_every_stage_with_a_limit_says_what_happens_when_time_is_called(name):
    """The steps cite their section."""
    ruleset = RULESETS[name]
    timed = [Stage.SWISS, *([Stage.ELIMINATION] if ruleset.cut else [])]
    for stage in timed if ruleset.clock(Stage.SWISS, {}) else ():
        called = ruleset.time_called[stage]
        assert called.steps
        assert called.rule.startswith(("OP", "NTP", "TRC", "HEX", "Rules"))


def test_the_last_two_players_have_no_limit(event_of):
    """In the finals the clock is gone, and why is said."""
    event = event_of([f"Player {n}" for n in range(1, 7)], Rounds="1", Cut="4").rounds(1).cut(4)
    event.play().rounds(2).pair()
    page = event.page()
    assert "No time limit: only two players are left." in page


def test_a_tab_that_is_not_published_is_left_out(event_of, monkeypatch):
    """Others see it when the organizer wants them to."""
    event = event_of([f"Player {n}" for n in range(1, 7)]).rounds(1).pair()
    assert '"name":"Round 2"' in event.page()
    monkeypatch.setattr(
        "xlplugin.workbook.reading.event_book.EventBook.is_published", lambda _, tab: tab.number < 2
    )
    page = event.page()
    assert '"name":"Round 1"' in page
    assert '"name":"Round 2"' not in page


@pytest.mark.parametrize(
    ("state", "status"),
    [
        ("players", "8 players. Round 1 has not been paired yet."),
        ("playing", "Round 3 of 4: 2 of 6 results are in."),
        ("bracket", "Cut 3: 3 of 6 results are in."),
        ("over", "The event is over. Champion: Player Dahlia"),
    ],
)
def test_the_status_says_how_far_the_event_is(data_of, state, status):
    """In one sentence, for whoever comes by."""
    assert data_of(state)["status"] == status


def test_results_of_the_round_in_play_lead_on_in_the_bracket(data_of):
    """Who has won is in the next box before the round is over; who is awaited is said."""
    upper, lower = data_of("bracket")["bracket"]
    games = {game["number"]: game for area in (upper, lower) for game in area["games"]}
    assert len(games) == 31
    assert [player["name"] for player in games[30]["players"]] == [
        "winner of game 27", "winner of game 29",
    ]  # fmt: skip
    assert [player["outcome"] for player in games[17]["players"]] == ["L", "W"]
    assert games[23]["players"][0] == {"seed": "9", "name": "Player Ginger"}


def test_a_second_final_that_nobody_needs_says_so(data_of):
    """Nobody waits for it."""
    final = data_of("over")["bracket"][0]["games"][-1]
    assert [player["name"] for player in final["players"]] == ["not needed", "not needed"]


def test_a_page_has_one_script_of_its_own_and_data_that_ends_nothing(made):
    """No name can end the data or begin a script, and the policy lets only the page's own run."""
    page = made("playing").page()
    assert len(re.findall(r"<script\b", page)) == 2
    data, script = re.findall(r"<script[^>]*>(.*?)</script>", page, re.DOTALL)
    assert not re.search("[<>&]", data)
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    assert f"script-src 'sha256-{digest}'" in page
    assert "default-src 'none'" in page
    assert not re.search(r"https?://(?!www\.w3\.org)", page)
