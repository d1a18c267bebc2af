"""Pages of organizers who steered the draw, and rewrote everything that follows from it."""

from __future__ import annotations

import json

import pytest
from published import data_of, page_of, with_data

from xlplugin.exports.page import page_data
from xlplugin.exports.proof import digest_of
from xlplugin.exports.read_page import read_page
from xlplugin.problems import OrganizerError
from xlplugin.seeds import commitment
from xlplugin.verbs.check_page import WHEN, check_page
from xlplugin.verbs.pair import pair_round
from xlplugin.verbs.standings import share, write_standings
from xlplugin.workbook.reading.reader import read_event

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
        for number in (1, 2):
            pair_round(event.host)
            event.play(f"Round {number}")
        write_standings(event.host)
        return page_of(event.host)

    return play


def forged(page, change):
    """A page whose data are changed, and everything that it shows and its digest follow from them."""
    data = data_of(page)
    change(data["proof"])
    data["proof"]["digest"] = digest_of(data["proof"])
    event = read_event(read_page("page.html", with_data(page, data)).book)
    shown = page_data(share(event, "html"), WHEN, watch=False)
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
    assert result.warnings == ["Round 2 was paired under settings that are others now: Rounds: 9."]


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
    pair_round(event.host)
    event.play("Round 1")
    while not (event.event.progress and event.event.progress.is_over):
        pair_round(event.host)
        event.play(event.event.tabs[-1].name)
    write_standings(event.host)

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
        (lambda data: data.update(status="The event is over. Champion: me"), "How far it is"),
        (lambda data: data["rounds"][0].update(sides=["Runner", "Corp"]), "Rounds"),
        (lambda data: data["standings"].update(title="Standings after round 9"), "Standings, headers"),
        (lambda data: data["crosstable"].update(title="Final"), "Cross table, headers"),
        (lambda data: data.update(bracket=[{"columns": ["Cut 1"]}]), "Bracket, headers"),
        (lambda data: data.update(chances={"rows": [["Player 1", "out"]]}), "Cut chances"),
        (lambda data: data["rounds"][1]["matches"][0]["why"].pop(0), "Round 2, table 1"),
    ],
)  # fmt: skip
def test_headings_and_words_that_are_others_are_found(drawn, change, where):
    """Whatever is read first, on a projector or a phone."""
    page = drawn()
    data = data_of(page)
    change(data)
    (told,) = check_page(read_page("page.html", with_data(page, data))).problems
    assert told.startswith(f"{where}: the page ")
