"""Changes after the Swiss rounds: new tabs, walkovers, the bracket, the final standings."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime

from engine import Match
from engine.elimination.progress import Progress
from engine.formats.netrunner import CORP
from engine.match_format import EliminationFormat
from engine.model import Stage
from xlplugin.ground.problems import WorkbookProblems
from xlplugin.ground.texts import t
from xlplugin.workbook import book as books
from xlplugin.workbook.book import AddDrawing, AddSheet, Book, Change, RemoveSheet, SetCells
from xlplugin.workbook.drawings.bracket import draw_bracket, is_bracket, is_drawn_alike
from xlplugin.workbook.expressions import Given, Part, where
from xlplugin.workbook.formulas import Worked
from xlplugin.workbook.layout import CellValue
from xlplugin.workbook.layouts import event_tab, round_tabs, tab_names
from xlplugin.workbook.layouts.tab_names import back
from xlplugin.workbook.live_tables import unknown
from xlplugin.workbook.reading import next_step
from xlplugin.workbook.reading.event_book import CutRecord, EventBook, RoundTab
from xlplugin.workbook.reading.read_cuts import sheets_after_swiss
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.table import find_sheet, folded, own_tab
from xlplugin.workbook.writing import event_writer, table_writer
from xlplugin.workbook.writing.round_writer import limit_of, match_values, new_tab


def add_cut_round(
    event: EventBook,
    progress: Progress,
    matches: Sequence[Match],
    confirmed: Collection[int] = (),
) -> AddSheet:
    """A new tab of the elimination; ``confirmed`` is as in :func:`round_writer.add_round`."""
    assert event.ruleset.cut is not None
    layout = round_tabs.cut_layout(progress.round, event.ruleset, event.settings)
    format_, seeds = event.ruleset.cut.format(event.options), progress.seed_of
    rows = [_row(event, m, format_, round_tabs.SEED, seeds) for m in matches]
    fixtures = progress.by_players()
    for row, match in zip(rows, matches, strict=True):
        if fixture := fixtures.get(frozenset(match.players)):
            row["Game"] = fixture.game.number
        if match.player1 in confirmed:
            row[round_tabs.CONFIRMED.header] = "Yes"
    is_open = progress.is_final and not event.ruleset.cut.final_timed
    limit = [] if is_open else limit_of(event, Stage.ELIMINATION)
    return new_tab(event, layout, rows, _tab_after_cuts(event), limit or [t("no time limit")])


def add_tiebreaker(event: EventBook, matches: Iterable[Match], rank_of: dict[int, int]) -> AddSheet:
    """The tab of the tiebreaker round."""
    cut = event.ruleset.cut
    assert cut is not None
    assert cut.tiebreaker is not None
    layout = round_tabs.tiebreaker_layout(event.ruleset)
    rows = [_row(event, m, cut.tiebreaker, round_tabs.RANK, rank_of) for m in matches]
    limit = limit_of(event, Stage.TIEBREAKER)
    return new_tab(event, layout, rows, _tab_after_cuts(event), limit)


def _row(
    event: EventBook, match: Match, format_: EliminationFormat, rank: str, rank_of: dict[int, int]
) -> dict[str, CellValue]:
    """The values of a match by header; ``rank`` is the header of what ``rank_of`` has."""
    ranks = {f"{rank} {side}": rank_of[no] for side, no in zip("12", match.players, strict=False)}
    return {**match_values(event, match, format_.fields), **ranks}


def _tab_after_cuts(event: EventBook) -> str | None:
    return tab_names.tab_before_notes(event.book, round_tabs.BRACKET, round_tabs.FINAL)


def record_walkovers(event: EventBook) -> list[Change]:
    """The walkovers of players who have left, where no result was typed.

    A game that was begun does not count: its entries go, but for the sides.
    """
    changes: list[Change] = []
    for tab in event.cut_tabs:
        places = tab.table.places
        names = [field.name for field in event.format_of(tab).fields if field.name != CORP]
        cells: dict[tuple[int, int], CellValue] = {}
        for row, match in tab.walkovers.items():
            cells |= {(row, places[name]): None for name in names if name in places}
            cells[row, places["Special"]] = str(match.special)
        if cells:
            changes.append(SetCells(tab.name, cells))
    return changes


def follow_up(
    book: Book, changes: Sequence[Change], when: datetime | None = None, *, is_strict: bool = True
) -> list[Change]:
    """The bracket and what ``Event`` shows first, as they are after the other changes; see :func:`at_a_glance`.

    Raises:
        WorkbookProblems: something would have to be mended then, and ``is_strict``.
    """
    after = read_event(books.with_changes(book, changes))
    if is_strict and after.problems:
        raise WorkbookProblems(after.problems)
    return [*draw(after), *event_writer.update_settings(after, at_a_glance(after, when))]


def draw(after: EventBook) -> list[Change]:
    """The bracket as it is after the other changes: new, or new values in its boxes."""
    sheet = find_sheet(after.book, round_tabs.BRACKET)
    if after.progress is None:
        is_over = sheet is not None and is_bracket(sheet) and not after.cuts
        return [RemoveSheet(sheet.name)] if sheet and is_over else []
    drawing = draw_bracket(after, after.progress)
    if sheet:
        values = {place: v for place, (v, _) in drawing.cells.items() if v != back()}
        return [SetCells(sheet.name, values)] if is_drawn_alike(drawing, sheet) else []
    before = tab_names.tab_before_notes(after.book, round_tabs.FINAL)
    return [AddDrawing(drawing, before, after.heading(drawing.name))]


def bracket_left_alone(event: EventBook) -> list[str]:
    """The warning that the bracket's boxes are not in their places, so that it is not touched."""
    sheet, progress = find_sheet(event.book, round_tabs.BRACKET), event.progress
    if not sheet or not progress or is_drawn_alike(draw_bracket(event, progress), sheet):
        return []
    warning = t(
        "{tab}: rows or columns have been moved, so it is left as it is. Delete or rename the tab "
        "to have it drawn again.",
        tab=sheet.name,
    )
    return [warning]


def has_final_standings(event: EventBook) -> bool:
    """True if there is a tab of final standings that was made here."""
    final = find_sheet(event.book, round_tabs.FINAL)
    return final is not None and not own_tab(final, table_writer.FINAL_MARKS)


def at_a_glance(after: EventBook, when: datetime | None = None) -> dict[str, CellValue | Worked]:
    """The first rows of ``Event``, with the event as it will read when everything else is written.

    Without ``when``, the time, there is no forecast.
    """
    tab = next_step.newest_tab(after)
    played, planned = len(after.rounds), after.planned_rounds()
    glance = event_writer.at_a_glance(after, played, when=when)
    if tab is None or tab.stage is Stage.SWISS:
        return glance
    then = next_step.after(after, tab).text
    is_over = after.progress is not None and after.progress.is_over
    step = then if is_over else event_writer.live_on(tab, after_final(after, tab) or then)
    if not after.is_published(tab):
        step = next_step.to_publish(tab.name)
    return {
        **glance,
        event_tab.PUBLISHED.name: after.published_after([each.name for each in after.tabs]),
        event_tab.NEXT_STEP.name: step,
        event_tab.ROUND.name: event_writer.with_clock(
            after, t("{played} of {planned}, {tab}", played=played, planned=planned, tab=tab.name)
        ),
        **record_of(after).cells(),
    }


def after_final(event: EventBook, tab: RoundTab) -> Part | None:
    """The step after a final that a second one may follow, live; ``None`` for any other round.

    Whoever has lost no game before has won the event with it.
    """
    progress = event.progress
    if tab.stage is not Stage.ELIMINATION or progress is None:
        return None
    then = progress.bracket.rounds[tab.number : tab.number + 1]
    if not any(game.if_needed for games in then for game in games) or len(tab.matches) != 1:
        return None
    if not {"Advances", "Check"} <= tab.table.places.keys():
        return None
    played = (fixture for games in progress.played[: tab.number - 1] for fixture in games)
    beaten = {progress.results[fixture.game.number].loser for fixture in played}
    (match,) = tab.matches
    side = 1 if match.player1 not in beaten else 2
    return won_unless_second(tab, tab.rows[match.player1].number, side)


def won_unless_second(tab: RoundTab, row: int, unbeaten: int, values: Given = unknown) -> Part:
    """The end of the event if the player 1 or 2 who is unbeaten wins the final, else a second final.

    Args:
        tab: the tab of the final.
        row: where it stands, from 1.
        unbeaten: the side, 1 or 2.
        values: of the row, by header.
    """

    def shown(header: str) -> Part:
        return Part(tab.table.reference(row, header), lambda _: values(header))

    before, _, behind = t(next_step.WON, player="\0").partition("\0")
    winner = shown("Advances")
    is_over = winner.is_(shown(f"Player {unbeaten}"))
    return where(is_over, before & winner & behind, next_step.second_final(tab))


def record_of(event: EventBook, *, without: str = "") -> CutRecord:
    """The tabs after the Swiss rounds, oldest first, those on record that are gone included.

    One tab may be left out.
    """
    size, kind, recorded = event.cut_recorded
    names = [*recorded, *(sheet.name for sheet in sheets_after_swiss(event))]
    by_place = {round_tabs.cut_number(name) or 0: name for name in names}
    if event.progress:
        size = len(event.progress.seeds)
    rules = event.ruleset.cut
    if rules and rules.kind:
        kind = kind or rules.kind(event.options)
    tabs = tuple(name for _, name in sorted(by_place.items()) if folded(name) != folded(without))
    return CutRecord(size or event.planned_cut(), kind, tabs)
