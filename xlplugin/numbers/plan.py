"""Plan an event: formats compared by simulated events, as a table, sentences and plain data."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any, NamedTuple, TypeAlias

from engine import RULESETS, Ruleset
from engine.brackets import Bracket
from engine.intervals import Interval
from engine.match_format import EliminationFormat
from engine.model import Player, Tournament
from engine.options import Options
from engine.ruleset import Suggestion
from engine.simulation.comparison import Step, steps
from engine.simulation.event import Form, Plan, simulated
from engine.simulation.figures import HOURS, SHARES, EventFigures, Percentiles, summed_up
from engine.simulation.spread import Game, Spread, estimate_spread
from engine.statistics import played_games
from xlplugin.exports.nrtm import read_nrtm
from xlplugin.ground.all_cores import Workers, on_all_cores
from xlplugin.ground.customs import decimal, grouped
from xlplugin.ground.problems import stop
from xlplugin.ground.texts import msg, rounded, t, tn
from xlplugin.roster.played_elsewhere import ImportedEvent
from xlplugin.verbs.frame import Table

Events: TypeAlias = Mapping[Form, Sequence[EventFigures]]
"""The figures of every event, by format."""
Progress: TypeAlias = Callable[[Iterable[list[tuple[EventFigures, ...]]]], Iterable[Any]]
"""A display of progress: it is given the events some at a time, and gives them on."""

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
    "cut_hours": msg("Hours of the cut"),
}
MODEL = {"spread": "skill_spread", "first_wins": "corp_wins"}
"""The model's names for programs, where they are other ones."""
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
        """The number of events simulated."""
        return len(next(iter(self.events.values())))


def simulate(plan: Plan, events: int, workers: Workers, progress: Progress = iter) -> Planned:
    """Simulate so many events of a plan; the same figures whoever works.

    Raises:
        TournamentError: an event cannot be played.
        OrganizerError: the cluster cannot do it.
    """
    work = partial(simulated, plan)
    played = [each for part in progress(on_all_cores(work, events, workers)) for each in part]
    return Planned(plan, dict(zip(plan.forms, zip(*played, strict=True), strict=True)))


def usual_forms(
    ruleset: Ruleset,
    players: int,
    options: Options,
    rounds: Sequence[int] = (),
    cuts: Sequence[int] = (),
    eliminations: Sequence[str] = (),
    planned: Suggestion | None = None,
) -> tuple[Form, ...]:
    """Every format of these rounds and cuts; where none are said, of those near what is planned, or suggested."""  # fmt: skip
    suggested = planned or ruleset.suggest(players, options)
    if not rounds:
        everybody = tuple(Player(no, "") for no in range(players))
        most = ruleset.playable_rounds(Tournament(everybody, options=options))
        rounds = sorted({min(suggested.rounds, most), min(suggested.rounds + 1, most)})
    if not cuts:
        cuts = [0, *_usual_cuts(ruleset, players, suggested.cut)]
    return tuple(
        Form(number, size, kind)
        for number in sorted({*rounds})
        for size in sorted({*cuts})
        for kind in _kinds(ruleset, size, eliminations)
    )


def _usual_cuts(ruleset: Ruleset, players: int, planned: int) -> list[int]:
    """At most two sizes of a cut: that which is planned, and half of it or double."""
    half = planned // 2 if planned >= 8 else 0
    sizes = ruleset.cut.sizes if ruleset.cut else ()
    near = [
        size
        for size in dict.fromkeys((planned, half, 2 * planned, 4, 8))
        if size in sizes and size <= (players if size == planned else players // 2)
    ]
    return near[:2]


def _kinds(ruleset: Ruleset, size: int, eliminations: Sequence[str]) -> Sequence[str]:
    """The different ones of these eliminations that a cut of some size has; blank if none were said.

    A double one of so few as play a single one is told as that.
    """
    cut = ruleset.cut
    option = cut and cut.chosen_by
    if not eliminations or not cut or not option or size not in cut.sizes:
        return ("",)

    def played(kind: str) -> tuple[Bracket, EliminationFormat]:
        return cut.bracket(size, {option.name: kind}), cut.format({option.name: kind})

    instead = cut.instead or (lambda _size, _options: None)
    own = [kind for kind in option.choices if not instead(size, {option.name: kind})]
    found = (next(o for o in own if played(o) == played(kind)) for kind in eliminations)
    return tuple(dict.fromkeys(found))


def eliminations_beside(ruleset: Ruleset, options: Options) -> list[str]:
    """That of the event, and one for each other number of losses after which players may be out."""
    cut = ruleset.cut
    option = cut and cut.chosen_by
    if not cut or not cut.kind or not option:
        return []
    found: dict[int, str] = {}
    for kind in (cut.kind(options), *option.choices):
        found.setdefault(cut.bracket(cut.sizes[-1], {option.name: kind}).losses, kind)
    return [*found.values()]


def elimination_of(ruleset: Ruleset, options: Options, form: Form) -> str | None:
    """The elimination of a format; ``None`` without a cut, and where there is only one."""
    if not form.cut or not ruleset.cut or not ruleset.cut.kind:
        return None
    (kind,) = _kinds(ruleset, form.cut, [ruleset.cut.kind(form.options(ruleset, options))])
    return kind


def games_of(event: ImportedEvent) -> list[Game]:
    """The games of a past event that somebody won: winner and loser."""
    found = []
    for _, (one, two), game in played_games(event.tournament(), RULESETS[event.ruleset]):
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
        [str(form.rounds), _cut(form) or "-", *(_shown(name, summary[name]) for name in names)]
        for form, summary in summaries.items()
    ]
    headers = (t("Rounds"), t("Cut"), *(t(HEADERS[name]) for name in names))
    return Table("", headers, rows, ">" * len(headers))


def brackets(planned: Planned) -> str:
    """The note below the table on the numbers in brackets."""
    summaries = [summed_up(events) for events in planned.events.values()]
    text = msg("In brackets: the 95 % interval.")
    if any(isinstance(summary["hours"], Percentiles) for summary in summaries):
        text = msg(
            "In brackets: the 95 % interval; for hours, what one event of ten and nine of ten do not exceed."
        )
    return t(text)


def _is_told(name: str, summary: Mapping[str, Interval | Percentiles | None]) -> bool:
    """True if a format has the figure; that it was never cut short goes without saying."""
    figure = summary[name]
    is_never = name == "cut_short" and isinstance(figure, Interval) and not figure.mean
    return figure is not None and not is_never


def _shown(name: str, figure: Interval | Percentiles | None) -> str:
    if figure is None:
        return "-"
    if isinstance(figure, Percentiles):
        p10, p50, p90 = (decimal(rounded(hours, 1)) for hours in figure)
        return f"{p50} ({p10}-{p90})"
    if name in SHARES:
        share, least, most = (decimal(rounded(100 * number, 1)) for number in figure)
        return f"{share} % ({least}-{most})"
    mean, low, high = figure
    return decimal(f"{mean:.3f} ({low:.3f}-{high:.3f})" if low != high else f"{mean:g}")


def sentences(planned: Planned) -> list[str]:
    """The costs and gains of each further round, and of each larger cut."""
    return [_sentence(step, planned.played) for step in steps(planned.events)]


def _sentence(step: Step, events: int) -> str:
    changes = "; ".join(_changes(step.changes))
    values = {"step": _step(step), "changes": changes, "n": grouped(events)}
    if step.hours is None:
        text = msg("{step}: nothing is gained that {n} events can show.")
        text = msg("{step}: {changes}.") if changes else text
        return t(text, **values)
    text = msg("{step} costs {hours} hours and gains nothing that {n} events can show.")
    text = msg("{step} costs {hours} hours: {changes}.") if changes else text
    return t(text, hours=decimal(f"{step.hours:.1f}"), **values)


def _step(step: Step) -> str:
    cheaper, dearer = step.cheaper, step.dearer
    if cheaper.rounds != dearer.rounds:
        first, last = cheaper.rounds + 1, dearer.rounds
        texts = (msg("Round {last} without a cut"), msg("Round {last} before a cut to {cut}"))
        if first < last:
            texts = (
                msg("Playing rounds {first} to {last} without a cut"),
                msg("Playing rounds {first} to {last} before a cut to {cut}"),
            )
        return t(texts[dearer.cut > 0], first=first, last=last, cut=_cut(dearer))
    text = msg("After {rounds} rounds, a cut to {cut} instead of none")
    if cheaper.cut:
        text = msg("After {rounds} rounds, a cut to {cut} instead of {before}")
    return t(text, rounds=dearer.rounds, cut=_cut(dearer), before=_cut(cheaper))


def _changes(changes: Mapping[str, Interval]) -> Iterator[str]:
    for name, change in changes.items():
        more, fewer = CHANGES[name]
        size = sorted(map(abs, (change.low, change.high)))
        scale, decimals = (100, 1) if name in SHARES else (1, 3)
        n, low, high = (decimal(f"{scale * x:.{decimals}f}") for x in (abs(change.mean), *size))
        text = more if change.mean > 0 else fewer
        yield t(text, n=n, low=low, high=high)


def model_line(planned: Planned, spread: Spread | None) -> str:
    """The model in a sentence."""
    values = {"events": grouped(planned.played), "ruleset": planned.plan.ruleset}
    values |= {"players": tn("{n} player", "{n} players", planned.plan.players)}
    values |= {"spread": decimal(f"{planned.plan.model.spread:.2f}")}
    text = msg(
        "{events} events of {players} under {ruleset}, the spread of strength {spread} logits a game"
    )
    if spread:
        text = msg(
            "{events} events of {players} under {ruleset}, the spread of strength {spread} logits a game ({low} to {high}, "
            "by {games} games)"
        )
        values |= {"low": decimal(f"{spread.low:.2f}"), "high": decimal(f"{spread.high:.2f}")}
        values |= {"games": grouped(spread.games)}
    return t(text, **values)


def fitting(planned: Planned, hours: float) -> dict[Form, tuple[bool | None, bool | None]]:
    """True for formats of which nine events of ten are over in so many hours: on one day; else on two.

    ``None`` without a limit of time; the latter also where one day is enough, and without a cut.
    """
    found: dict[Form, tuple[bool | None, bool | None]] = {}
    for form, events in planned.events.items():
        summary = summed_up(events)
        day, swiss, cut = (_within(summary[name], hours) for name in HOURS)
        found[form] = day, None if day or cut is None else bool(swiss and cut)
    return found


def _within(figure: Interval | Percentiles | None, hours: float) -> bool | None:
    return figure.p90 <= hours if isinstance(figure, Percentiles) else None


def fitting_lines(planned: Planned, hours: float) -> list[str]:
    """The formats that are over in so many hours, and those with the cut on a second day."""
    fits = fitting(planned, hours)
    texts = (
        msg("Over in {hours} hours nine times out of ten: {formats}."),
        msg("Over in two days of {hours} hours, the cut on the second: {formats}."),
    )
    told = []
    for day, text in enumerate(texts):
        if forms := [form_name(form) for form, days in fits.items() if days[day]]:
            told.append(t(text, hours=f"{hours:g}", formats="; ".join(forms)))
    text = msg("No format is over in {hours} hours nine times out of ten: plan a second day.")
    return told or [t(text, hours=f"{hours:g}")]


def form_name(form: Form) -> str:
    """A format in words."""
    text = msg("{rounds} rounds, cut to {cut}") if form.cut else msg("{rounds} rounds, no cut")
    return t(text, rounds=form.rounds, cut=_cut(form))


def _cut(form: Form) -> str:
    """The size of the cut, and its elimination where that is compared; blank without one."""
    size = str(form.cut or "")
    return f"{size} ({form.elimination.lower()})" if form.elimination else size


def as_data(planned: Planned, spread: Spread | None, hours: float | None) -> dict[str, Any]:
    """All of it for programs."""
    plan = planned.plan
    fits = fitting(planned, hours) if hours is not None else {}
    formats = []
    for form, events in planned.events.items():
        summary = {name: figure and figure._asdict() for name, figure in summed_up(events).items()}
        kind = elimination_of(RULESETS[plan.ruleset], plan.options, form)
        is_one, is_two = fits.get(form, (None, None))
        days = {"fits": is_one, "fits_two_days": is_two}
        formats.append({**form._asdict(), "elimination": kind, **summary, **days})
    model = {
        "ruleset": plan.ruleset, "players": plan.players, "events": planned.played, "seed": plan.seed,
        "skill_spread_from": spread and spread._asdict(),
        **{MODEL.get(name, name): value for name, value in asdict(plan.model).items()},
        "minutes": asdict(plan.hall),
    }  # fmt: skip
    return {"formats": formats, "sentences": sentences(planned), "model": model}
