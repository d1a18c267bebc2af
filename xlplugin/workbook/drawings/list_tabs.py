"""The tabs ``Decklists`` and ``Armies``: the lists that players have handed in, and what to do.

They are made from ``Players`` and the rounds, and refreshed; nothing is read from them.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import Player, Ruleset, Status
from engine.roster import DECKLIST, Task, TaskKind
from xlplugin.ground.texts import t, tn
from xlplugin.workbook import layout as looks
from xlplugin.workbook.layout import CellValue, Column, Highlight, Layout
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.ruleset_findings import as_typed

DECKLISTS, ARMIES = "Decklists", "Armies"
LIST_COLOUR = "0F766E"
TO_DO = "What to do"
IDENTITIES = ("Corp", "Runner")
MOST_ARMIES = 5

_PLAYER = (Column("No", 7, looks.QUIET_NUMBER), Column("Player", 25, looks.STRONG))
_STATUS = Column("Status", 11, looks.QUIET_TEXT)


def layout_of(ruleset: Ruleset, identities: Sequence[str] = IDENTITIES) -> Layout | None:
    """The tab of lists under a ruleset; ``None`` where nobody hands in any.

    That of decklists has these of the columns of identities.
    """
    if ruleset.decklists:
        name = DECKLISTS
        as_on_players = t("As on Players: type it there, in {column}.", column=DECKLIST)
        columns = (
            *_PLAYER,
            *(Column(header, 36, looks.TEXT) for header in identities),
            Column(DECKLIST, 12, looks.NUMBER, help=as_on_players),
            Column(TO_DO, 40, looks.TEXT),
            _STATUS,
        )
    elif ruleset.armies:
        name = ARMIES
        played = t("With where it was played: R2 is round 2, F1 is Cut 1.")
        chosen = t("Chosen on Players, in Final army 1 to 4.")
        free = t("What may still be played in this part of the event.")
        columns = (
            *_PLAYER,
            _STATUS,
            Column("Beginner", 10, looks.NUMBER),
            *(
                Column(f"Army {n}", 19, looks.TEXT, help=played, key="Army")
                for n in range(1, MOST_ARMIES + 1)
            ),
            Column("For the finals", 26, looks.NOTE, help=chosen),
            Column("Free", 30, looks.NOTE, help=free),
            Column(TO_DO, 30, looks.TEXT),
        )
    else:
        return None
    is_gone = Highlight('{Status}<>"Active"', colour=looks.QUIET)
    to_do = Highlight(f'{{{TO_DO}}}<>""', fill=looks.MISSING, columns=(TO_DO,))
    return Layout(name, columns, (is_gone, to_do), LIST_COLOUR, landscape=True, frozen=2)


def rows_of(event: EventBook) -> list[dict[str, CellValue]]:
    """A row for every player by header: those first about whom something is to be done."""
    rows = _decklists(event) if event.ruleset.decklists else _armies(event)
    return sorted(rows, key=lambda row: (not row[TO_DO], row["Status"] != Status.ACTIVE, row["No"]))


def in_words(task: Task | None) -> str:
    """The task about a list, in a few words."""
    if task is None:
        return ""
    n = task.missing
    match task.kind:
        case TaskKind.HAND_IN:
            return t("hand in")
        case TaskKind.CHECK:
            return t("check")
        case TaskKind.PENALIZE:
            return t("see Penalties: {infraction}", infraction=task.infraction)
        case TaskKind.REGISTER if task.is_more:
            return tn("register {n} more army", "register {n} more armies", n)
        case TaskKind.REGISTER:
            return tn("register {n} army", "register {n} armies", n)
        case TaskKind.CHOOSE if task.is_more:
            return tn(
                "choose {n} more army for the finals", "choose {n} more armies for the finals", n
            )
        case TaskKind.CHOOSE:
            return tn("choose {n} army for the finals", "choose {n} armies for the finals", n)


def _of(player: Player) -> dict[str, CellValue]:
    return {"No": player.no, "Player": player.name, "Status": str(player.status)}


def _decklists(event: EventBook) -> list[dict[str, CellValue]]:
    rule = event.ruleset.decklists
    assert rule is not None
    rows = []
    for player in event.roster:
        row = _of(player) | {h: player.details.get(h) for h in (*IDENTITIES, DECKLIST)}
        is_active = player.status is Status.ACTIVE
        row[TO_DO] = in_words(rule.what_to_do(player, event.options)) if is_active else None
        rows.append(row)
    return rows


def _armies(event: EventBook) -> list[dict[str, CellValue]]:
    assert event.ruleset.armies is not None
    rows = []
    for armies in event.ruleset.armies(as_typed(event), event.planned_rounds()):
        player = event.by_no[armies.no]
        row = _of(player) | {
            "Beginner": player.details.get("Beginner"),
            "For the finals": ", ".join(armies.chosen),
            "Free": ", ".join(armies.free),
            TO_DO: in_words(armies.todo),
        }
        named = armies.armies or tuple(armies.used)
        for n, army in enumerate(named[:MOST_ARMIES], 1):
            where = ", ".join(armies.used.get(army, ()))
            row[f"Army {n}"] = f"{army} ({where})" if where else army
        rows.append(row)
    return rows
