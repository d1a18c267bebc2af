"""Neuroshima Hex, Portalcon 2022: the armies, and how a match is reported and scored."""

from __future__ import annotations

from engine.formats import Headquarters
from engine.formats.elimination import AsInSwiss
from engine.formats.headquarters import fields_of
from engine.rulesets.shared.intentional_draws import without_intentional_draws
from engine.texts import msg

# 3.1 Armies that may be played
ARMIES = (
    "Beasts", "Borgo", "Dancer", "Death Breath", "Hegemonia", "Iron Gang", "Mephisto",
    "Missisipi", "Moloch", "Neodżungla", "Nowy Jork", "Posterunek", "Sand Runners", "Sharrash",
    "Smart", "Stalowa Policja", "Tryglodyci", "Uranopolis", "Vegas",
)  # fmt: skip

# 4.1 Points and the difference of the headquarters, 4.2 bye
SEVERAL_OBJECTS, MOST_DIFFERENCE = "Dancer", 20
MATCH_FORMAT = without_intentional_draws(
    Headquarters(fields=fields_of(ARMIES), most=MOST_DIFFERENCE),
    msg("the document has none, the headquarters decide (HEX 4.1)"),
)

# 4.6 Single elimination: reported as in the Swiss rounds
FINALS_FORMAT = AsInSwiss(fields=MATCH_FORMAT.fields, swiss=MATCH_FORMAT)
