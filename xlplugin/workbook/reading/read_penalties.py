"""Reading the ``Penalties`` tab, with every problem by cell."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from itertools import count

from engine import Player, penalties
from engine.model import Value
from xlplugin.ground.names import named
from xlplugin.ground.problems import Problem
from xlplugin.ground.texts import msg, t
from xlplugin.workbook.layouts import tab_names
from xlplugin.workbook.layouts.penalty_tabs import ACCEPTED, APPLIED_PENALTY, NO, penalties_layout
from xlplugin.workbook.reading import version_0_1
from xlplugin.workbook.reading.event_book import EventBook
from xlplugin.workbook.table import Row, Table, folded, usable_table

MOST_ENTRIES = 1_000_000
UNKNOWN = penalties.Proposal(penalties.Penalty.JUDGE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of ``Penalties``: its number in the order of entry, where it stands, and what it says.

    Args:
        place: the index of its tab among those with matches, oldest first; -1 before round 1.
        tier: of the event, where the document tells two apart.
        decided: the penalty by a judge, if not the one proposed.
        game: the game that is lost, if that is said.
        accepted: ``Yes``, ``Replace``, ``No`` or blank.
        applied: the cells written, for people; ``applied_penalty`` is the penalty alone.
        proposal: by the document, given the entries before.
    """

    number: int
    row: int
    player: Player
    place: int
    infraction: penalties.Infraction
    tier: str
    decided: penalties.Penalty | None = None
    game: Value = ""
    accepted: str = ""
    applied: str = ""
    applied_penalty: str = ""
    proposal: penalties.Proposal = UNKNOWN

    @property
    def given(self) -> penalties.Penalty:
        """The penalty decided, else the one proposed."""
        return self.decided or self.proposal.penalty

    @property
    def counts(self) -> bool:
        """True if it was not withdrawn."""
        return self.accepted != NO

    @property
    def is_due(self) -> bool:
        """True if it is accepted, but not applied yet."""
        return self.accepted not in ("", NO) and not self.applied


@dataclass(frozen=True, slots=True)
class PenaltyTab:
    """The tab as read: its table, and its entries in the order in which they happened."""

    table: Table
    entries: Sequence[Entry]

    def row(self, entry: Entry) -> Row:
        """The row of an entry, to name its cells."""
        return Row(self.table, entry.row, ())


def round_cell(event: EventBook, place: int) -> Value:
    """The value under ``Round``: a number, or the name of a tab after the Swiss rounds."""
    if place < 0:
        return ""
    return place + 1 if place < len(event.rounds) else event.tabs[place].name


def read_penalties(
    event: EventBook, code: penalties.PenaltyCode, problems: list[Problem]
) -> PenaltyTab | None:
    """Read the tab; ``None`` if there is none that can be read.

    ``code`` is what the document says; everything that is wrong with the tab goes to ``problems``.
    """
    layout = penalties_layout(event.ruleset, code)
    table = usable_table(event.book, tab_names.PENALTIES, layout, problems)
    if table is None:
        return None
    rows = list(table.rows())
    numbers = _numbers(rows)
    read = (_entry(event, code, row, numbers[row.number]) for row in rows)
    entries = [entry for entry in read if entry]
    return PenaltyTab(table, in_order(with_opponents(event, entries, table.end), code))


def _numbers(rows: Sequence[Row]) -> dict[int, int]:
    """The number of each entry by its row; new ones follow in the order of the rows."""
    cells: dict[int, str] = {}
    numbers: dict[int, int] = {}
    for row in rows:
        number = row.whole("Entry", 1, MOST_ENTRIES)
        if number is None:
            continue
        if number in cells:
            what = msg("entry {n} is already in {cell}")
            remedy = msg("clear this number, and Accepted and Applied if the row was copied")
            row.problem("Entry", what, remedy, n=number, cell=cells[number])
        cells.setdefault(number, row.address("Entry"))
        numbers[row.number] = number
    following = count(max(cells, default=0) + 1)
    return {row.number: numbers.get(row.number) or next(following) for row in rows}


def _entry(event: EventBook, code: penalties.PenaltyCode, row: Row, number: int) -> Entry | None:
    """The entry of a row; ``None`` if anything is wrong with it."""
    before = len(row.table.problems)
    player = _player(event, row)
    place = _place(event, row)
    infraction = _infraction(row, code)
    tier = ""
    if code.tier:
        tier = row.choice("Tier", code.tier.choices) or code.tier.of(event.options)
    decided = row.choice("Penalty", tuple(map(str, code.decisions)))
    games = next((c.choices for c in row.table.layout.columns if c.header == "Game"), ())
    game = row.entry("Game", games) if games else ""
    accepted = row.choice("Accepted", ACCEPTED)
    applied = row.text("Applied").strip()
    if len(row.table.problems) > before or player is None or infraction is None:
        return None
    return Entry(
        number,
        row.number,
        player,
        -1 if place is None else place,
        infraction,
        tier,
        penalties.Penalty(decided) if decided else None,
        "" if game is None else game,
        accepted or "",
        applied,
        row.quiet_text(APPLIED_PENALTY) or version_0_1.penalty_applied(applied),
    )


def _player(event: EventBook, row: Row) -> Player | None:
    """The player by number or by name, in whichever of the two columns it was typed."""
    wanted, before = t("a number or a name"), len(row.table.problems)
    typed = {header: row.text(header, wanted).strip() for header in ("No", "Player")}
    if len(row.table.problems) > before:
        return None
    if not any(typed.values()):
        row.problem("Player", "no player", "type the number or the name, or clear the row")
        return None
    number, name = typed["No"], typed["Player"]
    by_number = event.by_no.get(int(number)) if number.isdecimal() else None
    by_number = by_number or event.by_name.get(folded(number))
    if number and by_number is None:
        _refuse_unknown(event, row, "No", number)
        return None
    by_name = event.by_name.get(folded(name)) if name else None
    if by_number and by_name and by_number.no != by_name.no:
        texts = {"other": event.name(by_name.no), "player": event.name(by_number.no)}
        what, no = msg("says {other}, but number {no} is {player}"), by_number.no
        row.problem("Player", what, "clear the number or the name", **texts, no=no)
        return None
    if by_number:
        return by_number
    by_name = by_name or (event.by_no.get(int(name)) if name.isdecimal() else None)
    if by_name is None:
        _refuse_unknown(event, row, "Player", name)
    return by_name


def _refuse_unknown(event: EventBook, row: Row, header: str, typed: str) -> None:
    like = get_close_matches(typed, [player.name.strip() for player in event.roster], 1)
    remedy = msg("type a number or a name as on Players")
    if like:
        remedy = msg("did you mean {name}? Otherwise type a number or a name from Players")
    row.problem(header, "{typed!r} is not a player", remedy, typed=typed, name="".join(like))


def _place(event: EventBook, row: Row) -> int | None:
    """The place among the tabs with matches; that of the newest one for a blank."""
    typed = row.text("Round", t("a round")).strip()
    if not typed:
        return len(event.tabs) - 1
    cells = [str(round_cell(event, place)) for place in range(len(event.tabs))]
    for place, tab in enumerate(event.tabs):
        if folded(typed) in (folded(tab.name), folded(cells[place])):
            return place
    remedy = msg("type one of: {rounds}") if cells else msg("pair round 1 first, or leave it blank")
    texts = {"typed": typed, "rounds": ", ".join(cells)}
    row.problem("Round", "there is no round {typed!r}", remedy, **texts)
    return None


def _infraction(row: Row, code: penalties.PenaltyCode) -> penalties.Infraction | None:
    before = len(row.table.problems)
    typed = row.text("Infraction", t("one from the list")).strip()
    if len(row.table.problems) > before:
        return None
    labels = {folded(label): infraction for label, infraction in code.by_label.items()}
    if folded(typed) in labels:
        return labels[folded(typed)]
    cases = [i.label for i in code.infractions if i.case and folded(i.name) == folded(typed)]
    like = get_close_matches(typed, code.by_label, 1)
    what, remedy = msg("{typed!r} is not on the list"), msg("choose from the list of this cell")
    if not typed:
        what, remedy = msg("no infraction"), msg("choose one from the list of this cell")
    elif cases:
        what, remedy = msg("{typed}: which case?"), msg("choose one of: {choices}")
    elif like:
        remedy = msg("choose from the list of this cell; did you mean {label}?")
    texts = {"typed": typed, "choices": "; ".join(cases), "label": "".join(like)}
    row.problem("Infraction", what, remedy, **texts)
    return None


def opponent_of(event: EventBook, place: int, no: int) -> int | None:
    """The opponent of a player on one of the tabs; nobody before round 1."""
    match = event.tabs[place].match_of(no) if place >= 0 else None
    return match.opponent_of(no) if match else None


def with_opponents(event: EventBook, entries: Sequence[Entry], end: int) -> list[Entry]:
    """The entries, and new ones, from row ``end`` on, for opponents who are penalized in the same way."""
    all_entries = list(entries)
    alike = Counter((e.player.no, e.place, e.infraction.label) for e in entries)
    following = max((entry.number for entry in entries), default=0) + 1
    for entry in entries:
        place, infraction = entry.place, entry.infraction
        opponent = opponent_of(event, place, entry.player.no)
        if not infraction.both or opponent is None or not entry.counts:
            continue
        key = (opponent, place, infraction.label)
        if alike[key] < alike[entry.player.no, place, infraction.label]:
            alike[key] += 1
            following += 1
            player = event.by_no[opponent]
            all_entries.append(Entry(following, end, player, place, infraction, entry.tier))
            end += 1
    return all_entries


def in_order(entries: Sequence[Entry], code: penalties.PenaltyCode) -> list[Entry]:
    """The entries in the order in which they happened, each with what the document says."""
    history: list[penalties.Given] = []
    done: list[Entry] = []
    for each in sorted(entries, key=lambda e: (e.place, e.number)):
        no, infraction = each.player.no, each.infraction
        proposal = penalties.proposed(code, no, infraction, each.tier, history)
        entry = replace(each, proposal=proposal)
        done.append(entry)
        if entry.counts:
            by_number = entry.given is penalties.Penalty.GAME_LOSS and entry.proposal.warning > 0
            history.append(penalties.Given(no, infraction.name, entry.given, by_number))
    return done


def target_of(event: EventBook, entry: Entry) -> int | None:
    """The tab on which a game or match is lost; ``None`` while it is not there yet.

    A bye has nothing to lose, so that "the next round" is the next one with an opponent.
    """
    no = entry.player.no
    is_removed = entry.given not in (penalties.Penalty.GAME_LOSS, penalties.Penalty.MATCH_LOSS)
    if is_removed or entry.infraction.when is penalties.When.NOW:
        return entry.place if entry.place >= 0 else None
    if entry.infraction.when is penalties.When.ROUND_1:
        return 0 if event.tabs else None
    later = range(entry.place + 1, len(event.tabs))
    return next((place for place in later if opponent_of(event, place, no) is not None), None)


def unapplied(event: EventBook) -> list[str]:
    """The warning of penalties that are accepted, but not yet in the rounds; none without any."""
    code = event.ruleset.penalties
    tab = read_penalties(event, code, []) if code else None
    if tab is None:
        return []
    due = [
        tab.row(entry).address("Accepted")
        for entry in tab.entries
        if entry.is_due
        and (target_of(event, entry) is not None or entry.given in penalties.REMOVED)
    ]
    if not due:
        return []
    cells = f"{named('tab', tab.table.sheet.name)}!{', '.join(due)}"
    return [t("{cells}: accepted, but not applied yet: use Penalties (penalties).", cells=cells)]
