"""``import``: a workbook of an event that was run elsewhere."""

from __future__ import annotations

from pathlib import Path

import click

from engine import RULESETS
from xlplugin.commands.new import Settings, refuse_existing, settings_of
from xlplugin.commands.output import EXISTING, AsJson, Workbook, command, opened, show
from xlplugin.commands.setup import remind
from xlplugin.ground import typed
from xlplugin.ground.limits import MOST_LISTED
from xlplugin.ground.problems import OrganizerError
from xlplugin.ground.resources import template
from xlplugin.ground.texts import msg, t, tn
from xlplugin.hosts.closed_file.kinds import RESULTS, TEXT, content_of, kind_of, refuse_kind
from xlplugin.verbs.frame import Result


@command(
    "import",
    t("Make a workbook from an NRTM JSON file."),
    t("Make a workbook from an event in NRTM JSON, with all its rounds and results."),
    'results.json event.xlsx --set "SoS divisor=Opponents"',
)
@click.argument("source", type=EXISTING)
@Workbook
@Settings
@AsJson
def import_event(source: Path, file: Path, settings: tuple[str, ...], as_json: bool) -> None:  # noqa: FBT001
    """Make the workbook, and say what came along."""
    from xlplugin.exports.nrtm import read_nrtm  # noqa: PLC0415  (--help needs neither)
    from xlplugin.verbs import new_event  # noqa: PLC0415

    refuse_existing(file)
    event = read_nrtm(text_of(source), source.name)
    ruleset = RULESETS[event.ruleset]
    with template(f"{ruleset.name}{file.suffix.lower()}") as blank:
        host = opened(file, blank)
        chosen = {**event.settings, **settings_of(settings)}
        new_event.start_event(host, ruleset, event.players, chosen, played=event)
    dropped = sum(p.status != "Active" for p in event.players)
    cut = len(event.elimination.seeds) if event.elimination else None
    players, rounds = len(event.players), len(event.rounds)
    data = {
        "file": file.name, "name": event.name, "ruleset": ruleset.name, "players": players,
        "dropped": dropped, "rounds": rounds, "cut": cut, "left_out": list(event.left_out),
    }  # fmt: skip
    counts = {
        "players": tn("{n} player", "{n} players", players),
        "rounds": tn("{n} round", "{n} rounds", rounds),
    }
    text, name = msg("{file}: {players}, {rounds} of {event}."), event.name or source.name
    lines = [t(text, file=file.name, event=name, **counts)]
    if cut:
        lines.append(t("The cut to the top {n} and its games came along.", n=cut))
    if dropped:
        lines.append(
            tn(
                "{n} player not in the last round is set to Dropped.",
                "{n} players not in the last round are set to Dropped.",
                dropped,
            )
        )
    left_out = [t("Left out: {what}.", what=what) for what in event.left_out]
    show(Result(lines=lines, data=data, warnings=left_out), host, as_json=as_json)
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
            "import takes the results of an event in NRTM format (.json): export them again. To "
            "make an event from a list of players: {new}"
        )
        refuse_kind(source.name, kind, t(text, new=new))
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        text = msg("{file} cannot be read as text ({error}). Export the event again.")
        raise OrganizerError(t(text, file=source.name, error=error)) from None
