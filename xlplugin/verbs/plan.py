"""Plan an event: formats compared by simulated events, as a table, sentences and plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from engine import RULESETS, Ruleset, Tournament
from engine.simulation.comparison import Step, steps
from engine.simulation.event import Form, Plan, simulated
from engine.simulation.figures import SHARES, EventFigures, Interval, Percentiles, summed_up
from engine.simulation.spread import Game, Spread, estimate_spread
from engine.statistics import played_games
from engine.texts import msg
from xlplugin.all_cores import on_all_cores
from xlplugin.exports.nrtm import ImportedEvent, read_nrtm
from xlplugin.problems import stop
from xlplugin.texts import t, tn
from xlplugin.verbs.frame import Table

Events: TypeAlias = Mapping[Form, Sequence[EventFigures]]
"""The figures of every event, by format."""
Progress: TypeAlias = Callable[[Iterable[list[tuple[EventFigures, ...]]]], Iterable[Any]]
"""What shows how far it is: it is given the events some at a time, and gives them on."""

HEADERS = {
    "best_wins": msg("Best wins"),
    "best_in_cut": msg("Best in cut"),
    "kendall_tau": msg("Order (tau)"),
    "cut_by_tiebreak": msg("Cut by tiebreak"),
    "cut_short": msg("Cut short"),
    "rematches": msg("Rematches"),
    "second_byes": msg("Second byes"),
    "side_difference": msg("Side difference"),
    "hours": msg("Hours"),
}
CHANGES = {
    "best_wins": (
        msg("the best player wins {n} more of 100 events ({low} to {high})"),
        msg("the best player wins {n} fewer of 100 events ({low} to {high})"),
    ),
    "best_in_cut": (
        msg("the best player is in the cut in {n} more of 100 events ({low} to {high})"),
        msg("the best player is in the cut in {n} fewer of 100 events ({low} to {high})"),
    ),
    "kendall_tau": (
        msg("the order agrees better with strength, by {n} of tau ({low} to {high})"),
        msg("the order agrees less with strength, by {n} of tau ({low} to {high})"),
    ),
}


class Planned(NamedTuple):
    """A plan, and what its events came to."""

    plan: Plan
    events: Events

    @property
    def played(self) -> int:
        """How many events were simulated."""
        return len(next(iter(self.events.values())))


def simulate(plan: Plan, events: int, processes: int, progress: Progress = iter) -> Planned:
    """Simulate so many events of a plan; the same figures for any number of processes.

    Raises:
        TournamentError: an event cannot be played.
    """
    work = partial(simulated, plan)
    played = [each for part in progress(on_all_cores(work, events, processes)) for each in part]
    return Planned(plan, dict(zip(plan.forms, zip(*played, strict=True), strict=True)))


def usual_forms(
    ruleset: Ruleset,
    players: int,
    options: Mapping[str, str],
    rounds: Sequence[int],
    cuts: Sequence[int],
) -> tuple[Form, ...]:
    """Every format of these rounds and cuts; where none are said, of those near what is suggested."""  # fmt: skip
    suggested = ruleset.suggest(players, options)
    if not rounds:
        most = ruleset.most_rounds.rounds if ruleset.most_rounds else players - 1
        rounds = sorted({min(suggested.rounds, most), min(suggested.rounds + 1, most)})
    if not cuts:
        usual = {4, 8, suggested.cut}
        sizes = ruleset.cut.sizes if ruleset.cut else ()
        cuts = [0, *(size for size in sizes if size in usual and 2 * size <= players)]
    return tuple(Form(r, c) for r in sorted({*rounds}) for c in sorted({*cuts}))


def games_of(event: ImportedEvent) -> list[Game]:
    """The games of a past event that somebody won: winner and loser."""
    ruleset = RULESETS[event.ruleset]
    options = {name: event.settings[name] for name in ("Elimination",) if name in event.settings}
    tournament = Tournament(
        tuple(event.players), tuple(event.rounds), options, elimination=event.elimination
    )
    found = []
    for _, (one, two), game in played_games(tournament, ruleset):
        if game.winner and two is not None:
            found.append((one, two) if game.winner == 1 else (two, one))
    return found


def past_spread(files: Mapping[str, str]) -> Spread:
    """The spread of strength of past events, given the content of their NRTM files by name.

    Raises:
        OrganizerError: one of them is no results file, or nobody has won a game in them.
    """
    games = [games_of(read_nrtm(content, name)) for name, content in files.items()]
    if not any(games):
        stop("{file} has no game that anybody won.", file=", ".join(files))
    return estimate_spread(games)


def table(planned: Planned) -> Table:
    """A row for each format, without the columns that none of them has."""
    summaries = {form: summed_up(events) for form, events in planned.events.items()}
    names = [name for name in HEADERS if any(map(partial(_is_told, name), summaries.values()))]
    rows = [
        [str(form.rounds), str(form.cut or "-"), *(_shown(name, summary[name]) for name in names)]
        for form, summary in summaries.items()
    ]
    headers = (t("Rounds"), t("Cut"), *(t(HEADERS[name]) for name in names))
    return Table("", headers, rows, ">" * len(headers))


def _is_told(name: str, summary: Mapping[str, Interval | Percentiles | None]) -> bool:
    """True if a format has the figure; that it was never cut short goes without saying."""
    figure = summary[name]
    is_never = name == "cut_short" and isinstance(figure, Interval) and not figure.mean
    return figure is not None and not is_never


def _shown(name: str, figure: Interval | Percentiles | None) -> str:
    if figure is None:
        return "-"
    if isinstance(figure, Percentiles):
        return f"{figure.p50:.1f} ({figure.p10:.1f}-{figure.p90:.1f})"
    if name in SHARES:
        mean, low, high = (100 * number for number in figure)
        return f"{mean:.1f} % ({low:.1f}-{high:.1f})"
    mean, low, high = figure
    return f"{mean:.3f} ({low:.3f}-{high:.3f})" if low != high else f"{mean:g}"


def sentences(planned: Planned) -> list[str]:
    """What each further round, and each larger cut, costs and gains."""
    return [_sentence(step, planned.played) for step in steps(planned.events)]


def _sentence(step: Step, events: int) -> str:
    changes = "; ".join(_changes(step.changes))
    values = {"step": _step(step), "changes": changes, "n": f"{events:,}"}
    if step.hours is None:
        text = msg("{step}: nothing is gained that {n} events can show.")
        text = msg("{step}: {changes}.") if changes else text
        return t(text, **values)
    text = msg("{step} costs {hours} hours and gains nothing that {n} events can show.")
    text = msg("{step} costs {hours} hours: {changes}.") if changes else text
    return t(text, hours=f"{step.hours:.1f}", **values)


def _step(step: Step) -> str:
    cheaper, dearer = step.cheaper, step.dearer
    if cheaper.cut == dearer.cut:
        first, last = cheaper.rounds + 1, dearer.rounds
        text = msg("Round {last} without a cut")
        if dearer.cut:
            text = msg("Round {last} before a cut to {cut}")
        if first < last:
            text = msg("Playing rounds {first} to {last} without a cut")
            text = (
                msg("Playing rounds {first} to {last} before a cut to {cut}")
                if dearer.cut
                else text
            )
        return t(text, first=first, last=last, cut=dearer.cut)
    text = msg("After {rounds} rounds, a cut to {cut} instead of none")
    if cheaper.cut:
        text = msg("After {rounds} rounds, a cut to {cut} instead of {before}")
    return t(text, rounds=dearer.rounds, cut=dearer.cut, before=cheaper.cut)


def _changes(changes: Mapping[str, Interval]) -> Iterator[str]:
    for name, change in changes.items():
        more, fewer = CHANGES[name]
        size = sorted(map(abs, (change.low, change.high)))
        scale, decimals = (100, 1) if name in SHARES else (1, 3)
        n, low, high = (f"{scale * x:.{decimals}f}" for x in (abs(change.mean), *size))
        text = more if change.mean > 0 else fewer
        yield t(text, n=n, low=low, high=high)


def model_line(planned: Planned, spread: Spread | None) -> str:
    """The model in a sentence."""
    model = planned.plan.model
    text = msg("{events} events of {players}, the spread of strength {spread} logits a game")
    if spread:
        text = msg(
            "{events} events of {players}, the spread of strength {spread} logits a game ({low} to {high}, "
            "by {games} games)"
        )
    players = tn("{n} player", "{n} players", planned.plan.players)
    return t(
        text,
        events=f"{planned.played:,}",
        players=players,
        spread=f"{model.spread:.2f}",
        low=f"{spread.low:.2f}" if spread else "",
        high=f"{spread.high:.2f}" if spread else "",
        games=f"{spread.games:,}" if spread else "",
    )


def fitting(planned: Planned, hours: float) -> dict[Form, bool | None]:
    """Whether nine events of ten are over in so many hours; ``None`` without a limit of time."""
    found: dict[Form, bool | None] = {}
    for form, events in planned.events.items():
        day = summed_up(events)["hours"]
        found[form] = day.p90 <= hours if isinstance(day, Percentiles) else None
    return found


def fitting_line(planned: Planned, hours: float) -> str:
    """Which formats are over in so many hours."""
    fits = [form for form, is_over in fitting(planned, hours).items() if is_over]
    if not fits:
        text = msg("No format is over in {hours} hours nine times out of ten: take another day.")
        return t(text, hours=f"{hours:g}")
    text = msg("Over in {hours} hours nine times out of ten: {formats}.")
    return t(text, hours=f"{hours:g}", formats="; ".join(map(form_name, fits)))


def form_name(form: Form) -> str:
    """A format in words."""
    text = msg("{rounds} rounds, cut to {cut}") if form.cut else msg("{rounds} rounds, no cut")
    return t(text, rounds=form.rounds, cut=form.cut)


def as_data(planned: Planned, spread: Spread | None, hours: float | None) -> dict[str, Any]:
    """All of it for programs."""
    fits = fitting(planned, hours) if hours is not None else {}
    formats = []
    for form, events in planned.events.items():
        summary = {name: figure and figure._asdict() for name, figure in summed_up(events).items()}
        formats.append({**form._asdict(), **summary, "fits": fits.get(form)})
    plan = planned.plan
    model = {
        "ruleset": plan.ruleset,
        "players": plan.players,
        "events": planned.played,
        "seed": plan.seed,
        "skill_spread": plan.model.spread,
        "skill_spread_from": spread and spread._asdict(),
        **{name: value for name, value in asdict(plan.model).items() if name != "spread"},
        "minutes": asdict(plan.hall),
    }
    return {"formats": formats, "sentences": sentences(planned), "model": model}
