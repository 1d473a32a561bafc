"""Crypto Cards: mine, sell, transfer, and hold the fewest cards when the market collapses."""

from openoutcry.engine.game import Game

GAME = Game(__name__, seats=range(2, 7), best=range(2, 5), minutes=2)
