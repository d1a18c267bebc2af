"""The match formats: a file each for those of the Swiss rounds, one for those of an elimination."""

from engine.formats.game_points import GAMES, MATCHES, GamePoints
from engine.formats.headquarters import DIFFERENCE, Headquarters
from engine.formats.one_game import OneGameWithSides
from engine.formats.two_games import TwoGames

__all__ = (
    "DIFFERENCE",
    "GAMES",
    "MATCHES",
    "GamePoints",
    "Headquarters",
    "OneGameWithSides",
    "TwoGames",
)
