"""``enter``: the dialogue on a terminal; results are written several at once."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import click

from engine import Match
from xlplugin.commands.output import (
    MENDING,
    AsJson,
    Workbook,
    command,
    opened,
    print_json,
    say_next,
)
from xlplugin.doors.enter.desk import Desk, WrongEntry
from xlplugin.ground.problems import ERRORS, WorkbookProblems
from xlplugin.ground.texts import listed, msg, t, tn
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.verbs import failures
from xlplugin.verbs.enter_results import Entry, enter_results
from xlplugin.verbs.frame import newest_round, read_clean
from xlplugin.workbook.reading.reader import read_event

AT_ONCE = 5
"""The results that are written together."""
MOST_TABLES = 20
"""The open tables that are listed."""


@command(
    "enter",
    msg("Type results by table, without a mouse."),
    msg(
        "Type the results of the newest round, or scan the slips: a table, its result, Enter.\n\n"
        "The result is what its columns have, from the left: WL, or 10 3 4 10. ID, N1, N2 and NN stand for what "
        "Special says (N1: a no-show of Player 1). Every entry is shown with its names before it counts: Enter "
        "takes it, n does not. Five at a time are written to the closed file; a blank line writes the rest "
        "and ends."
    ),
    "event.xlsx",
)
@Workbook
@AsJson
def enter(file: Path, as_json: bool) -> None:  # noqa: FBT001
    """Ask for one table after the other."""
    host = opened(file)
    dialogue = Dialogue(host)
    with suppress(click.Abort):  # Ctrl+C, or the end of what is piped in
        while dialogue.ask():
            pass
    dialogue.end()
    if as_json:
        print_json(dialogue.data)
    else:
        say_next(host, read_event(host.read()))
    if dialogue.data["left"]:
        sys.exit(MENDING)


class Dialogue:
    """What is asked and answered; what somebody has confirmed is kept until it is written.

    Attributes:
        data: for programs: the round, and the tables that were ``written``, and those that were ``left``.
    """

    def __init__(self, host: FileHost) -> None:
        host.require_closed()
        self._host = host
        self._waiting: dict[tuple[int, ...], Entry] = {}
        self._look()
        self.data: dict[str, Any] = {"round": self._desk.tab.name, "written": [], "left": []}
        text = msg(
            "{tab}: {n} of {all} results missing. Type a table, Enter, its result, Enter; a blank line ends."
        )
        counts = {"n": len(self._desk.open_tables), "all": len(self._desk.matches)}
        _tell(t(text, tab=self._desk.tab.name, **counts))

    def _look(self) -> None:
        event = read_clean(self._host.read())
        self._desk = Desk(event, newest_round(event))

    def ask(self) -> bool:
        """Ask for a table and its result; false at the end."""
        answer = _asked(t("Table"))
        if not answer:
            return False
        table, _, result = answer.partition(" ")
        try:
            match = self._desk.match_at(table)
        except WrongEntry as wrong:
            _wrong(str(wrong))
            return True
        while result or (result := self._result_of(match)):
            try:
                self._confirm(self._desk.entry(match, result))
                break
            except WrongEntry as wrong:
                _wrong(str(wrong))
                result = ""
        return True

    def _result_of(self, match: Match) -> str:
        """Ask for the result of a match; blank to go back to the tables."""
        _tell(self._desk.names(match))
        return _asked(t("Result"))

    def _confirm(self, entry: Entry) -> None:
        """Show an entry, and take it once somebody has seen it."""
        _tell(self._desk.shown(entry))
        if _asked(t("Right? Enter takes it, n does not")).lower().startswith("n"):
            return
        self._waiting[entry.match.players] = entry
        waiting = {each.match.table for each in self._waiting.values()}
        if len(waiting) >= AT_ONCE or waiting >= {*self._desk.open_tables}:
            self._write()

    def end(self) -> None:
        """Write what waits; where that cannot be, ask until it can, or until it is given up."""
        while self._waiting and not self._write():
            try:
                answer = _asked(t("Enter tries again, n gives these results up"))
            except click.Abort:
                answer = "n"
            if answer.lower().startswith("n"):
                break
        self._leave(self._waiting.values())

    def _write(self) -> bool:
        """Write what waits; false if that cannot be now."""
        waiting = list(self._waiting.values())
        try:
            tables = enter_results(self._host, self._desk.tab.name, waiting)
        except WorkbookProblems as error:
            _wrong("\n".join(map(str, error.problems)))
            return False
        except ERRORS as error:
            _wrong(failures.explained(error))
            return False
        self._waiting = {}
        self.data["written"] += tables
        self._leave(each for each in waiting if each.match.table not in tables)
        self._look()
        written = tn("{n} result written.", "{n} results written.", len(tables))
        _tell(f"{written} {self._still_open()}")
        return True

    def _still_open(self) -> str:
        tables = self._desk.open_tables
        if not tables:
            return t("All results are in.")
        return tn(
            "{n} is missing: table {tables}.", "{n} are missing: tables {tables}.",
            len(tables), tables=listed(tables, MOST_TABLES),
        )  # fmt: skip

    def _leave(self, entries: Iterable[Entry]) -> None:
        """Say what is not written, so that it can be typed again."""
        for entry in entries:
            self.data["left"].append(entry.match.table)
            _wrong(t("Not written: {entry}", entry=self._desk.shown(entry)))


def _asked(what: str) -> str:
    """What somebody types at a prompt; blank for nothing."""
    answer: str = click.prompt(what, default="", show_default=False, err=True)
    return answer.strip()


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _wrong(line: str) -> None:
    click.secho(line, err=True, fg="red")
