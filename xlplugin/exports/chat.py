"""Pairings and standings as messages for chat services, which show no tables of Markdown.

Each message is a code block with aligned columns: there nothing that a name holds is run, and none
of it calls anybody.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from unicodedata import bidirectional, category, east_asian_width

from engine import Stage
from xlplugin.exports.files import ALL, ROUNDS, STANDINGS
from xlplugin.exports.page_data import published_tabs
from xlplugin.exports.page_matches import match_data
from xlplugin.texts import t
from xlplugin.verbs.standings import StandingsResult
from xlplugin.workbook.layouts.standings_tabs import StandingsTable, Width
from xlplugin.workbook.reading.event_book import EventBook, RoundTab

MOST = 2000
"""So many characters fit into a message of Discord."""
MOST_IN_A_LINE = 80
MOST_OF_A_NAME = 24
"""In letters of a typewriter; wide ones take two."""
BETWEEN = "  "
FENCE = "```"
LIKE_A_BACKTICK = "\u02cb"
NOTHING = "\u200b"
"""Takes no room; after an at sign it keeps ``@everyone`` from calling everyone."""
APART, TOGETHER = "\u2068", "\u2069"
"""Between them a name that is written from right to left leaves the columns where they are."""
MOST_PAGES = " (99/99)"
"""As much room as the number of a message may take."""


def messages(event: EventBook, result: StandingsResult | None, what: str, limit: int) -> list[str]:
    """The newest round, then the standings, in as few messages as they need.

    Args:
        event: the event.
        result: its standings; ``None`` while no round is complete.
        what: whether standings, rounds or all of it; one of ``files.WHAT``.
        limit: the most characters of a message, counted as chat services do: most emoji as two.

    Raises:
        ValueError: a line is too long for a message; the text says how many characters it takes.
    """
    tabs = published_tabs(event)
    blocks: list[str] = []
    if what in (ROUNDS, ALL) and tabs:
        blocks += _blocks(f"{event.title}: {tabs[-1].name}", *_round(event, tabs[-1]), limit)
    if what in (STANDINGS, ALL) and result:
        blocks += _blocks(heading(event, result), *_standings(result.table), limit)
    packed: list[str] = []
    for block in blocks:
        if packed and length(packed[-1]) + 1 + length(block) <= limit:
            packed[-1] += f"\n{block}"
        else:
            packed.append(block)
    return packed


def heading(event: EventBook, result: StandingsResult) -> str:
    """What the standings are headed with."""
    if result.table.is_final:
        return t("{event}: final standings", event=event.title)
    return t("{event}: standings after round {round}", event=event.title, round=result.table.number)


def length(text: str) -> int:
    """How many characters a chat service counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


# tables


def _round(event: EventBook, tab: RoundTab) -> tuple[list[list[str]], str]:
    """The matches of a round by table, with their results so far."""
    sides = event.match_format.sides if tab.stage is Stage.SWISS else None
    named = [f" ({side})" for side in sides] if sides else ["", ""]
    lines = [["Table", f"Player 1{named[0]}", f"Player 2{named[1]}", "Result"]]
    for match in sorted(tab.matches, key=lambda match: (match.player2 is None, match.table)):
        told = match_data(event, tab, match)
        names = [_named(player["name"], player["side"]) for player in told["players"]]
        scores = [player["score"] for player in told["players"]]
        result = " - ".join(scores) if len(scores) == 2 and all(scores) else ""
        if match.player2 is None:
            names, note = [*names, "bye"], ""
        else:
            note = told["note"]
        lines.append([str(match.table), *names, f"{result} {note}".strip()])
    return lines, "><<<"


def _named(name: str, side: str) -> str:
    return f"{cut(name)} ({side})" if side else cut(name)


def _standings(table: StandingsTable) -> tuple[list[list[str]], str]:
    """The columns that a message has, but for tiebreaks that are blank or do not fit into a line."""
    columns, rows = table.texts(Width.MESSAGE)
    by_column = [
        (column, [column.header, *map(cut, texts)])
        for column, texts in zip(columns, zip(*rows, strict=True), strict=True)
        if not column.is_tiebreak or any(texts)
    ]
    while True:
        lines = [list(line) for line in zip(*(texts for _, texts in by_column), strict=True)]
        width = sum(_widths(lines)) + len(BETWEEN) * (len(by_column) - 1)
        if width <= MOST_IN_A_LINE or not by_column[-1][0].is_tiebreak:
            return lines, "".join(column.align for column, _ in by_column)
        by_column.pop()


def _blocks(title: str, lines: Sequence[Sequence[str]], align: str, limit: int) -> Iterator[str]:
    """A table under its title as code blocks, each with title and headers."""
    widths = _widths(lines)
    headers, *rows = (_line(cells, widths, align) for cells in lines)
    title = cut(title, MOST_IN_A_LINE)
    pages: list[list[str]] = [[]]
    for row in rows:
        if pages[-1] and length(_block(title + MOST_PAGES, [headers, *pages[-1], row])) > limit:
            pages.append([])
        pages[-1].append(row)
        needed = length(_block(title + MOST_PAGES, [headers, *pages[-1]]))
        if needed > limit:
            message = f"a message with a single line takes {needed} characters"
            raise ValueError(message)
    many = len(pages)
    for place, page in enumerate(pages, 1):
        of = f" ({place}/{many})" if many > 1 else ""
        yield _block(title + of, [headers, *page])


def _block(title: str, lines: Sequence[str]) -> str:
    return "\n".join([FENCE, title, "", *lines, FENCE, ""])


def _line(cells: Sequence[str], widths: Sequence[int], align: str) -> str:
    padded = [
        " " * (width - width_of(cell)) + cell
        if side == ">"
        else cell + " " * (width - width_of(cell))
        for cell, width, side in zip(cells, widths, align, strict=True)
    ]
    return BETWEEN.join(padded).rstrip()


def _widths(lines: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(width_of, column)) for column in zip(*lines, strict=True)]


# letters


def cut(text: str, most: int = MOST_OF_A_NAME) -> str:
    """A text on one line and no wider than that, with nothing in it that chat services act on."""
    plain = "".join(" " if c.isspace() else c for c in text if c.isspace() or category(c) != "Cc")
    line = " ".join(plain.translate(MARKS_OF_DIRECTION).split())
    if width_of(line) > most:
        while width_of(line) > most - 1:
            line = line[:-1]
        line = f"{line.rstrip()}\u2026"
    line = line.replace("`", LIKE_A_BACKTICK).replace("@", f"@{NOTHING}")
    backwards = any(bidirectional(letter) in ("R", "AL") for letter in line)
    return f"{APART}{line}{TOGETHER}" if backwards else line


MARKS_OF_DIRECTION = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Which could turn a whole line around."""


def width_of(text: str) -> int:
    """How wide a text is in letters of a typewriter."""
    return sum(_width_of(letter) for letter in text)


def _width_of(letter: str) -> int:
    if category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if east_asian_width(letter) in "WF" else 1
