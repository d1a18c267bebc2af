"""Fixtures that several test files share: the ruleset, and events written in one line a round."""

from __future__ import annotations

import gc
import os
from pathlib import Path

import pytest
from coverage import Coverage
from hypothesis import HealthCheck, settings

from engine import Match, Player, Round, Special, Status, Tournament, ruleset_named
from xlplugin.ground.languages import speaking
from xlplugin.verbs import failures

import campaigns

# xlwings decides when it is imported first whether its remote engine is there.
os.environ.setdefault("XLWINGS_LICENSE_KEY", "noncommercial")
SPECIALS = {special.value: special for special in Special if special is not Special.NONE}


def _come_through(error, **_):
    raise error


REPORTED, failures.unforeseen = failures.unforeseen, _come_through
"""An error that nobody has foreseen is no message to the tests, except to those that are about it."""


@pytest.fixture(autouse=True)
def _own_language():
    """Let no test speak the language of a workbook that another has read."""
    with speaking(None):
        yield


@pytest.fixture
def reported(monkeypatch, tmp_path):
    """Have unforeseen errors reported as to a user; give the file with the details."""
    monkeypatch.setattr(failures, "unforeseen", REPORTED)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return tmp_path / failures.REPORT


def pytest_addoption(parser):
    """Let the tests that do with values only be run on real workbooks."""
    parser.addoption(
        "--on-files",
        action="store_true",
        help="play every event of tests/xlplugin on a real workbook (takes twice as long)",
    )
    parser.addoption(
        "--campaign",
        type=float,
        default=1,
        metavar="N",
        help="play N times as many random events, or a part of them (0.1)",
    )


settings.register_profile(
    "repeatable", derandomize=True, database=None, deadline=None, report_multiple_bugs=False,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
settings.load_profile("repeatable")


def pytest_configure(config):
    """Say how many random events are played, before the tests are read."""
    campaigns.factor = config.getoption("campaign")


SLOW_FIRST = (
    "office/test_real_clicks", "office/", "real/test_cut_formulas", "real/test_macro_workbook",
    "xlplugin/test_messy_saturday", "lite/test_pyodide", "real/", "page/", "live/", "show/",
    "engine/test_properties", "xlplugin/test_every_ruleset_flow", "xlplugin/test_samples",
    "xlplugin/test_version_0_1_0", "xlplugin/test_event_flow", "hosts/", "templates/", "lite/", "rules/test_trc", "xlplugin/",
)  # fmt: skip
"""Modules in the order in which they are begun, so that no long one is left at the end."""
SLOW = (
    "real/", "page/", "live/", "lite/", "hosts/", "office/", "show/", "templates/", "xlplugin/test_samples",
    "xlplugin/test_renewing", "xlplugin/test_doctor", "xlplugin/test_typed", "xlplugin/test_readme",
    "xlplugin/test_extending", "xlplugin/test_cluster", "xlplugin/test_proof", "xlplugin/test_plan",
    "xlplugin/test_forged_pages", "xlplugin/test_season", "xlplugin/test_version_0_1_0",
    "xlplugin/test_planted_files", "xlplugin/test_saturday_by_phone", "xlplugin/test_event_name", "engine/test_chances",
    "engine/test_matching", "engine/test_simulation", "engine/test_round_robin",
)  # fmt: skip
"""Modules whose tests are all slow, because of the programs and files that they are about."""


def module_at(path):
    """The path of a module among the tests."""
    return path.relative_to(Path(__file__).parent).as_posix()


def pytest_ignore_collect(collection_path, config):
    """Do not read the slow modules where none of their tests is run."""
    place = module_at(collection_path) + "/" * collection_path.is_dir()
    return (config.option.markexpr == "not slow" and place.startswith(SLOW)) or None


def pytest_collection_modifyitems(items):
    """Put the slow modules first, each in the order of its tests; mark what is slow."""
    modules = {item.path: module_at(item.path) for item in items}

    def place(item):
        path = modules[item.path]
        return next((n for n, name in enumerate(SLOW_FIRST) if path.startswith(name)), 99)

    items.sort(key=place)
    for item in items:
        if modules[item.path].startswith(SLOW) or item.get_closest_marker("on_files"):
            item.add_marker(pytest.mark.slow)


def pytest_collection_finish():
    """Look for garbage less often: what thousands of tests keep was gone through again and again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(100_000, 20, 20)


@pytest.fixture(scope="module")
def untraced():
    """Leave a module's tests out of the coverage, which would take most of their time."""
    measuring = Coverage.current()
    if measuring:
        measuring.stop()
    yield
    if measuring:
        measuring.start()


@pytest.fixture
def nisei():
    """Give the ruleset ``nisei-swiss``."""
    return ruleset_named("nisei-swiss")


@pytest.fixture
def event():
    """Give a builder of events.

    ``event(5, [(1, 2, "WL"), (3, 4, "ID"), (5,)])`` has five players and one round: 1 and 2 won
    a game each, 3 and 4 drew intentionally, 5 had a bye. Letters are Player 1's results.
    """
    return _event


def _event(
    count, *rounds, seed="an event", options=None, dropped=(), awarded=(), extra=()
) -> Tournament:
    players = tuple(
        Player(
            no,
            f"Player {no}",
            status=Status.DROPPED if no in dropped else Status.ACTIVE,
            first_round_bye=no in awarded,
        )
        for no in (*range(1, count + 1), *extra)
    )
    played = tuple(
        Round(number, tuple(_match(table, *line) for table, line in enumerate(lines, 1)))
        for number, lines in enumerate(rounds, 1)
    )
    return Tournament(players, played, options or {}, seed)


def _match(table, one, two=None, how="") -> Match:
    if two is None:
        return Match(table, one, None, special=Special.BYE)
    if how in SPECIALS:
        return Match(table, one, two, special=SPECIALS[how])
    return Match(table, one, two, tuple(how))


@pytest.fixture(scope="session")
def new_host():
    """Begin an event in no file at all: a host whose workbook is only what it reads as.

    ``new_host("hex", ["Ann", "Bea"], Rounds="3")``; players may be given as such, and
    an event that was ``played`` elsewhere.
    """
    return _new_host


def _new_host(ruleset="nisei-swiss", players=(), played=None, **settings):
    from in_memory import InMemory, blank  # noqa: PLC0415  (as above)

    from xlplugin.verbs import new_event  # noqa: PLC0415  (tests of the engine do without)

    host = InMemory(blank(ruleset))
    roster = [Player(0, player) if isinstance(player, str) else player for player in players]
    chosen = {"Event seed": "7", "Event name": "Spring Cup", **settings}
    new_event.start_event(host, ruleset_named(ruleset), roster, chosen, played=played)
    return host
