"""``import``: a workbook of an event that was run elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import NamedTuple

import click

from engine import Ruleset, ruleset_named
from engine.options import Options
from xlplugin.commands.new import (
    of_new_event,
    refuse_existing,
    ruleset_option,
    settings_of,
)
from xlplugin.commands.output import (
    EXISTING,
    command,
    opened,
    show,
)
from xlplugin.commands.rules import rules_option
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
    msg("Make a workbook from an event run elsewhere."),
    msg(
        "Make a workbook from an event run elsewhere, with all its rounds and results.\n\n"
        "SOURCE is a table of results, CSV or Excel, with columns Round, Player 1, Player 2 (blank for a "
        "bye) and the result columns that a round has under the ruleset; Table and Special if you like, "
        "others are ignored. Or it is a report file of a chess program (TRF); or JSON that needs no --ruleset: "
        "an event that was exported, or one in NRTM format."
    ),
    "results.csv event.xlsx --ruleset nisei-swiss",
)
@click.argument("source", type=EXISTING)
@of_new_event
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
    from xlplugin.verbs import new_event  # noqa: PLC0415  (--help does not need it)

    refuse_existing(file)
    given = {"--ruleset": ruleset_name, "--rules": rules, "--players": players}
    ruleset_name, of_rules = rules_option(rules, ruleset_name)
    found = _source(source, ruleset_name, players, given)
    ruleset, chosen = found.ruleset, {**found.settings, **of_rules, **settings_of(settings)}
    with template(f"{ruleset.name}{file.suffix.lower()}") as blank:
        host = opened(file, blank)
        event = found.read(new_event.options_of(host, ruleset, chosen))
        begun = new_event.start_event(host, ruleset, event.players, chosen, played=event)
    event.notes += begun.warnings
    if found.has_names:
        again = t("correct {file} and import it again", file=source.name)
        event.notes += namesakes_on(begun, {player.name for player in event.players}, again)
    _tell(event, source, file, host, as_json=as_json)


class _Source(NamedTuple):
    """What is imported: its ruleset and settings, and how it is read under the ruleset's options.

    ``has_names`` is true where players are known by their names alone.
    """

    ruleset: Ruleset
    settings: Mapping[str, str]
    read: Callable[[Options], ImportedEvent]
    has_names: bool = False


def _source(
    source: Path, ruleset_name: str | None, players: Path | None, given: Mapping[str, object]
) -> _Source:
    """The event in a file, by the kind of its content; options that are ``given`` may not go with it."""
    from xlplugin.exports.nrtm import read_nrtm  # noqa: PLC0415  (--help needs none of these)
    from xlplugin.exports.read_event_json import own_event  # noqa: PLC0415
    from xlplugin.exports.read_trf import TrfReader, is_trf  # noqa: PLC0415
    from xlplugin.roster.files import decoded  # noqa: PLC0415

    data = content_of(source)
    if _is_table(source, data):
        if not is_trf(text := decoded(data[:MOST_LISTED])):
            return _table(source, ruleset_option(ruleset_name), players)
        _refuse(source, given, "--players")
        ruleset, report = ruleset_option(ruleset_name), TrfReader(text, source.name)
        return _Source(ruleset, report.settings, partial(report.event, ruleset), has_names=True)
    text = text_of(source)
    _refuse(source, given, *given)
    if reader := own_event(text, source.name):
        ruleset = ruleset_named(reader.ruleset)
        return _Source(ruleset, reader.settings, partial(reader.event, ruleset))
    event = read_nrtm(text, source.name)
    return _Source(ruleset_named(event.ruleset), event.settings, lambda _: event)


def _is_table(source: Path, data: bytes) -> bool:
    """True for a file with lines or cells by its content, or a damaged one; everything else should be JSON."""
    kind, ending = kind_of(source.name, data), source.suffix.lower()
    is_damaged = kind is None and ending in (".xlsx", ".xlsm")
    return is_damaged or (kind in (TEXT, WORKBOOK) and ending != ".json")


def _table(source: Path, ruleset: Ruleset, players: Path | None) -> _Source:
    from xlplugin.roster.parse import roster_in_file  # noqa: PLC0415  (as above)
    from xlplugin.roster.results import results_in_file  # noqa: PLC0415

    roster = roster_in_file(players, ruleset) if players else None
    read = partial(results_in_file, source, ruleset, how_to_set=_how_to_set, roster=roster)
    return _Source(ruleset, {}, read, has_names=True)


def _how_to_set(name: str, value: str) -> str:
    return t('add --set "{setting}={value}"', setting=name, value=value)


def _refuse(source: Path, given: Mapping[str, object], *options: str) -> None:
    """Refuse options that say what the file says itself."""
    for option in options:
        if given[option] is not None:
            text = msg("{option} does not go with {file}, which says it itself.")
            raise click.UsageError(t(text, option=option, file=source.name))


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
