"""Rosters that organizers have already: CSV or Excel, columns in any order."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from engine import Player, Ruleset, TournamentError
from xlplugin.workbook import sheets
from xlplugin.workbook.table import folded

NAME_HEADERS = ("name", "player", "player name", "nickname", "nick")


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
        seed = values.get("seed", "")
        if seed and not (seed.removesuffix(".0").isdecimal() and int(float(seed)) > 0):
            problems.append(f"{path.name}, row {number}: the seed {seed!r} is no whole number")
            seed = ""
        bye = folded(values.get("first-round bye", ""))
        taken = {"no", "seed", "status", "first-round bye", "fixed table", headers[name_at]}
        players.append(
            Player(
                no=0,
                name=name.strip(),
                seed=int(float(seed)) if seed else None,
                first_round_bye=bye in ("yes", "y", "1", "true", "x"),
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
        message = f"{path.name} cannot be read as a roster ({error}). Save it as CSV and try again."
        raise TournamentError(message) from None
    return [[str(cell) for cell in row] for row in frame.itertuples(index=False)]


def _read_csv(pd: Any, path: Path, options: dict[str, Any]) -> Any:  # noqa: ANN401
    text = path.read_bytes()
    encoding = "utf-8-sig"
    try:
        decoded = text.decode(encoding)
    except UnicodeDecodeError:
        encoding, decoded = "cp1252", text.decode("cp1252", errors="replace")
    first = decoded.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    return pd.read_csv(path, sep=separator, encoding=encoding, skip_blank_lines=True, **options)
