"""A whole Saturday on which hardly anything goes to plan, with public commands and typing only."""

from __future__ import annotations

NAMES = [f"Player {number}" for number in range(1, 42)]
SETTINGS = ("Event seed=41", "Event name=Messy Saturday", "Tier=Competitive", "Rounds=4", "Cut=8")
TWO_GAMES = ("P1 Corp", "P1 Runner")


def somebody(match):
    """1 or 2: who wins, neither always the stronger nor always the first."""
    return 1 + (match["No 1"] * 7 + (match["No 2"] or 0) * 5) % 3 % 2


def opponent_of(no, match):
    """1 or 2: the opponent of a player; 0 if the player is not in the match."""
    return {match["No 1"]: 2, match["No 2"]: 1}.get(no, 0)


def row_with(event, tab, no):
    """The row of a tab, from 1, in which a player is, and the row's cells."""
    sheet = event.read()[tab]
    places = {cell.value: cell.column for cell in sheet[1]}
    for row in range(2, sheet.max_row + 1):
        cells = {header: sheet.cell(row, column).value for header, column in places.items()}
        if no in (cells["No 1"], cells["No 2"]):
            return row, cells
    message = f"{no} is not in {tab}"
    raise AssertionError(message)


def start(event, folder):
    """A name is on the roster twice: nothing is made until that is mended; then 41 players."""
    roster = folder / "roster.csv"
    roster.write_text("\n".join(["Name", *NAMES, " player 7"]), encoding="utf-8")
    options = [part for setting in SETTINGS for part in ("--set", setting)]
    told = event.refused("new", "--ruleset", "nisei-swiss", "--players", roster, *options)
    assert "Line 43 repeats line 8 (player 7)." in told
    roster.write_text("\n".join(["Name", *NAMES]), encoding="utf-8")
    event.done("new", "--ruleset", "nisei-swiss", "--players", roster, *options)
    event.lighten(len(NAMES))


def first_round(event):
    """One comes late and meets the bye, one comes later still, one does not come, one moves."""
    event.done("pair")
    event.type("Players", 43, Name="Late Larch")
    event.done("late", "Late Larch")
    event.done("move", 3, 60)
    row, match = row_with(event, "Round 1", 11)
    event.type("Round 1", row, Special="No-show 1" if match["No 1"] == 11 else "No-show 2")
    event.decide("Round 1", somebody)
    event.type("Players", 44, Name="Later Lime")


def second_round(event):
    """Somebody leaves after the round is paired: the opponent wins, and the next rounds do without."""
    event.done("pair")
    row, match = row_with(event, "Round 2", 20)
    event.type("Round 2", row, Special="No-show 1" if match["No 1"] == 20 else "No-show 2")
    event.status("Player 20")
    event.decide("Round 2", somebody)
    event.done("standings")


def exchange(event, tab):
    """Two first players sit down at each other's table, and that is typed over the pairing."""
    met = {
        frozenset((row["No 1"], row["No 2"])) for n in (1, 2) for row in event.rows(f"Round {n}")
    }
    rows = list(enumerate(event.rows(tab), 2))
    (first, one), (second, two) = next(
        ((i, a), (j, b))
        for i, a in rows
        for j, b in rows
        if i < j and a["No 2"] and b["No 2"] and 5 not in (a["No 1"], b["No 1"])
        and not {frozenset((a["No 1"], b["No 2"])), frozenset((b["No 1"], a["No 2"]))} & met
    )  # fmt: skip
    for row, cells in ((first, two), (second, one)):
        event.type(tab, row, **{"No 1": cells["No 1"], "Player 1": cells["Player 1"]})


def third_round(event):
    """Two sit down wrongly, and stay there; somebody cheats, and the opponent has two wins."""
    event.setting("Publish rounds", "When told")
    event.done("pair")
    exchange(event, "Round 3")
    event.done("publish")
    event.setting("Publish rounds", "At once")
    event.done("penalties")
    event.type("Penalties", 2, No=5, Infraction="Cheating", Accepted="Yes")
    event.done("penalties")
    _, match = row_with(event, "Round 3", 5)
    is_first = match["No 1"] == 5
    counted = [match[game] for game in TWO_GAMES] == ["L" if is_first else "W"] * 2
    assert counted or match["Special"] == ("No-show 1" if is_first else "No-show 2")
    event.decide("Round 3", lambda m: opponent_of(5, m) or somebody(m))


def fourth_round(event):
    """A wrong result of round 2 is found: it is corrected, and what was paired since stays."""
    event.done("pair")
    paired = event.rows("Round 4")
    row, match = row_with(event, "Round 2", 30)
    turned = "L" if match["P1 Corp"] == "W" else "W"
    event.type("Round 2", row, **dict.fromkeys(TWO_GAMES, turned))
    event.decide("Round 4", somebody)
    event.done("standings")
    keys = ("Table", "No 1", "No 2")
    assert [[r[k] for k in keys] for r in event.rows("Round 4")] == [
        [r[k] for k in keys] for r in paired
    ]


def to_the_champion(event):
    """Level across the cut line: a tiebreaker round; one declines, one leaves in the middle."""
    standings = event.json("standings")["standings"]
    points = [standing["points"] for standing in standings]
    assert points[7] == points[8]
    event.setting("Tiebreaker round", "Yes")
    assert event.json("pair")["stage"] == "Tiebreaker"
    event.decide("Tiebreaker")
    declines = standings[1]["player"]
    row = event.row_of("Players", "Name", declines)
    event.type("Players", row, **{"Declines cut": "Yes"})
    paired = event.json("pair")
    seeds = {name for game in paired["pairings"] for name in (game["player1"], game["player2"])}
    assert len(seeds) == 8
    assert declines not in seeds
    event.decide("Cut 1")
    leaves = event.json("pair")["pairings"][0]["player1"]
    event.status(leaves)
    event.decide(event.newest())
    while "has won" not in str(event.value_of("Next step")):
        event.done("pair")
        event.decide(event.newest())
        event.done("standings")
    return leaves


def test_a_messy_saturday(cut_file, tmp_path):
    """Everything goes wrong once; at the end check finds no problem, and nothing is lost."""
    event = cut_file(tmp_path / "saturday.xlsx")
    start(event, tmp_path)
    for play in (first_round, second_round, third_round, fourth_round):
        play(event)
    leaves = to_the_champion(event)
    checked = event.json("check")
    assert checked["problems"] == []
    final = event.final_names()
    assert sorted(final) == sorted([*NAMES, "Late Larch", "Later Lime"])
    assert final[0] != leaves
    log = [(row["Action"], row["Details"]) for row in event.rows("Log")]
    for action, detail in (
        ("Late arrival", "Late Larch"), ("Move", "table 60"), ("Number", "Later Lime (43)"),
        ("Status", "Player 20 (No 20): Dropped"), ("Publish", "Round 3"), ("By hand", "Round 3: table"),
        ("Penalties", "Player 5"), ("Corrected", "Standings 2"), ("Setting", "Tiebreaker round: Yes"),
        ("Status", "declines the cut"), ("Status", f"{leaves} (No "), ("Standings", "Of the whole event"),
    ):  # fmt: skip
        assert any(action in done and detail in details for done, details in log), action
    assert event.rows("Round 1")
    assert len(event.backups()) > 10
