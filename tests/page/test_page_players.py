"""Opponents on the web page: the cross table, and the rounds of one player with their reasons."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from engine import Player
from engine.pairing.forbidden import FORBIDDEN
from engine.reasons import Kind
from xlplugin.exports.page import reasons_of
from xlplugin.verbs import change_pairing
from xlplugin.workbook.book import AddSheet, RemoveSheet
from xlplugin.workbook.layout import Column
from xlplugin.workbook.layouts.record_tabs import NOTES_LAYOUT, PENALTY
from xlplugin.workbook.layouts.tab_names import NOTES
from xlplugin.workbook.writing import notes_writer

PHONE = {"width": 360, "height": 740}
WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def rounds_of(browser):
    """The rounds that are shown of a player, a list of cells for each."""
    rows = "[...document.querySelectorAll('.rounds tbody tr:not(.more-row)')]"
    cells = f"{rows}.map(row => [...row.children].map(cell => cell.innerText.trim()))"
    return browser.run("return page.evaluate(given.cells)", cells=cells)


# the cross table


def test_the_cross_table_has_opponents_results_and_points_so_far(data_of):
    """In the order of the standings; the sums end in the points."""
    data = data_of("playing")
    cross, standings = data["crosstable"], data["standings"]
    place, names = (standings["headers"].index(h) for h in ("Points", "Player"))
    assert [row["name"] for row in cross["rows"]] == [row[names] for row in standings["rows"]]
    assert [row["points"] for row in cross["rows"]] == [row[place] for row in standings["rows"]]
    assert all(row["cells"][-1][1] == row["points"] for row in cross["rows"])
    places = {row["place"]: row for row in cross["rows"]}
    for row in cross["rows"]:
        for number, (text, _) in enumerate(row["cells"]):
            if text != "bye":
                other, result = text.split(": ")
                back, reverse = places[int(other)]["cells"][number][0].split(": ")
                assert int(back) == row["place"]
                assert reverse.split("\u2013") == result.split("\u2013")[::-1]


def test_the_cross_table_is_shown(browser, data_of):
    """Opponent and result, and below the points so far; what they mean is said."""
    browser.open("playing", "crosstable")
    assert browser.text("h2") == "Cross table after round 2"
    assert browser.texts("thead th") == ["Place", "Player", "Round 1", "Round 2", "Points"]
    row = data_of("playing")["crosstable"]["rows"][0]
    shown = browser.texts("tbody tr:first-child .met")
    assert [" ".join(text.replace(", points so far", "").split()) for text in shown] == [
        f"{text} {total}" for text, total in row["cells"]
    ]
    assert "the opponent's place and the result" in browser.text("#content > p")


def test_a_round_robin_is_square(event_of):
    """A column for each opponent, and nothing where two have not met."""
    names = ["Ann", "Bea", "Cal", "Dee"]
    event = event_of(names, "trc", Rounds="3").pair()
    tab = event.read().rounds[0]
    games = {"G1 P1": 10, "G1 P2": 3, "G2 P1": 10, "G2 P2": 3}
    typed = {(m.player1, header): v for m in tab.matches for header, v in games.items()}
    page = event.type("Round 1", typed).page()
    assert '"square":true' in page
    assert '["\\u00d7"]' in page


# one player's rounds


def test_a_name_leads_to_the_rounds_of_its_player(browser, data_of):
    """From wherever it stands; opponents lead on."""
    for view in ("pairings", "standings", "crosstable", "players"):
        browser.open("playing", view)
        browser.click("tbody a:text-is('Player Amber')")
        assert browser.text("h2") == "Player Amber"
    rounds = rounds_of(browser)
    assert [row[0] for row in rounds] == ["Round 1", "Round 2", "Round 3"]
    data = data_of("playing")["rounds"]
    played = [
        m
        for r in data
        for m in r["matches"]
        if any(p["name"] == "Player Amber" for p in m["players"])
    ]
    assert len(played) == 3
    assert [row[1] for row in rounds] == [str(m["table"]) for m in played]
    browser.click(".rounds tbody a >> nth=0")
    assert browser.text("h2") != "Player Amber"


def test_a_player_s_rounds_say_why(browser, data_of):
    """The reasons on Pairing notes, below each round."""
    browser.open("playing", "player=Player%20Amber")
    why = [
        text
        for round_ in data_of("playing")["rounds"]
        for match in round_["matches"]
        if any(player["name"] == "Player Amber" for player in match["players"])
        for text in match["why"]
    ]
    assert why
    assert browser.texts(".more-row p") == why


def test_a_tap_on_a_table_says_why_these_two_met(browser, data_of):
    """Their points and whether they had met, then the reasons; another tap takes it away."""
    browser.open("playing", **PHONE)
    (match,) = [m for m in data_of("playing")["rounds"][-1]["matches"] if m["table"] == 2]
    assert "had not met" in match["why"][0]
    tables = "tbody th .why"
    browser.click(f"{tables} >> nth=1")
    assert browser.texts(".more-row p") == match["why"]
    assert (
        browser.run("return page.getAttribute('tbody th .why >> nth=1', 'aria-expanded')") == "true"
    )
    browser.click(f"{tables} >> nth=1")
    assert browser.texts(".more-row p") == []


def test_the_reason_is_had_with_the_keyboard_by_name_too(browser):
    """What was pressed keeps the focus, and says to a screen reader what it is."""
    browser.open("playing", **PHONE)
    browser.click("#order")
    press = "await page.focus('.why >> nth=2'); await page.keyboard.press('Enter')"
    browser.run(press)
    assert browser.texts(".more-row p")
    focused = "() => document.activeElement.getAttribute('aria-label')"
    label = browser.run("return page.evaluate(given.code)", code=f"({focused})()")
    assert label.endswith("why this pairing?")


def test_every_pairing_has_a_reason(data_of):
    """Of Swiss rounds and of the cut."""
    for state in ("playing", "crowd", "bracket", "over"):
        rounds = data_of(state)["rounds"]
        assert all(match["why"] for round_ in rounds for match in round_["matches"])


def test_players_who_had_met_are_told_in_which_round(event_of):
    """Single-sided they may, with the sides swapped."""
    event = event_of(
        [f"Player {n}" for n in range(1, 5)], "nisei-single-sided", Rounds="4", Cut="None"
    )
    for _ in range(4):
        event.pair()
        tab = event.read().rounds[-1]
        event.type(tab.name, {(m.player1, "Result"): "Corp" for m in tab.matches})
    text = event.page().split('id="data">')[1].split("</script>")[0]
    why = [m["why"][0] for m in json.loads(text)["rounds"][3]["matches"]]
    assert all("they had met in round" in text for text in why)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_open_reasons_and_the_proof_are_accessible(browser, scheme):
    """On a phone, with nothing wider than it."""
    browser.open("over", "pairings", scheme=scheme, **PHONE)
    browser.click(".why >> nth=0")
    browser.click("#proof summary")
    assert "SHA-256" in browser.text("#proof")
    assert browser.run("return faults()") == []
    assert browser.run("return page.evaluate(given.wide)", wide=WIDE) == 0


def test_a_player_s_points_are_added_up(data_of):
    """Up to those of the standings."""
    data = data_of("playing")
    last = {p["name"]: p["total"] for m in data["rounds"][1]["matches"] for p in m["players"]}
    headers = data["standings"]["headers"]
    name, points = headers.index("Player"), headers.index("Points")
    assert last == {row[name]: row[points] for row in data["standings"]["rows"]}


def test_the_elimination_is_among_a_player_s_rounds(browser):
    """With who has won, and no points."""
    browser.open("over", "player=Player%20Dahlia")
    rounds = rounds_of(browser)
    cuts = [row for row in rounds if row[0].startswith("Cut")]
    assert cuts
    assert all(row[4] == "" for row in cuts)
    assert "rank 1" in browser.text("#content > p")


def test_the_side_is_the_player_s_own(browser, event_of, tmp_path):
    """It stands by the round, where it can be nobody else's; who sits out has none."""
    event = event_of(["Ann", "Bea", "Cal", "Dee", "Eve"], "nisei-single-sided", Rounds="3").pair()
    path = tmp_path / "page.html"
    path.write_text(event.page(), encoding="utf-8", newline="")
    for match in event.read().rounds[0].matches:
        for no, side in ((match.player1, "Corp"), (match.player2, "Runner")):
            if no:
                name = event.read().by_no[no].name
                browser.open(path.as_uri(), f"player={name}", **PHONE)
                (row,) = rounds_of(browser)
                away = match.player2 is None
                assert row[0] == ("Round 1" if away else f"Round 1\nas {side}")
                assert side not in row[2]


def test_a_name_with_markup_has_its_rounds_too(browser):
    """The address has it letter by letter, and the page shows it as text."""
    browser.open("playing", "players")
    browser.click("tbody a:has-text('script')")
    assert browser.text("h2") == "</script><script>document.title='owned'</script>"
    assert browser.run("return page.evaluate('document.title')") == "Spring Cup"
    assert len(rounds_of(browser)) == 3


def test_a_name_that_is_not_there_leads_to_the_first_view(browser):
    """An old address, or one that was typed."""
    browser.open("playing", "player=Nobody")
    assert browser.text("h2") == "Pairings: Round 3 of 4"
    browser.open("playing", "player=%E0%A4%A")
    assert browser.text("h2") == "Pairings: Round 3 of 4"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("view", ["crosstable", "player=Player%20Amber", "standings", "pairings"])
def test_the_accessibility_checker_finds_nothing_on_a_phone(browser, view, scheme):
    """Nor is anything but a table wider than the phone."""
    browser.open("bracket", view, scheme=scheme, **PHONE)
    assert browser.run("return faults()") == []
    assert browser.run("return page.evaluate(given.wide)", wide=WIDE) == 0


def test_a_wide_cross_table_scrolls_and_not_the_page(browser, event_of, tmp_path):
    """With more rounds than a phone has room for; the names stay in view."""
    event = event_of([f"Player {n}" for n in range(1, 13)], Rounds="5").rounds(5)
    path = tmp_path / "page.html"
    path.write_text(event.page(), encoding="utf-8", newline="")
    browser.open(path.as_uri(), "crosstable", **PHONE)
    assert browser.run("return page.evaluate(given.wide)", wide=WIDE) == 0
    scroll = """(() => {
      document.querySelector('.scroll').scrollLeft = 9999;
      return document.querySelector('tbody .player').getBoundingClientRect().left;
    })()"""
    assert browser.run("return page.evaluate(given.scroll)", scroll=scroll) < 40


def test_every_view_is_in_sight_on_a_phone(browser):
    """Also with a cross table and a bracket."""
    browser.open("bracket", **PHONE)
    code = "[...document.querySelectorAll('#views a')].every(a => a.getBoundingClientRect().right <= innerWidth)"
    assert browser.run("return page.evaluate(given.code)", code=code)


def test_on_the_projector_names_lead_nowhere(browser):
    """Nobody clicks there."""
    browser.open("playing", "crosstable", width=1920, height=1080)
    browser.click("#projector")
    assert browser.texts("#content a") == []
    assert browser.run("return faults()") == []


# what is nobody else's business


def note(event, match, rule, why, kind=None):
    """Add a line to Pairing notes; without a kind it is as version 0.1.0 wrote them."""
    row = [1, match.table, match.player1, "", match.player2, "", rule, why, kind]
    event.host.write(notes_writer.add_notes(event.read(), [row]))


@pytest.mark.parametrize(
    "part", ["must not meet", "whom they must not meet", "whom they may meet", f"({FORBIDDEN})"]
)
def test_who_must_never_meet_is_not_told(event_of, part):
    """Whatever rule it stands under."""
    event = event_of(["Ann", "Bea", "Cal", "Dee"]).pair()
    match = event.read().rounds[0].matches[0]
    note(event, match, FORBIDDEN, "Drawn against another one")
    note(event, match, "OP, Event structure", f"Ann and Bea {part}, so Ann meets Cal")
    page = event.page()
    assert "another one" not in page
    assert "so Ann meets Cal" not in page
    assert '"why":["' in page


@pytest.mark.parametrize("kind", [Kind.FORBIDDEN, PENALTY])
def test_a_private_kind_is_not_told_in_any_words(event_of, kind):
    """The page goes by the kind, in whatever language the sentence is."""
    event = event_of(["Ann", "Bea", "Cal", "Dee"]).pair()
    match = event.read().rounds[0].matches[0]
    note(event, match, "OP, Event structure", "Personne ne le dit", kind)
    note(event, match, "OP, Event structure", "Tout le monde le dit", Kind.PAIRED)
    page = event.page()
    assert "Personne ne le dit" not in page
    assert "Tout le monde le dit" in page


def test_notes_of_version_0_1_0_get_their_kinds(event_of):
    """When the next lines are added; what is the organizer's own stays."""
    names = [Player(0, n, details={"Do not pair": "A"} if n in "ABC" else {}) for n in "ABCDEF"]
    event = event_of(names).pair()
    rows = event.read().book.sheets[NOTES].rows
    kinds = [row[8] for row in rows[1:]]
    old = [[*row[:8], "mine"] for row in rows[1:]]
    layout = replace(NOTES_LAYOUT, columns=(*NOTES_LAYOUT.columns[:8], Column("My own", 9)))
    event.host.write([RemoveSheet(NOTES), AddSheet(layout, old)])
    private = event.page()
    note(event, event.read().rounds[0].matches[0], "OP, Event structure", "New", Kind.PAIRED)
    header, *after, new = event.read().book.sheets[NOTES].rows
    assert list(header[8:]) == ["Kind", "My own"]
    hidden = [kind == Kind.FORBIDDEN for kind in kinds]
    assert any(hidden)
    assert [row[8] == Kind.FORBIDDEN for row in after] == hidden
    assert [list(row[:8]) for row in after] == [row[:8] for row in old]
    assert {row[9] for row in after} == {"mine"}
    assert new[8] == Kind.PAIRED
    assert "must not meet" not in private + event.page()


def test_labels_on_players_are_not_told(event_of):
    """Of a real pairing."""
    names = [Player(0, n, details={"Do not pair": "A"} if n in "ABC" else {}) for n in "ABCDEF"]
    event = event_of(names).pair()
    rows = event.read().book.sheets[NOTES].rows
    assert any(FORBIDDEN in str(row) for row in rows)
    page = event.page()
    assert FORBIDDEN not in page
    assert "must not meet" not in page


@pytest.mark.parametrize("kind", ["with a clause", "without one"])
def test_penalties_are_not_told(event_of, kind):
    """What an illegal decklist costs is on Pairing notes, but not on the page."""
    event = event_of(["Ann", "Bea", "Cal", "Dee"]).pair()
    clauses = (i.clause for i in event.read().ruleset.penalties.infractions)
    clause = next(c for c in clauses if bool(c) == (kind == "with a clause"))
    note(event, event.read().rounds[0].matches[0], clause or None, "Ann loses a game")
    assert "Ann loses a game" not in event.page()


def test_no_penalty_has_the_rule_of_a_pairing(made):
    """So that leaving out the ones leaves the others."""
    read = made("bracket").read()
    clauses = {infraction.clause for infraction in read.ruleset.penalties.infractions}
    rules = {row[6] for row in read.book.sheets[NOTES].rows[1:] if row[6:]}
    assert rules
    assert not rules & clauses


def test_a_change_by_hand_is_told_without_what_was_before(event_of):
    """That is between the organizer and two tables."""
    event = event_of(["Ann", "Bea", "Cal", "Dee"]).pair()
    one, two = event.read().rounds[0].matches
    change_pairing.swap(event.host, str(one.player1), str(two.player1))
    told = {text for texts in reasons_of(event.read()).values() for text in texts}
    assert "Changed by the organizer." in told
    assert not any("it was" in text for text in told)


def test_reasons_of_a_round_that_is_not_published_are_not_told(event_of):
    """Nor is anything else of it."""
    event = event_of(["Ann", "Bea", "Cal", "Dee"], **{"Publish rounds": "When told"}).pair()
    assert any(round_ == "round 1" for round_, _ in reasons_of(event.read()))
    page = event.page()
    assert '"rounds":[],"standings":null,"crosstable":null' in page
    assert "First round" not in page
