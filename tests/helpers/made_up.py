"""Random players and results of events of game points, which oracles and engine pair and rank."""

from __future__ import annotations

from dataclasses import replace

from engine import (
    Match,
    NoLegalPairing,
    Player,
    Round,
    Special,
    Status,
    pair,
    ruleset_named,
)

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


def after_a_round(random, roster, fewest, most):
    """Let a few players drop or come back, and now and then another enter; so many stay and play."""
    for at, player in enumerate(roster):
        if random.random() < 0.05:
            roster = [
                *roster[:at],
                _with_changed_status(random, player, roster, fewest),
                *roster[at + 1 :],
            ]
    if _active_in(roster) < most and random.random() < 0.15:
        free = sorted(set(range(1, 200)) - {player.no for player in roster})
        roster = [*roster]
        roster.insert(random.randint(0, len(roster)), new_player(random, random.choice(free)))
    while _active_in(roster) > most:
        at = random.choice([i for i, p in enumerate(roster) if p.status is Status.ACTIVE])
        roster = [*roster[:at], replace(roster[at], status=Status.DROPPED), *roster[at + 1 :]]
    return roster


def _with_changed_status(random, player, roster, fewest):
    """Let an active player go, for whatever reason, unless too few stay; or another return."""
    if player.status is not Status.ACTIVE:
        return replace(player, status=Status.ACTIVE)
    if _active_in(roster) == fewest:
        return player
    gone = random.choice((Status.DROPPED, Status.FORFEITED, Status.DISQUALIFIED))
    return replace(player, status=gone)


def _active_in(roster):
    """Tell how many play on."""
    return sum(player.status is Status.ACTIVE for player in roster)


def _game(random):
    """Make up both players' points of a game: won, unfinished or drawn."""
    points = random.randint(0, 6)
    return random.choice(
        [(10, points)] * 4 + [(points, 10)] * 4 + [(points, random.randint(0, 6)), (points, points)]
    )


def engine_pairing(tournament, ruleset):
    """Give the engine's byes and pairs, or nothing if there are none."""
    try:
        tables = pair(tournament, ruleset_named(ruleset)).tables
    except NoLegalPairing:
        return None
    byes = [table.player1 for table in tables if table.player2 is None]
    pairs = [frozenset((t.player1, t.player2)) for t in tables if t.player2 is not None]
    return byes, pairs


def told(pairs):
    """Give pairs in a readable form."""
    return ", ".join("-".join(map(str, sorted(two))) for two in sorted(pairs, key=sorted))
