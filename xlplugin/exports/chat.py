"""``markdown``: pairings and standings as messages for chats, in code blocks, in which nothing is run."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from unicodedata import bidirectional, category, east_asian_width

from xlplugin.exports.format import ALL, ROUNDS, STANDINGS, Needs, TextFormat, Wanted
from xlplugin.exports.shared import Shared, match_data, sides_of_swiss
from xlplugin.ground.texts import aligned, msg, t
from xlplugin.workbook.layouts.standings_tabs import StandingsTable, Width
from xlplugin.workbook.reading.event_book import EventBook, RoundTab

MOST = 2000
"""The most characters of a message of Discord."""
MOST_IN_A_LINE = 80
MOST_OF_A_NAME = 24
"""In letters of one width; wide ones count twice."""
FENCE = "```"
LIKE_A_BACKTICK, NOTHING = "\u02cb", "\u200b"
"""The latter has no width: after an at sign it keeps ``@everyone`` from calling everyone."""
ISOLATE_START, ISOLATE_END = "\u2068", "\u2069"
"""Around a name written from right to left, so that the columns stay where they are."""
MOST_PAGES = " (99/99)"
"""The longest number of a message."""


class Markdown(TextFormat):
    """The newest round and the standings."""

    name, ending, file = "markdown", ".md", "chat.txt"
    also = (".txt",)
    help = msg("newest round and standings for chats.")
    needs = Needs.PAIRINGS
    options = ("--what", "--limit")
    fits_cells = True

    def text(self, shared: Shared, wanted: Wanted) -> str:
        """The messages, one below the other."""
        return "\n".join(messages(shared, wanted.what, MOST))

    def pages(self, shared: Shared, what: str, limit: int) -> list[str]:
        """The messages."""
        return messages(shared, what, limit)

    def is_our_text(self, text: str) -> bool:
        """True for a code block that begins with a title."""
        return bool(re.match(r"```\r?\n\S.*\r?\n\r?\n", text))


def messages(shared: Shared, what: str, limit: int) -> list[str]:
    """The newest round, then the standings, in as few messages as they need, none over the limit.

    Raises:
        ValueError: a line is too long for a message; it holds how many characters are needed.
    """
    event, table = shared.event, shared.table
    blocks: list[str] = []
    if what in (ROUNDS, ALL) and event.tabs:
        tab = event.tabs[-1]
        title = t("{event}: {round}", event=event.title, round=tab.name)
        blocks += _blocks(title, _round(event, tab), limit)
    if what in (STANDINGS, ALL) and table:
        title = t("{event}: standings after round {round}", event=event.title, round=table.number)
        if table.is_final:
            title = t("{event}: final standings", event=event.title)
        blocks += _blocks(title, _standings(table), limit)
    packed: list[str] = []
    for block in blocks:
        if packed and length(packed[-1]) + 1 + length(block) <= limit:
            packed[-1] += f"\n{block}"
        else:
            packed.append(block)
    return packed


def length(text: str) -> int:
    """The number of characters that a chat service counts."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2


def _round(event: EventBook, tab: RoundTab) -> list[str]:
    """The matches of a round by table, with their results so far."""
    sides = sides_of_swiss(event, tab) or ("", "")
    players = [_named(t("Player {n}", n=n), side) for n, side in enumerate(sides, 1)]
    lines = [[t("Table"), *players, t("Result")]]
    for match in tab.by_table:
        data = match_data(event, tab, match)
        names = [_named(player["name"], player["side"]) for player in data["players"]]
        scores = [player["score"] for player in data["players"]]
        result = f"{' - '.join(scores) if all(scores) else ''} {data['note']}".strip()
        if match.player2 is None:
            names, result = [*names, t("bye")], ""
        lines.append([str(match.table), *names, result])
    return aligned(lines, "><<<", width_of)


def _named(name: str, side: str) -> str:
    return f"{cut(name)} ({side})" if side else cut(name)


def _standings(table: StandingsTable) -> list[str]:
    """The columns that a message has, but for tiebreaks that are blank or do not fit into a line."""
    by_column = [
        (column, [column.title, *map(cut, texts)])
        for column, texts in table.texts(Width.MESSAGE)
        if not column.is_tiebreak or any(texts)
    ]
    while True:
        rows = [list(row) for row in zip(*(texts for _, texts in by_column), strict=True)]
        lines = aligned(rows, "".join(column.align for column, _ in by_column), width_of)
        if width_of(lines[0]) <= MOST_IN_A_LINE or not by_column[-1][0].is_tiebreak:
            return lines
        by_column.pop()


def _blocks(title: str, lines: Sequence[str], limit: int) -> Iterator[str]:
    """A table under its title as code blocks, each with title and headers."""
    headers, *rows = lines
    title = cut(title, MOST_IN_A_LINE)
    pages = [[headers]]
    for row in rows:
        if len(pages[-1]) > 1 and length(_block(title + MOST_PAGES, [*pages[-1], row])) > limit:
            pages.append([headers])
        pages[-1].append(row)
        needed = length(_block(title + MOST_PAGES, pages[-1]))
        if needed > limit:
            raise ValueError(needed)
    for place, page in enumerate(pages, 1):
        of = f" ({place}/{len(pages)})" if len(pages) > 1 else ""
        yield _block(title + of, page)


def _block(title: str, lines: Sequence[str]) -> str:
    return "\n".join([FENCE, title, "", *lines, FENCE, ""])


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
    return f"{ISOLATE_START}{line}{ISOLATE_END}" if backwards else line


MARKS_OF_DIRECTION = dict.fromkeys([*range(0x202A, 0x202F), *range(0x2066, 0x206A)])
"""Letters that could turn a whole line around."""


def width_of(text: str) -> int:
    """The width of a text in letters of one width."""
    seen = (letter for letter in text if category(letter) not in ("Mn", "Me", "Cf"))
    return sum(2 if east_asian_width(letter) in "WF" else 1 for letter in seen)
