"""From the last Swiss round to the champion, with commands and what is typed in between."""

from __future__ import annotations

import re
from typing import NamedTuple

import pytest

from xlplugin.workbook.layouts.tab_names import back


class Flow(NamedTuple):
    """An event with an elimination, and how many rounds that has if the higher seeds win."""

    rounds: int
    size: int
    ruleset: str = "nisei-swiss"
    players: int = 8
    swiss: int = 1
    settings: tuple[str, ...] = ()
    top: bool = False
    finals: int = 3


ONE_GAME = ["Corp", "Winner"]
FLOWS = {
    "top 16": Flow(8, 16, players=16, settings=("Cut=16",)),
    "top 4": Flow(4, 4, settings=("Cut=4",)),
    "top 3": Flow(2, 3, swiss=2, top=True),
    "best of three": Flow(2, 4, settings=("Cut=4", "Elimination=Best of three")),
    "asynchronous": Flow(1, 2, players=16, settings=("Asynchronous=Yes",)),
    "hex 8": Flow(3, 8, "hex", top=True, finals=4),
}


class Played(NamedTuple):
    """What was said and what there is at the end of a flow."""

    flow: Flow
    swiss: list[dict]
    paired: list[dict]
    final: dict
    after_cut: object
    last: object
    said_at_end: str
    said_after_all: str
    event: object


@pytest.fixture(scope="session", params=FLOWS)
def played(request, swiss_played, cut_file, winners, tmp_path_factory):
    """Play an event from the end of its Swiss rounds to the final standings, once."""
    flow = FLOWS[request.param]
    event = cut_file(tmp_path_factory.mktemp("flow") / "event.xlsx")
    data = swiss_played(flow.ruleset, flow.players, flow.swiss, flow.settings, None, flow.finals)
    event.path.write_bytes(data)
    swiss = event.json("standings")["standings"]
    paired = [event.json("cut", "--top", flow.size) if flow.top else event.json("pair")]
    after_cut = event.read()
    event.decide("Cut 1", winners.higher)
    paired += [event.next_round() for _ in range(flow.rounds - 1)]
    said_at_end = event.refused("pair", status=3)
    final = event.json("standings")
    said = (said_at_end, event.refused("pair", status=3))
    return Played(flow, swiss, paired, final, after_cut, event.read(), *said, event)


def test_pair_says_that_it_is_over(played):
    """The champion is named, nothing written; once the final standings are, there is nothing left to write."""
    champion = played.swiss[0]["player"]
    assert f"The elimination is over: {champion} has won." in played.said_at_end
    left = "Still to do: xlplugin standings event.xlsx and then xlplugin "
    assert left in played.said_at_end
    told = (
        f"The event is over: {champion} has won, and Final standings has every place. Still to do: "
    )
    assert told in played.said_after_all
    assert "rite the" not in played.said_after_all


def test_rounds_of_the_elimination_are_told_with_their_stage(played):
    """The JSON of each round has the stage, its number, and both players of every game."""
    paired = played.paired
    assert [round_["round"] for round_ in paired] == list(range(1, played.flow.rounds + 1))
    assert {round_["stage"] for round_ in paired} == {"Elimination"}
    tables = [[game["table"] for game in round_["pairings"]] for round_ in paired]
    assert tables == [list(range(1, len(round_) + 1)) for round_ in tables]
    assert all(game["reasons"] for round_ in paired for game in round_["pairings"])


def test_the_best_of_the_swiss_standings_are_seeded_by_rank(played):
    """Exactly they play, the highest against the lowest: seeds of a game add up to one more than the players."""
    size = played.flow.size
    heads, *rows = played.last["Cut 1"].values
    games = [dict(zip(heads, row, strict=True)) for row in rows]
    seeds = {g[f"Seed {i}"]: g[f"No {i}"] for g in games for i in (1, 2) if g[f"No {i}"]}
    assert sorted(seeds) == list(range(1, size + 1))
    assert [seeds[n] for n in sorted(seeds)] == [s["no"] for s in played.swiss[:size]]
    sums = [g["Seed 1"] + g["Seed 2"] for g in games if g["Special"] != "Bye"]
    assert set(sums) == {5 if size == 3 else size + 1}


def test_final_standings_follow_the_seeds_where_they_always_win(played):
    """Everyone ends where the Swiss rounds put them; the tab says the Swiss rank and the seed."""
    final, swiss = played.final, played.swiss
    size, players = played.flow.size, played.flow.players
    ranks = list(range(1, players + 1))
    assert final["final"] is True
    assert [s["rank"] for s in final["standings"]] == ranks
    assert [s["no"] for s in final["standings"]] == [s["no"] for s in swiss]
    assert [s["points"] for s in final["standings"]] == [s["points"] for s in swiss]
    heads, *values = played.last["Final standings"].values
    rows = [dict(zip(heads, row, strict=True)) for row in values]
    assert [row["Rank"] for row in rows] == [row["Swiss rank"] for row in rows] == ranks
    assert [row["Seed"] for row in rows] == [*range(1, size + 1), *[None] * (players - size)]
    assert "Tiebreaker" not in heads


def test_event_says_who_has_won(played):
    """At the end the first lines of Event name the champion and the last round."""
    settings = {row[0]: row[1] for row in played.last["Event"].values}
    flow = played.flow
    assert settings["Next step"] == f"{played.swiss[0]['player']} has won"
    assert settings["Round"] == f"{flow.swiss} of {flow.swiss}, Cut {flow.rounds}"
    assert settings["Cut tabs"].startswith("Cut 1")
    assert settings["Players in the cut"] == flow.size


def test_no_formula_of_a_cut_is_long(played):
    """On whatever tab, the bracket too, as it fills itself in."""
    for book in (played.after_cut, played.last):
        cells = (cell for tab in book for row in tab.iter_rows() for cell in row)
        longest = max((c.value for c in cells if c.data_type == "f"), key=len)
        assert len(longest) <= 150


def test_event_says_what_to_do_after_the_cut(played):
    """Once the first round is made, Event counts its missing results and says what follows."""
    settings = {row[0]: [str(value) for value in row] for row in played.after_cut["Event"].values}
    _, shown, *beside = settings["Next step"]
    assert '"Cut 1: "&' in shown
    assert sum("COUNTIF('Cut 1'!" in step for step in beside) == 2
    follows = "Pair Cut 2" if played.flow.rounds > 1 else "Write the final standings"
    assert any(follows in step for step in beside)


def test_bracket_is_drawn_with_the_cut_and_names_the_champion(played):
    """Every game and every player from the cut on; in the end the champion below the last game."""
    drawn = [value for row in played.after_cut["Bracket"].values for value in row if value]
    assert {s["player"] for s in played.swiss[: played.flow.size]} <= set(drawn)
    games = {value for value in drawn if str(value).startswith("Game ")}
    assert len(games) >= played.flow.size - 1
    assert "Champion" in drawn
    last = played.last["Bracket"]
    label = next(cell for row in last.iter_rows() for cell in row if cell.value == "Champion")
    assert last.cell(label.row + 1, label.column).value == played.swiss[0]["player"]


def test_tabs_after_the_swiss_rounds_are_in_order(played):
    """The tabs of the elimination come in order, then bracket and final standings."""
    tabs = played.last.sheetnames
    cuts = [f"Cut {n}" for n in range(1, played.flow.rounds + 1)]
    first = tabs.index("Cut 1")
    assert tabs[first : first + len(cuts) + 2] == [*cuts, "Bracket", "Final standings"]
    assert tabs.index("Pairing notes") > first


def test_results_of_a_cut_tab_are_typed_as_the_format_says(played):
    """The columns to type into are those of the format of the elimination."""
    heads = next(played.last["Cut 1"].values)
    if "Elimination=Best of three" in played.flow.settings:
        wanted = ["Corp", "Game 1", "Game 2", "Game 3"]
    elif played.flow.ruleset == "hex":
        wanted = ["HQ 1", "HQ 2", "Army 1", "Army 2"]
    else:
        wanted = ONE_GAME
    start = heads.index(wanted[0])
    assert list(heads[start : start + len(wanted)]) == wanted
    assert heads[start + len(wanted)] == "Special"


def test_final_standings_are_exported_and_written_twice_the_same(at_state, tmp_path):
    """The exported list has the places of the whole event, and the message says so."""
    event, out = at_state("final"), tmp_path / "out.csv"
    before = list(event.read()["Final standings"].values)
    event.done("standings")
    assert list(event.read()["Final standings"].values) == before
    said = event.done("export", "--format", "csv", "-o", out).stdout
    heads, *lines = [line.split(",") for line in out.read_text(encoding="utf-8-sig").splitlines()]
    assert [line[heads.index("Player")] for line in lines] == event.final_names()
    assert "after round" not in said


# What the brackets make of other winners


@pytest.mark.parametrize("state", ["cut 2", "cut 3", "cut 4"])
def test_during_the_elimination(at_state, state):
    """Every game has its Corp, in the first round nobody has; standings are those of the Swiss rounds, with a note."""
    event = at_state(state)
    assert all(row["Corp"] in (1, 2) for row in event.rows(state.capitalize()))
    result = event.done("standings")
    assert f"{state.capitalize()} is under way" in result.stderr
    assert "Final standings" not in event.read().sheetnames
    assert event.rows("Standings 1")
    assert {row["Corp"] for row in at_state("cut 1").rows("Cut 1")} == {None}


def test_the_first_round_is_written_into_the_bracket_live(at_state):
    """Results of the newest round are formulas, and values once the next one is paired."""

    def formulas(state):
        sheet = at_state(state).read()["Bracket"]
        found = {str(c.value) for row in sheet.iter_rows() for c in row if c.data_type == "f"}
        return found - {back().text}

    assert all("'Cut 1'!" in formula for formula in formulas("cut 1"))
    assert all("'Cut 2'!" in formula for formula in formulas("cut 2"))
    assert formulas("cut 1")
    assert formulas("final") <= formulas("cut 4")


def test_hex_cut_tells_how_many_armies_are_chosen(after_swiss):
    """The terminal and the notes say how many armies the finals are played with."""
    event = after_swiss("hex", 8, 1)
    said = event.done("pair").stdout
    notes = [str(row["Why"]) for row in event.rows("Pairing notes") if row["Round"] == "Cut 1"]
    assert "chooses 3 armies for the finals" in said
    assert any("chooses 3 armies for the finals" in why for why in notes)


@pytest.mark.parametrize(
    ("ruleset", "top", "then"),
    [
        ("hex", 4, "then: xlplugin pair event.xlsx"),
        ("nisei-swiss", 2, "xlplugin standings event.xlsx"),
    ],
)
def test_next_hint_names_the_next_command(after_swiss, ruleset, top, then):
    """After the cut the terminal says what to type and which command follows: after a final the standings."""
    said = after_swiss(ruleset, rounds=1).done("cut", "--top", top).stdout
    assert "tab Cut 1" in said
    assert then in said


# The tiebreaker round


def standings_of(event):
    """Names by rank after the Swiss rounds."""
    return [s["player"] for s in event.json("standings")["standings"]]


ANNOUNCED = ("Cut=2", "Tiebreaker round=Yes")


def test_pair_makes_the_announced_tiebreaker_round(after_swiss):
    """Second and third have the same points: they play for the last place in the cut."""
    event = after_swiss(settings=ANNOUNCED)
    ranked = standings_of(event)
    paired = event.json("pair")
    assert (paired["stage"], paired["round"]) == ("Tiebreaker", 1)
    assert [(g["player1"], g["player2"]) for g in paired["pairings"]] == [(ranked[1], ranked[2])]
    row = event.rows("Tiebreaker")[0]
    assert (row["Rank 1"], row["Rank 2"]) == (2, 3)
    assert row["Corp"] in (1, 2)
    assert event.value_of("Round") == "1 of 1, Tiebreaker"
    assert "Click Pair next round for the top 2." in event.steps_of("Next step")
    assert "Bracket" not in event.read().sheetnames


@pytest.mark.parametrize(
    ("typed", "second", "told"),
    [
        ({"Winner": 1}, 1, ["Won", "Lost"]), ({"Winner": 2}, 2, ["Lost", "Won"]),
        ({"Winner": "D"}, 1, None), ({"Special": "No-show 1"}, 2, None),
    ],
    ids=str,
)  # fmt: skip
def test_seeds_follow_the_tiebreaker_round(after_swiss, typed, second, told):
    """Whoever wins it, or did not have to play it, is the second seed; in the end its loser is third."""
    event = after_swiss(settings=ANNOUNCED)
    ranked = standings_of(event)
    event.done("pair")
    event.type("Tiebreaker", 2, **typed)
    game = event.json("pair")["pairings"][0]
    assert (game["player1"], game["player2"]) == (ranked[0], ranked[second])
    if told:
        event.decide("Cut 1")
        event.done("standings")
        rows = {row["Player"]: row for row in event.rows("Final standings")}
        assert [rows[name]["Tiebreaker"] for name in ranked[1:3]] == told
        assert event.final_names()[:3] == [ranked[0], ranked[second], ranked[3 - second]]
        assert [rows[name]["Swiss rank"] for name in ranked] == list(range(1, 7))


def test_an_announced_tiebreaker_round_is_the_next_step(after_swiss):
    """At the end of a command and on Event; the command cut does not pass over it."""
    event = after_swiss(settings=ANNOUNCED)
    step = "Click Pair next round for the tiebreaker round."
    while_typing = (
        "Click Pair next round for the tiebreaker round if one is needed, else for the top 2."
    )
    assert any(while_typing in each for each in event.steps_of("Next step"))
    assert "Next: Swiss finished: pair the tiebreaker round (" in event.done("standings").stdout
    assert any(step in each for each in event.steps_of("Next step"))
    event.refuses("cut", "{Event!Tiebreaker round}: ", "a tiebreaker round is announced")


def test_no_tiebreaker_round_is_played_where_nobody_is_level(after_swiss):
    """Though announced it is no step, and not to be had: the line separates different points."""
    event = after_swiss(settings=("Cut=3", "Tiebreaker round=Yes"))
    result = event.done("standings")
    assert "Next: Swiss finished: pair the top 3 (as set on Event)" in result.stdout
    assert "on both sides of the line" not in result.stderr
    assert "tiebreaker" not in "".join(event.steps_of("Next step"))
    event.refuses("tiebreaker", "No tiebreaker round is needed")
    assert event.json("pair")["stage"] == "Elimination"


def test_a_tiebreaker_round_that_is_not_announced_is_played_on_demand(after_swiss):
    """Without the setting tiebreaks decide, with a note; the command makes the round, then pair makes the cut."""
    event = after_swiss(settings=("Cut=2",))
    ranked = standings_of(event)
    result = event.done("pair")
    assert "Cut 1" in event.read().sheetnames
    assert "have 6 points each; tiebreaks have decided" in result.stderr
    event.done("undo")
    event.done("tiebreaker")
    event.type("Tiebreaker", 2, Winner=2)
    game = event.json("pair")["pairings"][0]
    assert (game["player1"], game["player2"]) == (ranked[0], ranked[2])


@pytest.mark.parametrize("settings", [("Cut=2",), ANNOUNCED], ids=["silent", "announced"])
def test_standings_offer_the_tiebreaker_round(after_swiss, settings):
    """With points level across the line, the standings say between whom; else there is nothing to say."""
    event = after_swiss(settings=settings)
    result = event.done("standings")
    ranked = [row["Player"] for row in event.rows("Standings 1")]
    words = f"{ranked[1]} and {ranked[2]}, on both sides of the line of the top 2, have 6 points"
    assert words in result.stderr
    assert after_swiss(settings=("Cut=3", "Elimination=Single")).done("standings").stderr == ""


@pytest.mark.parametrize(
    ("ruleset", "players", "why"),
    [("nisei-swiss", 16, "OP 1.4, Casual, 16 players"), ("hex", 8, "HEX, 8 players")],
    ids=["OP", "HEX"],
)
def test_next_step_says_what_a_suggested_cut_goes_by(after_swiss, ruleset, players, why):
    """Document, tier and number of players, divided by single commas."""
    event = after_swiss(ruleset, players)
    assert f"suggested ({why})" in event.done("standings").stdout


# Who does not play on


@pytest.mark.parametrize(
    ("rank", "header", "value"), [(4, "Declines cut", "yes"), (2, "Status", "Disqualified")]
)
def test_whoever_does_not_play_on_is_passed_over(at_state, rank, header, value):
    """The next one in the standings takes the place, and the notes say why."""
    event = at_state("swiss")
    ranked = standings_of(event)
    gone = ranked.pop(rank - 1)
    event.type("Players", event.row_of("Players", "Name", gone), **{header: value})
    result = event.done("pair")
    seeds = {row[f"Seed {i}"]: row[f"Player {i}"] for row in event.rows("Cut 1") for i in (1, 2)}
    assert [seeds[n] for n in range(1, 5)] == ranked[:4]
    assert f"{gone}, rank {rank}, is passed over" in result.stdout
    notes = [row["Why"] for row in event.rows("Pairing notes") if row["Round"] == "Cut 1"]
    assert any(f"{gone}, rank {rank}, is passed over" in note for note in notes)


# Two days


@pytest.fixture
def first_day(after_swiss, swiss_played):
    """An event of four rounds, two of which are played; points 12, 12, 6, 6, 6, 6, 0, 0."""
    event = after_swiss("nisei-swiss", 8, 2)
    event.setting("Rounds", 4)
    return event


def active_players(event):
    """The names by points at least 6 after the first day."""
    return {s["player"] for s in event.json("standings")["standings"] if s["points"] >= 6}


def players_of(paired):
    """Everyone in a round."""
    return {g[f"player{i}"] for g in paired["pairings"] for i in (1, 2)} - {None}


@pytest.mark.parametrize("by_command", [True, False])
def test_only_those_with_enough_points_play_the_second_day(first_day, by_command):
    """Rounds 3 and 4 and the cut are for whoever has the points; the others stay listed with theirs."""
    before = {s["player"]: s["points"] for s in first_day.json("standings")["standings"]}
    goes_on = active_players(first_day)
    assert len(goes_on) == 6
    if by_command:
        told = first_day.json("cut", "--points", 6)
        assert (told["points"], len(told["goes_on"]), len(told["out"])) == (6, 6, 2)
    else:
        first_day.change({"Event!Day one rounds": 2, "Event!Day two points": 6})
    for number in (3, 4):
        paired = first_day.next_round()
        assert (paired["stage"], paired["round"]) == ("Swiss", number)
        assert players_of(paired) <= goes_on
        assert len(players_of(paired)) == 6
    after = {s["player"]: s["points"] for s in first_day.json("standings")["standings"]}
    assert {name: after[name] for name in before.keys() - goes_on} == {
        name: before[name] for name in before.keys() - goes_on
    }
    first_day.refuses("cut --top 8", "a cut to 8 needs 8 players, but only 6 can play on")
    assert players_of(first_day.json("cut", "--top", 4)) <= goes_on
    assert first_day.json("check")["problems"] == []


def test_closing_the_first_day_says_who_goes_on(first_day):
    """The command names who goes on, and what comes next."""
    said = first_day.done("cut", "--points", 7).stdout
    assert "2 players with 7 points or more go on" in said
    assert "6 stay in the standings" in said
    assert "Next: Pair round 3 (xlplugin pair event.xlsx)" in said
    assert first_day.value_of("Day one rounds") == 2
    assert first_day.value_of("Day two points") == 7


# Names of any kind

ODD_NAMES = (
    "=1+1", "<script>alert(1)</script>", "  Trailing spaces  ", 'The "Quote"', "O'Brien",
    "+49 123", "@home", "Ünïcödé 玩家",
)  # fmt: skip


@pytest.fixture(scope="session")
def odd(swiss_played, cut_file, tmp_path_factory):
    """An event of odd names, played to its end; its workbook, and what the commands said."""
    event = cut_file(tmp_path_factory.mktemp("odd") / "event.xlsx")
    event.path.write_bytes(swiss_played("nisei-swiss", 8, 1, ("Elimination=Single",), ODD_NAMES))
    first = event.json("cut", "--top", 8)
    books = [event.read()]
    event.decide("Cut 1")
    event.next_round()
    books.append(event.read())
    event.next_round()
    standings = event.json("standings")
    return first, [*books, event.read()], standings


def texts(book, sheet):
    """Every value of a tab that is no formula."""
    cells = (cell for row in book[sheet].iter_rows() for cell in row)
    return {cell.value for cell in cells if cell.data_type != "f"}


@pytest.mark.on_files
def test_odd_names_stay_text(odd):
    """A name is the same text on the new tabs as on Players and in JSON; no formula comes from one."""
    first, books, _ = odd
    names = {name.strip() for name in ODD_NAMES}
    assert {name.strip() for name in players_of(first)} == names
    for book, tab in ((books[0], "Bracket"), (books[-1], "Cut 1"), (books[-1], "Final standings")):
        assert names <= {str(value).strip() for value in texts(book, tab)}, tab
    made = re.compile(r"=(IF\()?(INDEX\('Cut |LEFT\(\$|\$)")
    for book in books:
        cells = (cell for row in book["Bracket"].iter_rows() for cell in row)
        formulas = [cell.value for cell in cells if cell.data_type == "f"]
        formulas.remove(back().text)
        assert all(map(made.match, formulas))
