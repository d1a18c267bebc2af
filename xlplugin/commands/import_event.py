"""``import``: a workbook of an event that was run elsewhere."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import click

from engine import Ruleset, ruleset_named
from xlplugin.commands.new import (
    Players,
    RulesetName,
    Settings,
    refuse_existing,
    ruleset_option,
    settings_of,
)
from xlplugin.commands.output import (
    EXISTING,
    AsJson,
    Workbook,
    command,
    opened,
    show,
    wrong_use,
)
from xlplugin.commands.rules import Rules, rules_option
from xlplugin.commands.setup import remind
from xlplugin.ground import typed
from xlplugin.ground.limits import MOST_LISTED
from xlplugin.ground.problems import OrganizerError
from xlplugin.ground.resources import template
from xlplugin.ground.texts import msg, t, tn
from xlplugin.hosts.closed_file.host import FileHost
from xlplugin.hosts.closed_file.kinds import (
    RESULTS,
    TEXT,
    WORKBOOK,
    content_of,
    kind_of,
    refuse_kind,
)
from xlplugin.roster.played_elsewhere import ImportedEvent
from xlplugin.verbs.frame import Result, namesakes_on


@command(
    "import",
    t("Make a workbook from an event run elsewhere."),
    t(
        "Make a workbook from an event run elsewhere, with all its rounds and results.\n\n"
        "SOURCE is a table of results, CSV or Excel, with columns Round, Player 1, Player 2 (blank for a "
        "bye) and the result columns that a round has under the ruleset; Table and Special if you like, "
        "others are ignored. Or it is an event that export has written as JSON, or one in NRTM JSON: these "
        "need no --ruleset."
    ),
    "results.csv event.xlsx --ruleset nisei-swiss",
)
@click.argument("source", type=EXISTING)
@Workbook
@RulesetName
@Rules
@Players
@Settings
@AsJson
def import_event(
    source: Path,
    file: Path,
    ruleset_name: str | None,
    rules: str | None,
    players: Path | None,
    settings: tuple[str, ...],
    as_json: bool,  # noqa: FBT001
) -> None:
    """Make the workbook, and say what came along."""
    refuse_existing(file)
    ruleset_name, chosen = rules_option(rules, ruleset_name)
    chosen |= settings_of(settings)
    if _is_table(source):
        event, host = _from_table(source, file, ruleset_option(ruleset_name), players, chosen)
    else:
        text = text_of(source)
        given = {"--ruleset": ruleset_name, "--players": players, "--rules": rules}
        for option in (name for name, value in given.items() if value is not None):
            wrong_use(
                "{option} goes with a table of results; {file} says it itself.",
                option=option,
                file=source.name,
            )
        event, host = _from_json(text, source.name, file, chosen)
    _tell(event, source, file, host, as_json=as_json)


def _is_table(source: Path) -> bool:
    """True for a file that is a table by its content, or a damaged one; everything else should be JSON."""
    kind, ending = kind_of(source.name, content_of(source)), source.suffix.lower()
    is_damaged = kind is None and ending in (".xlsx", ".xlsm")
    return is_damaged or (kind in (TEXT, WORKBOOK) and ending != ".json")


def _from_table(
    source: Path, file: Path, ruleset: Ruleset, players: Path | None, settings: Mapping[str, str]
) -> tuple[ImportedEvent, FileHost]:
    from xlplugin.roster.parse import roster_in_file  # noqa: PLC0415  (--help needs none of these)
    from xlplugin.roster.results import results_in_file  # noqa: PLC0415
    from xlplugin.verbs import new_event  # noqa: PLC0415

    roster = roster_in_file(players, ruleset) if players else None
    with template(f"{ruleset.name}{file.suffix.lower()}") as blank:
        host = opened(file, blank)
        options = new_event.options_of(host, ruleset, settings)
        event = results_in_file(source, ruleset, options, roster)
        begun = new_event.start_event(host, ruleset, event.players, settings, played=event)
    again = t("correct {file} and import it again", file=source.name)
    names = {player.name for player in event.players}
    event.notes += [*begun.warnings, *namesakes_on(begun, names, again)]
    return event, host


def _from_json(
    text: str, source: str, file: Path, settings: Mapping[str, str]
) -> tuple[ImportedEvent, FileHost]:
    """The event of a file that ``export --format json`` has made, or of one in NRTM JSON."""
    from xlplugin.exports.nrtm import read_nrtm  # noqa: PLC0415  (as above)
    from xlplugin.exports.read_event_json import own_event  # noqa: PLC0415
    from xlplugin.verbs import new_event  # noqa: PLC0415

    found = own_event(text, source) or read_nrtm(text, source)
    ruleset, chosen = ruleset_named(found.ruleset), {**found.settings, **settings}
    with template(f"{ruleset.name}{file.suffix.lower()}") as blank:
        host = opened(file, blank)
        event = found
        if not isinstance(event, ImportedEvent):
            event = event.event(ruleset, new_event.options_of(host, ruleset, chosen))
        new_event.start_event(host, ruleset, event.players, chosen, played=event)
    return event, host


def _tell(event: ImportedEvent, source: Path, file: Path, host: FileHost, *, as_json: bool) -> None:
    """Say what came along."""
    dropped = sum(p.status != "Active" for p in event.players)
    cut = len(event.elimination.seeds) if event.elimination else None
    players, rounds = len(event.players), len(event.rounds)
    data = {
        "file": file.name, "name": event.name, "ruleset": event.ruleset, "players": players,
        "dropped": dropped, "rounds": rounds, "cut": cut, "left_out": list(event.left_out),
        "warnings": list(event.notes),
    }  # fmt: skip
    counts = {
        "players": tn("{n} player", "{n} players", players),
        "rounds": tn("{n} round", "{n} rounds", rounds),
    }
    text, name = msg("{file}: {players}, {rounds} of {event}."), event.name or source.name
    lines = [t(text, file=file.name, event=name, **counts)]
    if cut:
        lines.append(t("The cut to the top {n} and its games came along.", n=cut))
    if dropped and not event.has_status:
        lines.append(
            tn(
                "{n} player not in the last round is set to Dropped.",
                "{n} players not in the last round are set to Dropped.",
                dropped,
            )
        )
    left_out = [t("Left out: {what}.", what=what) for what in event.left_out]
    notes = [*left_out, *event.notes]
    show(Result(lines=lines, data=data, warnings=notes), host, as_json=as_json)
    if not as_json:
        remind(file)


def text_of(source: Path) -> str:
    """The text of a file of results."""
    data = content_of(source, MOST_LISTED)
    kind = kind_of(source.name, data)
    is_broken = kind is TEXT and source.suffix.lower() == ".json"
    if kind not in (RESULTS, None) and not is_broken:
        new = typed.command("new", "event.xlsx", "--ruleset", "NAME", "--players", source.name)
        text = msg(
            "Give the results of an event in NRTM JSON; import takes a table of them too, CSV or Excel. To "
            "make an event from a list of players: {new}"
        )
        refuse_kind(source.name, kind, t(text, new=new))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = msg("{file} cannot be read as text ({error}). Export the event again.")
        raise OrganizerError(t(text, file=source.name, error=error)) from None
