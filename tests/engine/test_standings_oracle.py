"""Points and tiebreaks compared with a slow, literal reading of the document.

The oracle works on plain rows and fractions and shares no code with the engine.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random

from engine import Match, Player, Round, Special, Status, Tournament, rank

from cases import each

LETTERS = "WDL"
TOLD = {
    "ID": Special.INTENTIONAL_DRAW, "2-for-1": Special.TWO_FOR_ONE, "Bye": Special.BYE,
    "No-show 1": Special.NO_SHOW_1, "No-show 2": Special.NO_SHOW_2,
    "Double no-show": Special.DOUBLE_NO_SHOW,
}  # fmt: skip


def random_rows(seed):
    """Make up an event: for each round its rows ``(player, opponent or None, games, special)``.

    Everyone is there for some of the rounds: late, dropped, and come back as it happens.
    """
    random = Random(seed)
    everyone = list(range(1, random.randint(2, 24) + 1))
    there = {no: random.choice((1, 0.9, 0.6)) for no in everyone}
    rounds = []
    for _ in range(random.randint(1, 8)):
        seats = [no for no in everyone if random.random() < there[no]]
        random.shuffle(seats)
        rows = []
        while seats:
            one = seats.pop()
            if not seats or random.random() < 0.05:
                rows.append((one, None, "", "Bye"))
                continue
            rows.append((one, seats.pop(), *random_result(random)))
        rounds.append(rows)
    return everyone, rounds


def random_result(random):
    """Make up what two players played: the first one's games, and what was special."""
    special = random.choice(
        [""] * 8 + ["ID", "2-for-1", "No-show 1", "No-show 2", "Double no-show"]
    )
    games = {"": 2, "2-for-1": 1}.get(special, 0)
    return "".join(random.choice(LETTERS) for _ in range(games)), special


def as_tournament(everyone, rounds, divisor):
    """Put the rows into the engine's vocabulary."""
    last = {row_no for row in rounds[-1] for row_no in row[:2]}
    return Tournament(
        tuple(
            Player(no, f"P{no}", status=Status.ACTIVE if no in last else Status.DROPPED)
            for no in everyone
        ),
        tuple(
            Round(
                number,
                tuple(
                    Match(table, one, two, tuple(games), TOLD.get(special, Special.NONE))
                    for table, (one, two, games, special) in enumerate(rows, 1)
                ),
            )
            for number, rows in enumerate(rounds, 1)
        ),
        {"SoS divisor": divisor},
        "oracle",
    )


def points_of(row, no):
    """Event points of one row for one of its players."""
    one, _two, games, special = row
    if special == "Bye":
        return 6  # "A bye is equivalent to two wins: 6 points."
    if special == "ID":
        return 3  # "each receiving one win and one loss"
    if special == "Double no-show":
        return 0
    if special.startswith("No-show"):
        absent = one if special.endswith("1") else row[1]
        return 0 if no == absent else 6
    # "3 event points per game win, 1 per draw, and 0 per loss"
    mine = games if no == one else games.translate(str.maketrans("WL", "LW"))
    points = sum({"W": 3, "D": 1, "L": 0}[game] for game in mine)
    return points * 2 if special == "2-for-1" else points  # "twice the normal event points"


def rows_of(rounds, no):
    """Give each round with the player's row in it, or ``None`` where they were not there."""
    return [next((row for row in rows if no in row[:2]), None) for rows in rounds]


def total_points(rounds, no):
    """Give "their total event points"."""
    return sum(points_of(row, no) for row in rows_of(rounds, no) if row)


def opponents_of(rounds, no):
    """Give all of the player's opponents; a bye is none."""
    return [
        row[1] if row[0] == no else row[0]
        for row in rows_of(rounds, no)
        if row and row[1] is not None
    ]


def rounds_completed(rounds, no):
    """Give "the number of rounds they have completed"; missed ones are losses."""
    there = [number for number, row in enumerate(rows_of(rounds, no), 1) if row]
    return max(there, default=0)


def strength_of_schedule(rounds, no, divisor):
    """Give "the sum for all opponents, then divided by the number of rounds so far"."""
    opponents = opponents_of(rounds, no)
    total = Fraction(0)
    for opponent in opponents:
        total += Fraction(total_points(rounds, opponent), rounds_completed(rounds, opponent))
    by = len(rounds) if divisor == "Rounds" else len(opponents)
    return total / by if by else Fraction(0)


def extended_strength_of_schedule(rounds, no, divisor):
    """Give "the sum of all opponents' SoS divided by that player's number of opponents"."""
    opponents = opponents_of(rounds, no)
    if not opponents:
        return Fraction(0)
    total = sum((strength_of_schedule(rounds, o, divisor) for o in opponents), Fraction(0))
    return total / len(opponents)


EVENTS = each("seed", range(120))
DIVISORS = each("divisor", ["Rounds", "Opponents"])


@EVENTS
def test_points_are_what_the_document_adds_up(nisei, seed):
    """Everyone's event points are the oracle's."""
    everyone, rounds = random_rows(seed)
    standings = rank(as_tournament(everyone, rounds, "Rounds"), nisei)
    assert {s.no: s.points for s in standings} == {no: total_points(rounds, no) for no in everyone}


@DIVISORS
@EVENTS
def test_strength_of_schedule_is_exactly_the_documents(nisei, seed, divisor):
    """Everyone's SoS is the oracle's fraction."""
    everyone, rounds = random_rows(seed)
    standings = rank(as_tournament(everyone, rounds, divisor), nisei)
    assert {s.no: s.tiebreaks["SoS"] for s in standings} == {
        no: strength_of_schedule(rounds, no, divisor) for no in everyone
    }


@DIVISORS
@EVENTS
def test_extended_strength_of_schedule_is_exactly_the_documents(nisei, seed, divisor):
    """Everyone's xSoS is the oracle's fraction."""
    everyone, rounds = random_rows(seed)
    standings = rank(as_tournament(everyone, rounds, divisor), nisei)
    assert {s.no: s.tiebreaks["xSoS"] for s in standings} == {
        no: extended_strength_of_schedule(rounds, no, divisor) for no in everyone
    }


@DIVISORS
@EVENTS
def test_the_order_is_points_then_sos_then_xsos(nisei, seed, divisor):
    """Going down the standings the oracle's values never rise."""
    everyone, rounds = random_rows(seed)
    order = [s.no for s in rank(as_tournament(everyone, rounds, divisor), nisei)]
    values = [
        (
            total_points(rounds, no),
            strength_of_schedule(rounds, no, divisor),
            extended_strength_of_schedule(rounds, no, divisor),
        )
        for no in order
    ]
    assert sorted(order) == everyone
    assert values == sorted(values, reverse=True)


@EVENTS
def test_the_order_of_the_roster_and_of_the_tables_does_not_matter(nisei, seed):
    """The same rows in another order, some with the players changed over, rank alike."""
    everyone, rounds = random_rows(seed)
    random = Random(seed + 1)
    mixed = [random.sample([turned(row, random) for row in rows], len(rows)) for rows in rounds]
    again = as_tournament(random.sample(everyone, len(everyone)), mixed, "Rounds")
    assert lines(rank(again, nisei)) == lines(
        rank(as_tournament(everyone, rounds, "Rounds"), nisei)
    )


def lines(standings):
    """Give all that the standings say, line by line."""
    return [(s.rank, s.no, s.points, dict(s.tiebreaks)) for s in standings]


def turned(row, random):
    """Write a row from the other player's side, or leave it."""
    one, two, games, special = row
    if two is None or random.random() < 0.5:
        return row
    other = {"No-show 1": "No-show 2", "No-show 2": "No-show 1"}
    return two, one, games.translate(str.maketrans("WL", "LW")), other.get(special, special)
