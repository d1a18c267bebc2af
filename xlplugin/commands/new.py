"""``new``: a workbook for an event; code shared with other commands that make one; the list of rulesets."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeVar

import click

from engine import RULESETS, Ruleset, TournamentError, ruleset_named
from xlplugin.commands.output import EXISTING, AsJson, Workbook, command, opened, show, wrong_use
from xlplugin.commands.rules import Rules, rules_option
from xlplugin.commands.setup import remind
from xlplugin.ground.problems import HostError
from xlplugin.ground.resources import template
from xlplugin.ground.texts import msg, t, tn
from xlplugin.verbs.frame import Result, Table, namesakes_on
from xlplugin.workbook.engine_errors import error_text
from xlplugin.workbook.layouts import event_tab
from xlplugin.workbook.reading.ruleset_findings import hints_of
from xlplugin.workbook.table import folded

Settings = click.option(
    "--set", "settings", multiple=True, metavar='"Setting=Value"',
    help=msg("A setting on Event or Rules; may be repeated."),
)  # fmt: skip


def settings_of(pairs: Sequence[str]) -> dict[str, str]:
    """The settings of ``--set`` by name."""
    settings = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            wrong_use('--set takes "Setting=Value", not {pair!r}', pair=pair)
        settings[name.strip()] = value.strip()
    return settings


RulesetName = click.option(
    "--ruleset", "ruleset_name", metavar="NAME",
    help=msg("One of those listed by the command rulesets."),
)  # fmt: skip
Players = click.option(
    "--players", metavar="ROSTER", type=EXISTING,
    help=msg("A roster, CSV or Excel, with a column Name; others (Seed, Club, Corp, ...) come along."),
)  # fmt: skip


F = TypeVar("F", bound=Callable[..., None])


def of_new_event(function: F) -> F:
    """Give a command that makes a workbook its file and all that an event begins with."""
    for option in (
        AsJson,
        Settings,
        Players,
        Rules,
        RulesetName,
        Workbook,
    ):  # the last one comes first
        function = option(function)
    return function


def ruleset_option(name: str | None) -> Ruleset:
    """The ruleset that is named, as it must be."""
    if name is None:
        listed = "".join(f"\n  {r.name:<20}{r.title}" for r in RULESETS.values())
        text = msg("Name the rules of the event, for example --ruleset {example}:{rulesets}")
        raise click.UsageError(t(text, example=next(iter(RULESETS)), rulesets=listed))
    try:
        return ruleset_named(name)
    except TournamentError as error:
        raise click.BadParameter(error_text(error)) from None


def refuse_existing(path: Path) -> None:
    """Make sure that a workbook of this name can be made."""
    if len(path.name) > 200:
        wrong_use("The name {start}... is too long for a file.", start=path.name[:20])
    if path.exists():
        text = msg("{file} already exists. Choose another name, or move it away.")
        raise HostError(t(text, file=path.name))
    if path.suffix.lower() not in (".xlsx", ".xlsm"):
        text = msg("{file} must end in .xlsx, or in .xlsm for a workbook with buttons.")
        raise click.UsageError(t(text, file=path.name))
    if not path.parent.is_dir():
        wrong_use("There is no folder {folder}.", folder=path.parent)


def _ask_for_a_name(file: Path, settings: dict[str, str]) -> None:
    """Ask what the event is called where somebody is there to answer; nothing is an answer too."""
    name = event_tab.EVENT_NAME.name
    if sys.stdin.isatty() and sys.stdout.isatty() and folded(name) not in map(folded, settings):
        question = t("{setting} (Enter for {file})", setting=name, file=file.stem)
        settings[name] = click.prompt(question, default="", show_default=False).strip()


@command(
    "new",
    msg("Make a new event workbook."),
    msg(
        "Make a new event workbook, with buttons if FILE ends in .xlsm.\n\n"
        "On a terminal it asks for the event's name; Enter names it after the file."
    ),
    "spring.xlsx --ruleset nisei-swiss --players roster.csv "
    '--set "Event name=Spring Cup" --set Tier=Competitive',
)
@of_new_event
def new(
    file: Path,
    ruleset_name: str | None,
    rules: str | None,
    players: Path | None,
    settings: tuple[str, ...],
    as_json: bool,  # noqa: FBT001
) -> None:
    """Make the workbook, and say what to do next."""
    from xlplugin.verbs import new_event  # noqa: PLC0415  (--help needs neither)

    ruleset_name, chosen = rules_option(rules, ruleset_name)
    ruleset = ruleset_option(ruleset_name)
    refuse_existing(file)
    chosen |= settings_of(settings)
    if not as_json:  # a program does not answer
        _ask_for_a_name(file, chosen)
    roster, notes = [], []
    if players:
        from xlplugin.roster.parse import roster_in_file  # noqa: PLC0415

        loaded = roster_in_file(players, ruleset)
        roster, notes = list(loaded.players), list(loaded.notes)
    with template(f"{ruleset.name}{file.suffix.lower()}") as blank:
        host = opened(file, blank)
        event = new_event.start_event(host, ruleset, roster, chosen)
    notes += [*namesakes_on(event), *hints_of(event)]
    rounds = event.planned_rounds() if roster else None
    count = tn("{n} player", "{n} players", len(roster))
    line = t(
        "{file}: {players}, {rules}.",
        file=file.name,
        players=count,
        rules=ruleset.titles(event.options)[0].rstrip("."),
    )
    if rounds is not None:
        line += " " + tn("{n} round planned.", "{n} rounds planned.", rounds)
    data = {
        "file": file.name, "ruleset": ruleset.name, "players": len(roster), "rounds": rounds,
        "warnings": notes,
    }  # fmt: skip
    show(Result(lines=[line], data=data, warnings=notes), host, as_json=as_json)
    if not as_json:
        remind(file)


@command(
    "rulesets",
    msg("List what is implemented."),
    msg("List what is implemented, with the document and version of each."),
    "",
)
@AsJson
def rulesets(as_json: bool) -> None:  # noqa: FBT001
    """List the rulesets as a table, or for programs."""
    rows = [(r.name, r.title, r.document) for r in RULESETS.values()]
    data = [dict(zip(("name", "title", "document"), row, strict=True)) for row in rows]
    table = Table("", (t("Name"), t("Rules"), t("Document")), rows, "<<<")
    show(Result(lines=[table], data={"rulesets": data}), None, as_json=as_json)
