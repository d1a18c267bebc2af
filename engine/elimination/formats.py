"""How a match of an elimination is reported: one game, best of three, or as in the Swiss rounds.

In ``Winner`` and the columns of single games, ``1`` and ``2`` are Player 1 and Player 2; a draw
``D`` is a win for the higher seed.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from engine.match_format import Barred, EliminationFormat, MatchFormat, ResultField
from engine.model import Special, Value

DRAW, UNKNOWN = "D", "?"
WINNERS = (1, 2, DRAW)
WALKOVERS = {Special.NO_SHOW_1: 2, Special.NO_SHOW_2: 1}
"""Who wins against somebody who does not play."""
SPECIALS = (Special.NONE, Special.BYE, *WALKOVERS, Special.DOUBLE_NO_SHOW)
DRAW_IS_A_WIN = "'{}' is not allowed here: a draw is a win for the higher-ranked player ({})"
ABSENT_HELP = "No-show 1: Player 1 did not play, Player 2 goes on."


def walkover(special: Special, higher: int) -> int | None:
    """Who goes on without a game; of two who are absent, the higher seed."""
    return higher if special is Special.DOUBLE_NO_SHOW else WALKOVERS.get(special)


def _won(game: Value, higher: int) -> int | None:
    """Who won a game: 1, 2, or the higher seed if it was drawn."""
    return higher if game == DRAW else int(game) if game in (1, 2) else None


def _beside_special(
    result: tuple[Value, ...], special: Special, fields: tuple[str, ...]
) -> str | None:
    """A winner beside somebody who did not play."""
    typed = [name for name, value in zip(fields, result, strict=False) if value != ""]
    if special and typed:
        return f"{special} is no game that anybody wins: clear {typed[0]}, or clear Special"
    return None


def _one_game_fault(result: tuple[Value, ...], special: Special) -> str | None:
    return _beside_special(result[1:], special, ("Winner",))


def _one_game_winner(result: tuple[Value, ...], special: Special, higher: int) -> int | None:
    corp, winner = (*result, "", "")[:2]
    if special:
        return walkover(special, higher)
    return None if corp == "" else _won(winner, higher)


def _corp(result: tuple[Value, ...], special: Special) -> int:
    corp = result[0] if result and not special else 0
    return corp if isinstance(corp, int) else 0


def _no_draw(rule: str, remedy: str) -> dict[Special, Barred]:
    """Nobody agrees on a draw in an elimination: it would be a win for the higher-ranked."""
    draw = Special.INTENTIONAL_DRAW
    return {draw: Barred(DRAW_IS_A_WIN.format(draw, rule), remedy)}


CORP = ResultField(
    "Corp", (1, 2, UNKNOWN), "Who is the Corp: 1 or 2. A question mark if nobody knows any more."
)
ONE_GAME = EliminationFormat(
    name="elimination game",
    fields=(
        CORP,
        ResultField("Winner", WINNERS, "Who won: 1 or 2. D: a draw, the higher seed goes on."),
    ),
    specials=SPECIALS,
    winner=_one_game_winner,
    fault=_one_game_fault,
    corp=_corp,
    choice="{one}, the higher seed, chooses the side: type who is the Corp",
    barred=_no_draw("OP, Event structure", f"clear it, and type {DRAW} as the winner"),
)
"""One game with sides. Rule: OP, Event structure: Elimination rounds."""


def without_byes(format_: EliminationFormat) -> EliminationFormat:
    """The format where nobody can have a bye: in a tiebreaker round, and after ``Cut 1``."""
    specials = tuple(special for special in format_.specials if special is not Special.BYE)
    return replace(format_, specials=specials)


def _best_of_three_winner(result: tuple[Value, ...], special: Special, higher: int) -> int | None:
    if special:
        return walkover(special, higher)
    corp, *games = (*result, "", "", "", "")[:4]
    won = [_won(game, higher) for game in games]
    if corp == "":
        return None
    return next((player for player in (1, 2) if won.count(player) >= 2), None)


def _best_of_three_fault(result: tuple[Value, ...], special: Special) -> str | None:
    games = (*result, "", "", "", "")[1:4]
    if games[0] == games[1] != "" and games[2] != "" and games[0] != DRAW:
        return f"Game 3 is not played when Player {games[0]} has won two games: clear Game 3"
    for number, (game, following) in enumerate(pairwise(games), 1):
        if game == "" and following != "":
            return f"Game {number} is blank, but a later game has a winner: type Game {number}"
    return _beside_special(result[1:], special, ("Game 1", "Game 2", "Game 3"))


BEST_OF_THREE = EliminationFormat(
    name="best of three",
    fields=(
        ResultField("Corp", CORP.choices, "Who is the Corp in game 1: 1 or 2; then alternating."),
        *(
            ResultField(
                f"Game {n}", WINNERS, f"Who won game {n}: 1, 2, or D for a draw.", needed=n < 3
            )
            for n in (1, 2, 3)
        ),
    ),
    specials=SPECIALS,
    winner=_best_of_three_winner,
    fault=_best_of_three_fault,
    choice_rule="OP, Asynchronous events: best of three",
    choice="{one}, the higher seed, chooses the first deck, then the sides alternate: type who is the "
    "Corp in game 1",
    barred=ONE_GAME.barred,
)
"""Two games won. Rule: OP, Asynchronous events."""


def as_in_swiss(match: MatchFormat) -> EliminationFormat:
    """A match reported as in the Swiss rounds; level points are a win for the higher seed.

    Rule: HEX 4.1.
    """

    def winner(result: tuple[Value, ...], special: Special, higher: int) -> int | None:
        if special:
            return walkover(special, higher)
        score = match.score(result, special)
        if score is None:
            return None
        if score.player1 == score.player2:
            return higher
        return 1 if score.player1 > score.player2 else 2

    barred = _no_draw("HEX 4.1", "clear it, and type what was played")
    return EliminationFormat(match.name, match.fields, SPECIALS, winner, match.fault, barred=barred)
