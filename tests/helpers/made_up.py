"""Random players and results of events of game points, which oracles and engine pair and rank."""

from __future__ import annotations

from engine import Match, Player, Round, Special

SPECIALS = (
    Special.NO_SHOW_1, Special.NO_SHOW_2, Special.DOUBLE_NO_SHOW, Special.INTENTIONAL_DRAW,
)  # fmt: skip


def new_player(random, no):
    """Make up a player, who may be seeded, even like another."""
    return Player(no, f"Player {no}", seed=random.choice((None, random.randint(1, 9))))


def made_up_pairs(random, tournament, records):
    """Give legal pairs as an organizer may set them by hand, or nothing if no luck was with him."""
    seats = list(tournament.active)
    random.shuffle(seats)
    pairs = [seats[at : at + 2] for at in range(0, len(seats), 2)]
    return None if any(two[-1] in records[two[0]].opponents for two in pairs) else pairs


def reported(random, number, pairs):
    """Make up the results of a round."""
    matches = []
    for table, seats in enumerate(pairs, 1):
        if len(seats) == 1:
            matches.append(Match(table, seats[0], None, special=Special.BYE))
            continue
        special = random.choice(SPECIALS) if random.random() < 0.08 else Special.NONE
        result = () if special else (*_game(random), *_game(random))
        matches.append(Match(table, *seats, result, special))
    return Round(number, tuple(matches))


def _game(random):
    """Make up both players' points of a game: won, unfinished or drawn."""
    points = random.randint(0, 6)
    return random.choice(
        [(10, points)] * 4 + [(points, 10)] * 4 + [(points, random.randint(0, 6)), (points, points)]
    )


def told(pairs):
    """Give pairs in a readable form."""
    return ", ".join("-".join(map(str, sorted(two))) for two in sorted(pairs, key=sorted))
