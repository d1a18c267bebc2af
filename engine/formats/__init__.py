"""The match formats: one file for each in the Swiss rounds, one for all of an elimination."""

from engine.formats.headquarters import DIFFERENCE, Headquarters
from engine.formats.netrunner import GAMES, MATCHES, GamePoints, OneGameWithSides, TwoGames

__all__ = (
    "DIFFERENCE", "GAMES", "MATCHES", "GamePoints", "Headquarters", "OneGameWithSides", "TwoGames",
)  # fmt: skip
