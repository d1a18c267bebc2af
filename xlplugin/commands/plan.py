"""``plan``: which format an event should have, before there is one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from math import ceil, isnan
from pathlib import Path
from typing import Any, TypeVar

import click

from engine import Ruleset, Special
from engine.options import Option
from engine.ruleset import Suggestion
from engine.simulation.day import Hall
from engine.simulation.event import Form, Plan, hall_of
from engine.simulation.spread import Spread
from engine.simulation.strength import DEFAULT_DRAWS, DEFAULT_SPREAD, EVEN, Model
from xlplugin.commands.import_event import text_of
from xlplugin.commands.new import Settings, ruleset_option, settings_of
from xlplugin.commands.output import (
    EXISTING,
    AsJson,
    MaybeWorkbook,
    Processes,
    Scheduler,
    command,
    opened,
    show,
    tracked,
    workers_of,
    wrong_use,
)
from xlplugin.ground.all_cores import AT_ONCE
from xlplugin.ground.limits import FEWEST_TO_PLAN, MOST_ROUNDS, MOST_TO_PLAN
from xlplugin.ground.texts import msg, t
from xlplugin.verbs.frame import Result, Table
from xlplugin.workbook.table import folded

F = TypeVar("F", bound=Callable[..., Any])
MOST_EVENTS = 100_000


def _parts(value: str | None) -> list[str]:
    return [part.strip() for part in value.split(",")] if value else []


def _numbers(_ctx: click.Context, _param: click.Parameter, value: str | None) -> tuple[int, ...]:
    parts = _parts(value)
    if not all(part.isdecimal() and len(part) < 6 for part in parts):
        text = t("{value!r} is not a list of numbers; type it as 5,6.", value=value)
        raise click.BadParameter(text)
    return tuple(map(int, parts))


class Real(click.FloatRange):
    """A number that is one, which ``nan`` is not."""

    def convert(
        self,
        value: Any,  # noqa: ANN401  (as click has it)
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> Any:  # noqa: ANN401
        """The number."""
        number = super().convert(value, param, ctx)
        if isnan(number):
            self.fail(t("{value!r} is not a number.", value=value), param, ctx)
        return number


LIMITS = range(5, 601)
SHARE, MINUTES = Real(0, 1), click.IntRange(0, 600)
ROUND = click.IntRange(LIMITS[0], LIMITS[-1])


def number(
    flag: str, name: str, kind: click.ParamType[Any], text: str, default: float | None = None
) -> Callable[[F], F]:
    """An option with a number; the default is shown if there is one."""
    metavar = "X" if isinstance(kind, Real) else "N"
    is_shown = default is not None
    return click.option(
        flag, name, metavar=metavar, type=kind, default=default, show_default=is_shown, help=text
    )


def list_of_numbers(flag: str, name: str, text: str) -> Callable[[F], F]:
    """An option with whole numbers, divided by commas."""
    return click.option(flag, name, metavar="N,N", callback=_numbers, help=text)


def options_of(ruleset: Ruleset, pairs: Mapping[str, str]) -> dict[str, str]:
    """The ruleset's options of ``--set``, by name."""
    by_name = {folded(option.name): option for option in ruleset.options}
    options = {}
    for name, value in pairs.items():
        option = by_name.get(folded(name))
        if option is None:
            names = ", ".join(option.name for option in ruleset.options)
            text = msg("{ruleset} has no option {name}, but: {names}.")
            raise click.UsageError(t(text, ruleset=ruleset.name, name=name, names=names))
        is_number = option.numbers and value.isdecimal() and int(value) in option.numbers
        options[option.name] = value if is_number else _choice(option, value)
    return options


def _choice(option: Option, typed: str) -> str:
    choices = {folded(choice): choice for choice in option.choices}
    if folded(typed) not in choices:
        if spelled := option.spelled(typed):
            return spelled
        listed = ", ".join([*option.choices, *([t(option.form)] if option.form else [])])
        wrong_use("{name} is one of these: {choices}.", name=option.name, choices=listed)
    return choices[folded(typed)]


def eliminations_of(ruleset: Ruleset, typed: str | None) -> list[str]:
    """The eliminations that are typed, as the ruleset's option has them."""
    option, parts = ruleset.cut.chosen_by if ruleset.cut else None, _parts(typed)
    if parts and not option:
        wrong_use("{ruleset} gives no choice of elimination.", ruleset=ruleset.name)
    return [_choice(option, part) for part in parts] if option else []


def minutes_of_cut(ruleset: Ruleset, typed: str | None) -> dict[str, Any]:
    """The minutes of a round of the cut that are typed, as the hall has them: for all kinds, or for one."""
    minutes: dict[str, Any] = {"by_kind": {}}
    for part in _parts(typed):
        kind, _, number = part.rpartition("=")
        if not number.strip().isdecimal() or int(number[:9]) not in LIMITS:
            text = msg(
                "--cut-minutes takes {least} to {most} minutes, for all kinds (40) or for one "
                '("best of three=100").'
            )
            raise click.UsageError(t(text, least=LIMITS[0], most=LIMITS[-1]))
        if kind:
            minutes["by_kind"] |= dict.fromkeys(eliminations_of(ruleset, kind), int(number))
        else:
            minutes["elimination"] = int(number)
    return minutes


def refuse_forms(ruleset: Ruleset, forms: tuple[Form, ...], players: int) -> None:
    """Refuse formats that the ruleset does not have."""
    most = ruleset.most_rounds.rounds if ruleset.most_rounds else MOST_ROUNDS
    sizes = ruleset.cut.sizes if ruleset.cut else ()
    for rounds, cut, _ in forms:
        if not 1 <= rounds <= most:
            text = msg("{ruleset} has 1 to {most} rounds, not {rounds}.")
            raise click.UsageError(t(text, ruleset=ruleset.name, most=most, rounds=rounds))
        if cut and cut not in sizes:
            text, listed = msg("{ruleset} has these cuts: {sizes}; not {cut}."), (0, *sizes)
            raise click.UsageError(
                t(text, ruleset=ruleset.name, sizes=", ".join(map(str, listed)), cut=cut)
            )
        if cut > players:
            wrong_use("A cut to {cut} needs at least {cut} players.", cut=cut)


def refuse_model(ruleset: Ruleset, options: Mapping[str, str], model: Model) -> None:
    """Refuse intentional draws where nobody may agree on one, and a better side where there is none."""
    format_ = ruleset.format(options)
    if model.first_wins != EVEN and not format_.has_sides:
        wrong_use("{ruleset} has no Corp: leave out --corp-wins.", ruleset=ruleset.name)
    if model.intentional_draws and Special.INTENTIONAL_DRAW not in format_.specials:
        text, how = (
            msg("{ruleset} has no intentional draws, unless you add {set}."),
            "Intentional draws",
        )
        raise click.UsageError(t(text, ruleset=ruleset.name, set=f'--set "{how}=Allowed"'))


OPTIONS = (
    click.option("--ruleset", "ruleset_name", metavar="NAME",
                 help=msg("Ruleset. Default: nisei-swiss, or that of FILE.")),
    number("--players", "players", click.IntRange(FEWEST_TO_PLAN, MOST_TO_PLAN), msg("Number of players.")),
    list_of_numbers("--rounds", "rounds", msg("Numbers of Swiss rounds. Default: as suggested, and one more.")),
    list_of_numbers("--cut", "cuts", msg("Sizes of the cut, 0 for none. Default: none, as suggested, half of that and double.")),
    click.option("--elimination", "eliminations", metavar="X,X",
                 help=msg("Kinds of elimination, for example double,single. Default: as the ruleset's options say.")),
    number("--events", "events", click.IntRange(2, MOST_EVENTS), msg("Number of simulated events."), 2000),
    number("--skill-spread", "spread", Real(0, 100), msg("Standard deviation of strength. Default: that of past events.")),
    click.option("--past", multiple=True, metavar="FILE", type=EXISTING,
                 help=msg("Results of a past event, of which the spread is taken; may be repeated.")),
    number("--draws", "draws", SHARE, msg("Share of games that nobody wins."), DEFAULT_DRAWS),
    number("--corp-wins", "first_wins", Real(0.01, 0.99),
           msg("Share of games that the Corp wins, of those that even players do not draw."), EVEN),
    number("--drops", "drops", SHARE, msg("Share of the lower half that leaves after each round."), 0.0),
    number("--intentional-draws", "intentional_draws", SHARE,
           msg("Share of last matches agreed drawn, of two players inside the cut."), 0.0),
    number("--hours", "hours", Real(0, 1000), msg("Length of a day.")),
    number("--swiss-minutes", "swiss", ROUND, msg("Minutes of a round. Default: the ruleset's.")),
    click.option("--cut-minutes", "cut_minutes", metavar="X,X",
                 help=msg("Minutes of a round of the cut, for example 40 or double=40,best of "
                        "three=100. Default: the ruleset's, three times these for best of three.")),
    number("--overtime", "overtime", MINUTES, msg("Maximum minutes after time is called."), Hall.overtime),
    number("--turnaround", "turnaround", MINUTES, msg("Minutes between two rounds."), Hall.turnaround),
    number("--pauses", "pauses", MINUTES, msg("Minutes of all breaks of a day."), Hall.pauses),
    Settings,
    click.option("--seed", metavar="N", default="1", show_default=True, help=msg("A different seed gives different events.")),
    Processes,
    Scheduler,
    AsJson,
)  # fmt: skip
"""In the order of the help."""


def _with_options(command: F) -> F:
    for option in reversed(OPTIONS):
        command = option(command)
    return command


def asked(  # noqa: PLR0913  (one for each option)
    *,
    file: Path | None,
    ruleset_name: str | None,
    players: int | None,
    rounds: tuple[int, ...],
    cuts: tuple[int, ...],
    eliminations: str | None,
    cut_minutes: str | None,
    spread: float | None,
    past: tuple[Path, ...],
    settings: tuple[str, ...],
    seed: str,
    **typed: Any,  # noqa: ANN401  (the numbers of the model and of the hall)
) -> tuple[Plan, Spread | None]:
    """The plan that the options ask for, and the spread of past events, if it is theirs.

    Raises:
        UsageError: an option makes no sense.
        OrganizerError: a past event cannot be read.
    """
    from xlplugin.numbers import plan as planning  # noqa: PLC0415  (--help needs none of it)

    chosen = settings_of(settings)
    if file:
        ruleset, options, present, set_ = _of_event(file, ruleset_name, chosen)
        suggested, players = None if players else set_, players or present
    else:
        ruleset = ruleset_option(ruleset_name or "nisei-swiss")
        options, suggested = options_of(ruleset, chosen), None
    if players is None:
        wrong_use("Give the number of players, for example {example}.", example="--players 43")
    kinds = eliminations_of(ruleset, eliminations)
    forms = planning.usual_forms(ruleset, players, options, rounds, cuts, kinds, suggested)
    refuse_forms(ruleset, forms, players)
    if past and spread is not None:
        wrong_use("--skill-spread gives the spread, --past where to take it from: choose one.")
    found = planning.past_spread({file.name: text_of(file) for file in past}) if past else None
    spread = found.mean if found else spread
    model = Model(
        DEFAULT_SPREAD if spread is None else spread,
        **{field.name: typed.pop(field.name) for field in fields(Model) if field.name in typed},
    )
    refuse_model(ruleset, options, model)
    minutes = {name: value for name, value in typed.items() if value is not None}
    minutes |= minutes_of_cut(ruleset, cut_minutes)
    hall = replace(hall_of(ruleset, options), **minutes)
    return Plan(ruleset.name, players, forms, model, hall, options, seed), found


@command(
    "plan",
    msg("Compare formats before the event."),
    msg(
        "Compare formats by simulated events: how often the best player wins, how well the order agrees "
        "with strength, how long the day is.\n\n"
        "Each format is played by the ruleset's own pairing and cut. Every figure has its 95 % interval. "
        "Strength is from a normal distribution, in logits a game; --past takes its spread from NRTM files "
        "of past events. docs/simulation.md says more.\n\n"
        "With FILE, a workbook, the ruleset, its options and the number of players are those of the event, "
        "and the figures are written to its tab Plan, with charts."
    ),
    "--players 43 --rounds 5,6 --cut 0,4,8",
)
@MaybeWorkbook
@_with_options
def plan(
    *,
    file: Path | None,
    events: int,
    hours: float | None,
    processes: int | None,
    scheduler: str | None,
    as_json: bool,
    **typed: Any,  # noqa: ANN401  (see asked)
) -> None:
    """Simulate, and show what came of it."""
    from xlplugin.numbers import plan as planning  # noqa: PLC0415  (--help needs none of it)
    from xlplugin.numbers.plan_tab import write_plan  # noqa: PLC0415

    workers = workers_of(processes, scheduler)
    what, found = asked(file=file, **typed)
    progress = iter if as_json else tracked(t("Simulating"), ceil(events / AT_ONCE))
    planned = planning.simulate(what, events, workers, progress)
    written = write_plan(opened(file), planned, found) if file else None
    lines: list[str | Table] = [
        f"{planning.model_line(planned, found)}:",
        planning.table(planned),
        planning.brackets(planned),
        *planning.sentences(planned),
    ]
    if hours is not None:
        lines += [click.style(line, bold=True) for line in planning.fitting_lines(planned, hours)]
    if file and written:
        lines.append(t("Written to {file}, tab {tab}.", file=file.name, tab=written.tab))
    data, warnings = planning.as_data(planned, found, hours), written.warnings if written else ()
    show(Result(lines=lines, data=data, warnings=warnings), None, as_json=as_json)


def _of_event(
    file: Path, ruleset_name: str | None, chosen: Mapping[str, str]
) -> tuple[Ruleset, dict[str, str], int, Suggestion]:
    """Ruleset, options, number of players, rounds and cut of the event in a workbook."""
    from xlplugin.numbers.plan_tab import as_planned, players_to_plan  # noqa: PLC0415
    from xlplugin.verbs.frame import read_clean  # noqa: PLC0415

    if ruleset_name or chosen:
        wrong_use("With FILE the ruleset and its options are those of the event: leave them out.")
    event = read_clean(opened(file).read())
    players = players_to_plan(event)
    if not FEWEST_TO_PLAN <= players <= MOST_TO_PLAN:
        text = msg(
            "{n} active players are on Players of {file}; give the number of players, for example {example}."
        )
        raise click.UsageError(t(text, n=players, file=file.name, example="--players 43"))
    return event.ruleset, event.options, players, as_planned(event)
