"""Pools: players dealt into groups, each of which plays on its own before the cut."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from string import ascii_uppercase

from engine.errors import ErrorKind, NoLegalPairing, TournamentError
from engine.legality import by_pool
from engine.model import Player, Tournament
from engine.options import Options
from engine.own import options as own
from engine.own.options import cited
from engine.own.seeding import order_of
from engine.own.values import BySize
from engine.pairing import Paired, Pairing
from engine.pairing.context import RoundContext
from engine.reasons import Kind, Listed, Phrase, Reason, Values
from engine.roster import POOL
from engine.texts import msg

LEAST = 2
"""The fewest players of a pool."""
IN_POOL = msg("{one} and {two} play in pool {pool}")
ALONE = msg("{one} plays in pool {pool}")
OVER = msg("{one} sits out: in pool {pool} everybody has met")
PLAYERS = msg("pool {pool}: {players}")
NOTE = msg("pool {pool}: {note}")


def count_of_pools(players: int, options: Options) -> int:
    """The number of pools that the settings have for so many players; 0 for none."""
    pools: BySize | None = own.POOLS.value(options)
    return pools.of(players) if pools else 0


def names_of_pools(event: Tournament) -> str:
    """The letters of the pools of an event, by the number of its players in round 1; ``""`` for none."""
    return ascii_uppercase[: count_of_pools(event.starters, event.options)]


def typed_pool(player: Player) -> str:
    """The pool of a player as it is typed; ``""`` for none yet."""
    return player.details.get(POOL, "").strip().upper()


def pools_of(tournament: Tournament) -> dict[int, str]:
    """The pool of each player by number: as typed, else dealt; nothing without pools.

    Whoever has none goes to the pool with the fewest players: to the first of these where they have an
    even number, else to the last. So a whole field is dealt in a snake, by lot, seed or rating. Players
    are dealt in the order of the rounds in which they began, so that who comes later moves nobody.
    """
    names = names_of_pools(tournament)
    if not names:
        return {}
    began: dict[int, int] = {}
    for round_ in tournament.rounds:
        for no in round_.players():
            began.setdefault(no, round_.number)
    playing = {*tournament.active} | began.keys()
    typed = ((player.no, typed_pool(player)) for player in tournament.players)
    pool_of = {no: name for no, name in typed if name and name in names}
    order = order_of(own.FIRST_ROUND.of(tournament.options), tournament.seed)
    later = len(tournament.rounds) + 1
    waiting = [p for p in tournament.players if p.no in playing and p.no not in pool_of]
    waiting.sort(key=lambda player: (began.get(player.no, later), *order(player)))
    size = Counter(name for no, name in pool_of.items() if no in playing)
    for player in waiting:
        least = min(size[name] for name in names)
        smallest = [name for name in names if size[name] == least]
        name = pool_of[player.no] = smallest[-1 if least % 2 else 0]
        size[name] += 1
    return pool_of


def members(pool_of: Mapping[int, str]) -> dict[str, frozenset[int]]:
    """The players of each pool that has some, by its letter."""
    found: dict[str, set[int]] = {}
    for no, name in pool_of.items():
        found.setdefault(name, set()).add(no)
    return {name: frozenset(found[name]) for name in sorted(found)}


def pair_pools(context: RoundContext, pair: Callable[[RoundContext], Pairing]) -> Pairing:
    """A round of every pool; in a round robin whoever has met everybody of the pool sits out.

    Raises:
        NoLegalPairing: no pool can be paired, or one of a Swiss event cannot.
        TournamentError: a pool begins with fewer than two players.
    """
    event, rule = context.tournament, cited(own.POOLS)
    pool_of = pools_of(event)
    pools = members(pool_of)
    _refuse_small(event, pool_of)
    order = order_of(own.FIRST_ROUND.of(event.options), event.seed)
    tables: list[Paired] = []
    byes: list[Paired] = []
    notes: list[Reason] = []
    warnings: list[Reason] = []
    finished: list[NoLegalPairing] = []
    parts = by_pool(event, context.legality)
    for name, (part, legality) in zip(pools, parts, strict=True):
        among = [no for no in context.ranked if no in pools[name]]
        if not among:
            continue
        planned = context.round + context.rounds_left - 1
        playing = None if context.is_whole else among
        if context.round == 1:
            line = sorted(among, key=lambda no: order(event.by_no[no]))
            values: Values = {"pool": name, "players": Listed(tuple((no,) for no in line))}
            notes.append(Reason(Kind.GROUPS, rule, PLAYERS, tuple(line), values))
        try:
            paired = pair(RoundContext(part, context.standings, planned, legality, playing))
        except NoLegalPairing as error:
            if error.kind is not ErrorKind.ROUND_ROBIN_FINISHED:
                raise
            finished.append(error)
            over = (Reason(Kind.BYE, rule, OVER, (no,), {"pool": name}) for no in among)
            byes += [Paired(no, None, (why,)) for no, why in zip(among, over, strict=True)]
            continue
        for table in paired.tables:
            (byes if table.player2 is None else tables).append(_of_pool(table, name, rule))
        notes += _named(paired.notes, name)
        warnings += _named(paired.warnings, name)
    if not tables:
        if finished:
            raise finished[0]
        names = [name for name, of in pools.items() if {*of} & {*context.ranked}]
        raise _too_few(names)
    return Pairing(context.round, (*tables, *byes), tuple(notes), tuple(warnings))


def _refuse_small(event: Tournament, pool_of: Mapping[int, str]) -> None:
    """Refuse to begin with a pool in which nobody can meet anybody."""
    if event.rounds:
        return
    size = Counter(pool_of[no] for no in event.active)
    small = [name for name in names_of_pools(event) if size[name] < LEAST]
    if small:
        raise _too_few(small)


def _too_few(pools: Sequence[str]) -> TournamentError:
    setting = own.POOLS.name
    return TournamentError(ErrorKind.TOO_FEW_FOR_POOLS, pools=pools, needed=LEAST, setting=setting)


def _of_pool(table: Paired, name: str, rule: str) -> Paired:
    text = ALONE if table.player2 is None else IN_POOL
    players = tuple(no for no in (table.player1, table.player2) if no is not None)
    reason = Reason(Kind.GROUPS, rule, text, players, {"pool": name})
    return table._replace(reasons=(reason, *table.reasons))


def _named(notes: tuple[Reason, ...], name: str) -> Iterator[Reason]:
    for note in notes:
        values: Values = {"pool": name, "note": Phrase(note.template, note.values)}
        yield note._replace(template=NOTE, values=values)
