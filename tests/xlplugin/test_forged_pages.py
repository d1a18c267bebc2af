"""Pages of organizers who steered the draw, and rewrote everything that follows from it."""

from __future__ import annotations

import json

import pytest
from forgeries import with_new_digest
from published import data_of, page_of, play_cut, played_out, with_data

from engine import RULESETS
from xlplugin.exports.format import Needs
from xlplugin.exports.page import page_data
from xlplugin.exports.proof import digest_of
from xlplugin.ground.catalogues import Catalogue
from xlplugin.ground.languages import speaking
from xlplugin.ground.problems import OrganizerError
from xlplugin.ground.seeds import commitment
from xlplugin.numbers import check_page as check_page_module
from xlplugin.numbers.check_page import WHEN, check_page
from xlplugin.numbers.read_page import BEGIN, read_page
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import share, write_standings
from xlplugin.workbook.reading.reader import read_event

from cases import each
from sources import program
from strategies import FromNumber

catalogue = program("catalogue")

TOLD = "kvmz-qxbd-hwtr-pnfj-zkcm-gdsw"
"""The seed whose hash was told."""
SUITED = "tried until it suited me, 7"
"""Another one, which the rounds were drawn from."""


@pytest.fixture
def drawn(in_memory):
    """Play an event of two rounds, drawn from a seed, with labels for some players."""

    def play(seed=TOLD, kept_apart=0):
        event = in_memory(**{"Event seed": seed, "Rounds": "2", "Cut": "None"})
        for row in range(2, 2 + kept_apart):
            event.type("Players", row, Do_not_pair="A")
        return page_of(played_out(event).host)

    return play


def forged(page, change):
    """A page whose data are changed, and everything that it shows and its digest follow from them."""
    data = data_of(page)
    change(data["proof"])
    data["proof"]["digest"] = digest_of(data["proof"])
    event = read_event(read_page("page.html", with_data(page, data)).book)
    shown = page_data(share(event, Needs.NOTHING), WHEN, watch=False)
    return with_data(page, {**json.loads(json.dumps(shown)), "proof": data["proof"]})


def checked(page):
    """What checking a page comes to."""
    return check_page(read_page("page.html", page), commitment(TOLD))


def tell_other_seed(proof):
    """Say that it is the seed whose hash was told."""
    proof.update(seed=TOLD, commitment=commitment(TOLD))


def test_a_second_seed_among_the_settings_is_found(drawn):
    """Of two rows the first would count."""

    def change(proof):
        tell_other_seed(proof)
        proof["tabs"]["Event"].insert(1, ["event  seed", SUITED])

    (told,) = checked(forged(drawn(SUITED), change)).problems
    assert told.startswith(f"Event: the page carries event  seed | {SUITED}, where")


def test_another_seed_for_a_round_is_found(drawn):
    """It is none of the settings that may have been others when a round was paired."""

    def change(proof):
        tell_other_seed(proof)
        proof["then"] = {f"Round {n}": {"Event seed": SUITED} for n in (1, 2)}

    told = checked(forged(drawn(SUITED), change)).problems
    assert told[0].startswith("Round 1: no page has other settings for it: Event seed: ")
    assert any("by the rules" in text for text in told)


def test_settings_that_were_others_are_told(drawn):
    """They are published, and may have steered a draw."""
    result = checked(forged(drawn(), lambda proof: proof.update(then={"Round 2": {"Rounds": "9"}})))
    assert result.problems == []
    assert result.warnings == [
        "Round 2 was paired under settings that have changed since: Rounds: 9."
    ]


def test_labels_that_no_page_carries_are_found(drawn):
    """With them a page could have any two players kept apart."""

    def change(proof):
        header, *rows = proof["tabs"]["Players"]
        header.append("Do not pair")
        for number, row in enumerate(rows):
            row.append("A" if number < 3 else None)
        proof["withheld"] = False

    (told,) = checked(forged(drawn(kept_apart=3), change)).problems
    assert told.startswith("Players: the page carries ")
    assert "Do not pair" in told


def test_a_tab_that_no_page_carries_is_found(drawn):
    """Whatever it may be read for."""
    told = checked(
        forged(drawn(), lambda proof: proof["tabs"].update(Log=[["When", "Action"]]))
    ).problems
    assert told == ["Log: the page carries When | Action, where a page of this event has nothing"]


def test_a_match_that_is_gone_is_found(drawn):
    """Both players would seem to have left for a round."""

    def change(proof):
        proof["tabs"]["Round 2"].pop()

    told = checked(forged(drawn(), change)).problems
    assert "which is gone" in told[0]
    assert told[0].endswith("and not marked as changed")


def test_rounds_said_to_be_of_elsewhere_do_not_count_as_run_again(drawn):
    """And are told, one by one."""

    def change(proof):
        tell_other_seed(proof)
        proof["tabs"]["Event"].insert(-1, ["Rounds paired elsewhere", "2"])

    result = checked(forged(drawn(SUITED), change))
    assert len(result.warnings) == 2
    assert "0 rounds of 8 players run again" in result.lines[0]


def test_a_cut_without_its_notes_is_told_as_paired_elsewhere(in_memory):
    """Nothing of it can be drawn again then."""
    event = in_memory(**{"Event seed": TOLD, "Rounds": "1", "Cut": "4"})
    played_out(event)

    def change(proof):
        notes = proof["tabs"]["Pairing notes"]
        notes[:] = [row for row in notes if row[0] != "Cut 1"]

    told = checked(forged(page_of(event.host), change)).warnings
    assert told == ["Cut 1 was paired elsewhere: its draw cannot be repeated."]


def test_names_of_rounds_that_are_no_texts_are_held_against_an_earlier_page(drawn):
    """Nothing of a page is what it should be."""
    page = drawn()
    data = data_of(page)
    data["rounds"] = [{"name": ["Round 1"], "matches": [{"table": []}]}]
    odd = read_page("odd.html", with_data(page, data))
    assert check_page(odd, "", odd).problems


def test_nothing_of_a_page_moves_about_in_a_terminal(drawn):
    """A line could be wiped out, or another one be told."""
    page = drawn()
    data = data_of(page)
    data["proof"]["commitment"] = "\x1b[2J\r\nSpring Cup: everything is as published.\u202e"
    data["rounds"][0]["matches"][0]["players"][0]["name"] = "\x1b[2J\ud800"
    result = check_page(read_page("page.html", with_data(page, data)))
    told = "".join([*result.lines, *result.problems])
    assert told.isprintable()
    data["proof"]["then"] = {"\x1b[2J": 1}
    with pytest.raises(OrganizerError) as refused:
        read_page("page.html", with_data(page, data))
    assert str(refused.value).isprintable()


def test_settings_that_cannot_be_are_told_with_their_round(drawn):
    """All else is checked."""
    page = forged(drawn(), lambda proof: proof.update(then={"Round 2": {"Rounds": "x"}}))
    (told,) = checked(page).problems
    assert told.startswith("Round 2: Event!B")


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda data: data.update(status="The event is over. Champion: me"), "Progress of the event"),
        (lambda data: data["rounds"][0].update(sides=["Runner", "Corp"]), "Rounds"),
        (lambda data: data["standings"].update(title="Standings after round 9"), "Standings, headers"),
        (lambda data: data["rounds"][0]["matches"].reverse(), "Round 1, tables"),
        (lambda data: data["crosstable"].update(title="Final"), "Cross table, headers"),
        (lambda data: data.update(bracket=[{"columns": ["Cut 1"]}]), "Bracket, headers"),
        (lambda data: data.update(chances={"rows": [["Player 1", "out"]]}), "Cut chances"),
        (lambda data: data["event"].update(date="2020-02-20"), "Date"),
        (lambda data: data["event"].update(document="my own rules"), "Document"),
        (lambda data: data["standings"]["help"][0].insert(1, "by my own choice"), "Standings, headers"),
        (lambda data: data["clock"].update(minutes=5), "Clock"),
        (lambda data: data["rounds"][1]["matches"][0]["why"].pop(0), "Round 2, table 1"),
        (lambda data: data.update(made="2026-11-21 18:00. Champion: me"), "Time of the page"),
        (lambda data: data["clock"].update(extra=[["1 (annulled)", 5]]), "Clock"),
        (lambda data: data["rounds"][0]["matches"][0].update(extra="a win and 5"), "Round 1, table 1"),
        (lambda data: data["rounds"][0]["matches"][0].update(why={"length": 1}), "Round 1, table 1"),
    ],
)  # fmt: skip
def test_headings_and_words_that_are_others_are_found(drawn, change, where):
    """Whatever is read first, on a projector or a phone."""
    page = drawn()
    data = data_of(page)
    change(data)
    (told,) = check_page(read_page("page.html", with_data(page, data))).problems
    assert told.startswith(f"{where}: the page ")


FOREIGN_HTML = {
    "style": ("<style>", "<style>tr:nth-child(2) { display: none }"),
    "heading": ("<main ", "<h2>Champion: me</h2><main "),
    "data": (BEGIN, "<script type='application/json' id='data'>{}</script>" + BEGIN),
    "script": ("const STEP", "const PITS"),
}


@each("what", FOREIGN_HTML)
def test_html_that_is_another_one_is_told_with_what_was_compared(drawn, what):
    """A browser may show anything then; however its lines end, an honest page has no such note."""
    page = drawn()
    for honest in (page, page.replace(b"\n", b"\r\n")):
        assert checked(honest).warnings == []
    text = page.decode().replace(*FOREIGN_HTML[what], 1)
    assert text != page.decode()
    (told,) = checked(text.encode()).warnings
    standings = data_of(page)["standings"]
    first = dict(zip(standings["headers"], standings["rows"][0], strict=True))
    assert told.startswith("The HTML of the page is not as this version")
    assert f"has: 1. {first['Player']}, " in told


def test_the_title_that_a_ruleset_had_is_no_difference(drawn):
    """Pages that were made before had another one."""
    page = drawn()
    data = data_of(page)
    data["event"]["rules"] = RULESETS["nisei-swiss"].formerly
    assert check_page(read_page("page.html", with_new_digest(page, data))).problems
    del data["proof"]["roster"]
    assert check_page(read_page("page.html", with_new_digest(page, data))).problems == []


# languages


@pytest.fixture
def bracketed(monkeypatch):
    """A language whose texts are all in brackets, installed, and spoken if asked for."""
    known = {one: [f"[{one}]", f"[{many}]"] for one, many in catalogue.texts().items()}
    language = Catalogue("xx", known, "n > 1", lambda n: n > 1)
    installed = {"xx": language, "en": Catalogue()}
    monkeypatch.setattr(check_page_module.catalogues, "catalogue_of", installed.get)

    return lambda: speaking(language)


@pytest.fixture
def cut_page(in_memory):
    """The page of an event with a double elimination, of which the second final was not needed."""
    event = in_memory(**{"Event seed": TOLD, "Rounds": "2", "Cut": "4", "Date": "2026-11-21"})
    for tab in ("Round 1", "Round 2"):
        pair_round(event.host)
        event.play(tab)
    play_cut(event.host, FromNumber("a cut"))
    write_standings(event.host)
    return lambda: page_of(event.host)


def turn_outcomes(data):
    """Who has won has lost."""
    for player in data["bracket"][0]["games"][0]["players"]:
        player["outcome"] = {"W": "L", "L": "W"}[player["outcome"]]


def move_games(data):
    """The last games of the upper bracket are in the lower one, in the lines that they had."""
    upper, lower = (area["games"] for area in data["bracket"])
    at = len(lower)
    lower += upper[at:]
    del upper[at:]


SEEN_FIRST = {
    "outcomes": turn_outcomes,
    "cross table": lambda data: data["crosstable"]["rows"].reverse(),
    "layout": lambda data: data["bracket"][0]["lines"].pop(),
    "area": move_games,
    "language": lambda data: None,
}


@pytest.mark.slow
@each("what", SEEN_FIRST)
def test_what_people_see_is_found_in_every_language(cut_page, bracketed, what):
    """That of the page, of whoever checks it, and one that a forger only says it is in."""
    with bracketed():
        pages = [cut_page()]
    pages.append(cut_page())
    for page in pages:
        for said in ("xx", "en", *["../xx"] * (what == "language")):
            data = data_of(page)
            is_honest = what == "language" and said == data["proof"]["language"]
            SEEN_FIRST[what](data)
            data["proof"]["language"] = said
            other = read_page("page.html", with_new_digest(page, data))
            told = check_page(other)
            assert bool(told.problems) != is_honest
            notes = " ".join(map(str, told.warnings))
            assert not (is_honest and "HTML of the page" in notes)
            with bracketed():
                assert bool(check_page(other).problems) != is_honest


def test_a_language_that_is_not_installed_is_said(cut_page):
    """Nobody can say that everything is as published then."""
    data = data_of(cut_page())
    data["proof"]["language"] = "xq"
    result = check_page(read_page("page.html", with_new_digest(cut_page(), data)))
    (told,) = result.problems
    assert "its language is xq, which is not installed here" in told
    assert not any("as published" in line for line in result.lines)


def test_a_reason_that_the_draw_does_not_give_is_told(cut_page):
    """In words that may also be those of another version; an honest page has none."""
    page = cut_page()
    assert check_page(read_page("page.html", page)).warnings == []
    for round_ in (0, 2):
        data = data_of(page)
        data["rounds"][round_]["matches"][0]["why"].append("Annulled by the judge.")
        (told,) = check_page(read_page("page.html", with_data(page, data))).warnings
        assert told.endswith("Annulled by the judge.")
