"""Rosters that organizers have already: CSV or Excel, columns in any order."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from engine import Player, Ruleset, Status, TournamentError
from xlplugin.workbook import sheets
from xlplugin.workbook.table import folded

NAME_HEADERS = ("name", "names", "player", "players", "player name", "nickname", "nick")
BYE_WORDS = ("yes", "no", "y", "n", "x", "1", "0", "true", "false")


def read_roster(path: Path, ruleset: Ruleset) -> list[Player]:
    """The players of a roster file, in its order.

    The column of names is headed Name, Player or the like; a file with a single column needs no
    header. Other columns are taken by the headers of ``Players``; unknown ones come along.

    Raises:
        TournamentError: the file cannot be read, or has no names; every bad row is listed.
    """
    rows = _cells(path)
    headers = [folded(cell) for cell in rows[0]] if rows else []
    name_at = next((headers.index(h) for h in NAME_HEADERS if h in headers), None)
    if name_at is None:
        if rows and max(len([c for c in row if c]) for row in rows) > 1:
            message = (
                f"{path.name}: no column is headed Name. Head the column of names with Name "
                f"(headers found: {', '.join(c for c in rows[0] if c) or 'none'})."
            )
            raise TournamentError(message)
        rows, headers, name_at = [["Name"], *rows], ["name"], 0
    layout = sheets.players_layout(ruleset)
    known = {folded(header): header for header in layout.headers()}
    problems: list[str] = []
    players = []
    for number, row in enumerate(rows[1:], 2):
        values = dict(zip(headers, row, strict=False))
        name = row[name_at] if name_at < len(row) else ""
        if not any(row):
            continue
        if not name.strip():
            problems.append(f"{path.name}, row {number}: no name")
            continue
        where = f"{path.name}, row {number}"
        numbers = [_whole(values, h, where, problems) for h in ("seed", "fixed table")]
        status = _choice(values, "status", tuple(Status), where, problems)
        bye = _choice(values, "first-round bye", BYE_WORDS, where, problems)
        taken = {"no", "seed", "status", "first-round bye", "fixed table", headers[name_at]}
        players.append(
            Player(
                no=0,
                name=name.strip(),
                seed=numbers[0],
                status=Status(status or Status.ACTIVE),
                first_round_bye=bye not in ("", "no", "n", "0", "false"),
                fixed_table=numbers[1],
                details={
                    known.get(h, rows[0][i].strip()): row[i].strip()
                    for i, h in enumerate(headers)
                    if h and h not in taken and i < len(row) and row[i].strip()
                },
            )
        )
    if problems or not players:
        raise TournamentError("\n".join(problems) or f"{path.name}: there are no names in it.")
    return players


def _whole(values: Mapping[str, str], header: str, where: str, problems: list[str]) -> int | None:
    text = values.get(header, "").strip().removesuffix(".0")
    if text and not (text.isdecimal() and 0 < int(text) <= 100_000):
        problems.append(f"{where}: the {header} {text!r} is no whole number from 1 to 100000")
        return None
    return int(text) if text else None


def _choice(
    values: Mapping[str, str], header: str, choices: Sequence[str], where: str, problems: list[str]
) -> str:
    text = values.get(header, "").strip()
    found = next((choice for choice in choices if folded(choice) == folded(text)), "")
    if text and not found:
        problems.append(f"{where}: the {header} {text!r} is none of {', '.join(choices)}")
    return found


def _cells(path: Path) -> list[list[str]]:
    """The file's cells as text."""
    import pandas as pd  # noqa: PLC0415  (slow to import; pairing and standings do without)

    options: dict[str, Any] = {"header": None, "dtype": str, "keep_default_na": False}
    try:
        if path.suffix.lower() in (".xlsx", ".xlsm"):
            from xlplugin.hosts.safe_file import read_bytes  # noqa: PLC0415

            read_bytes(path)
            frame = pd.read_excel(path, **options)
        else:
            frame = _read_csv(pd, path, options)
    except TournamentError:
        raise
    except Exception as error:  # noqa: BLE001  whatever pandas stumbles over
        message = (
            f"{path.name} cannot be read as a roster ({error}). Save it in Excel as CSV UTF-8, with "
            "quotes around a name that has a comma in it, and try again."
        )
        raise TournamentError(message) from None
    return [
        [str(cell).replace("\r\n", "\n") for cell in row] for row in frame.itertuples(index=False)
    ]


def _read_csv(pd: Any, path: Path, options: dict[str, Any]) -> Any:  # noqa: ANN401
    text = path.read_bytes()
    encoding = "utf-16" if text[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    try:
        decoded = text.decode(encoding)
    except UnicodeDecodeError:
        encoding, decoded = "cp1252", text.decode("cp1252", errors="replace")
    first = decoded.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    return pd.read_csv(path, sep=separator, encoding=encoding, skip_blank_lines=True, **options)
