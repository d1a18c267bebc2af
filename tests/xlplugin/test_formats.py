"""Every match format has a sheet in the workbook, with all that may be asked of it."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from random import Random

import pytest

from engine import RULESETS, Special
from engine.formats import GamePoints, Headquarters, OneGameWithSides, TwoGames
from engine.formats.elimination import BEST_OF_THREE, ONE_GAME, AsInSwiss
from engine.formats.headquarters import fields_of
from engine.formats.netrunner import letter_fields, side_field, sides_named
from engine.own.formats import WITHOUT_DRAWS, GamesWon, Scored, Winner, games_fields, score_fields
from engine.own.worth import Beginning, Worth
from xlplugin.workbook.formats import SHEETS, sheet_of
from xlplugin.workbook.formats.base import SampleRow

HEADQUARTERS = Headquarters(fields=fields_of(("Borgo", "Vegas")), most=20)
WORTH = Worth(win=3, draw=1, loss=0, absent=0)
DECIDED = Worth(win=3, draw=None, loss=0, absent=0)
CHESS = sides_named("White", "Black")
FORMATS = (
    Winner(worth=DECIDED, begin=Beginning(), specials=WITHOUT_DRAWS), GamesWon(fields=games_fields(3), worth=WORTH, begin=Beginning()),
    Scored(fields=score_fields(20), worth=WORTH, begin=Beginning(), most=20),
    TwoGames(), OneGameWithSides(), GamePoints(), HEADQUARTERS,
    TwoGames(played_as=CHESS, fields=letter_fields(CHESS)), OneGameWithSides(played_as=CHESS, fields=(side_field(CHESS),)),
    ONE_GAME, BEST_OF_THREE, AsInSwiss(fields=HEADQUARTERS.fields, swiss=HEADQUARTERS),
)  # fmt: skip
every_format = pytest.mark.parametrize("format_", FORMATS, ids=lambda f: type(f).__name__)


def entries(format_):
    """Everything that may be typed in a row; of many whole numbers some."""
    choices = [
        ("", *(list(f.choices)[:3] if isinstance(f.choices, range) else f.choices))
        for f in format_.fields
    ]
    for result in product(*choices):
        for special in format_.specials:
            yield result, special


def test_every_format_is_listed_with_its_sheet():
    """Those of the rulesets, and so those that the tests below try."""
    assert {type(format_) for format_ in FORMATS} == set(SHEETS)
    for ruleset in RULESETS.values():
        kinds = [o.choices for o in ruleset.options if o.name == "Elimination"]
        formats = [ruleset.match_format]
        if cut := ruleset.cut:
            formats += [cut.format({"Elimination": kind}) for kind in (kinds or [("",)])[0]]
            formats += [cut.tiebreaker] if cut.tiebreaker else []
        assert {type(format_) for format_ in formats} <= set(SHEETS)


def test_an_unknown_format_is_an_error_at_once():
    """One that is made from a known one is not taken for it."""

    @dataclass(frozen=True, slots=True, kw_only=True)
    class ThreeGames(TwoGames):
        """A format without a sheet."""

    with pytest.raises(TypeError, match="ThreeGames"):
        sheet_of(ThreeGames())


@every_format
def test_every_column_has_help(format_):
    """It is shown when a cell is selected."""
    for field in format_.fields:
        column = sheet_of(format_).column(field)
        assert column.help
        assert "{" not in column.help


@every_format
def test_every_fault_names_a_column_and_has_a_sentence(format_):
    """Whatever contradicts itself, the cell to correct is known; every sentence is used."""
    sheet, fields, kinds = sheet_of(format_), {f.name for f in format_.fields}, set()
    for result, special in entries(format_):
        fault = format_.fault(result, special)
        if fault is None:
            continue
        assert fault.field in fields
        assert "{" not in sheet.fault(fault)
        kinds.add(fault.kind)
    assert kinds == set(sheet.faults)


@every_format
def test_games_of_statistics_end_in_a_known_way(format_):
    """One that ended otherwise would be in no sum."""
    played = [Special.NONE, Special.TWO_FOR_ONE]
    for result, special in entries(format_):
        if special not in played or format_.fault(result, special):
            continue
        if not format_.is_complete(result, special):
            continue
        games = list(format_.games(result, special))
        assert games or not any(result)  # a match of no games at all
        for game in games:
            assert game.ending in (*format_.endings, "")
            assert set(game.points) <= set(format_.averages)


@every_format
def test_a_sample_result_is_complete(format_):
    """The sample event types it into columns that there are."""
    sheet, results = sheet_of(format_), Random(1)
    for _ in range(200):
        typed = dict(sheet.sample(SampleRow(results, {}, lambda: ["Borgo", "Vegas"])))
        special = Special(typed.pop("Special", ""))
        result = tuple(typed.get(field.name, "") for field in format_.fields)
        assert typed.keys() <= {field.name for field in format_.fields}
        assert format_.fault(result, special) is None
        assert format_.is_complete(result, special)


@every_format
def test_a_lost_game_or_match_is_a_complete_loss(format_):
    """What is typed for it, where it is no no-show, makes the other player win."""
    for player in (1, 2):
        cells = format_.lost_match({"Winner": 1}, player)
        if cells is not None:
            result = tuple(cells.get(f.name, 1 if f.name == "Corp" else "") for f in format_.fields)
            assert format_.fault(result, Special.NONE) is None
            assert format_.is_lost(result, Special.NONE, player)
        for game in format_.game_names:
            assert format_.lost_game({}, player, game).keys() <= {f.name for f in format_.fields}
