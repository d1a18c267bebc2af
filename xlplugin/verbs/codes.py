"""The players' codes for their phones: listed, and renewed where one has become known to others."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from engine import Player
from xlplugin.ground.problems import OrganizerError
from xlplugin.ground.texts import msg, t
from xlplugin.hosts import Host, OpenHost
from xlplugin.reports import codes
from xlplugin.reports.registration import is_open
from xlplugin.reports.state import is_on
from xlplugin.verbs.change_pairing import player_named
from xlplugin.verbs.frame import Done, Result, Table, WrongUse, some_of, verb
from xlplugin.verbs.selected_rows import names_of, players_selected
from xlplugin.workbook.book import Change, with_changes
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.reading.reader import read_event
from xlplugin.workbook.reading.records import LogLine


def list_codes(
    host: Host, renew: Sequence[str] = (), *, renew_all: bool = False, when: datetime | None = None
) -> Result:
    """List the codes of all players, after giving these, or all, new ones.

    Raises:
        WrongUse: both are asked for.
        OrganizerError: there is no such player.
    """
    if renew and renew_all:
        raise WrongUse(t("Choose one of --renew and --renew-all."))
    return _listed(host, renew, renew_all, when=when)


@verb
def _listed(
    event: EventBook,
    _when: datetime,
    renew: Sequence[str],
    renew_all: bool,  # noqa: FBT001
) -> Done[Result]:
    players = [player_named(event, typed) for typed in renew]
    changes, log = codes.begun(event), []
    if changes:
        log = [LogLine("Codes", t("Every player has a code."))]
    if renew_all:
        changes, log = codes.all_renewed(event), [LogLine("Codes", t("All codes are new."))]
    elif players:
        changes, log = codes.renewed(event, [p.no for p in players]), [_renewed(players)]
    after = _after(event, changes)
    shown = [(p.no, p.name.strip(), codes.code_of(after, p.no)) for p in after.roster]
    rows = [(str(no), name, code) for no, name, code in shown]
    title = t("Codes for the players' phones")
    data = [{"no": no, "name": name, "code": code} for no, name, code in shown]
    lines = [Table(title, ("No", t("Player"), t("Code")), rows, "><<")]
    notes = _notes(event)
    result = Result(lines=lines, data={"codes": data}, warnings=notes, says_next=False)
    return Done(result, changes, log)


def are_needed(event: EventBook) -> bool:
    """True if players are to report or register, and have no codes yet."""
    return (is_on(event) or is_open(event)) and bool(codes.begun(event))


@verb
def begin(event: EventBook, _when: datetime) -> Done[None]:
    """Give every player a code where they need one: reports without codes cannot be told apart."""
    if not are_needed(event):
        return Done(None)
    return Done(None, codes.begun(event), [LogLine("Codes", t("Every player has a code."))])


@verb
def renew_selected(event: EventBook, _when: datetime, *, at: OpenHost) -> Done[Result]:
    """Give the player whose row is selected on ``Players`` a new code.

    Raises:
        OrganizerError: it is not one player's.
    """
    tab, numbers = event.players_tab, players_selected(event, at.selected)
    if len(numbers) != 1:
        row = next((row.number for row in tab.rows()), 2)
        text = msg(
            "Select the row of one player on {tab} first, for example {cell}; then click again. "
            "Selected: {names}."
        )
        cell, names = tab.address(row, tab.places["Name"]), names_of(event, numbers)
        raise OrganizerError(t(text, tab=tab.sheet.name, cell=cell, names=names))
    player = event.by_no[numbers[0]]
    changes = codes.renewed(event, numbers)
    code = codes.code_of(_after(event, changes), player.no)
    text = msg("{player} has a new code: {code}. The one before opens nothing any more.")
    message = t(text, player=player.name.strip(), code=code)
    return Done(Result(message=message, warnings=_notes(event)), changes, [_renewed([player])])


def _after(event: EventBook, changes: Sequence[Change]) -> EventBook:
    return read_event(with_changes(event.book, changes)) if changes else event


def _renewed(players: Sequence[Player]) -> LogLine:
    names = some_of([f"{player.name.strip()} ({player.no})" for player in players])
    return LogLine("Codes", t("New codes: {names}", names=names))


def _notes(event: EventBook) -> list[str]:
    """The note that codes open nothing yet."""
    if is_on(event):
        return []
    how = event.how_to_set(event_tab.PLAYER_REPORTS.name, "Yes")
    return [t("Results are not reported with them yet: {how}.", how=how)]
