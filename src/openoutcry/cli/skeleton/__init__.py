"""Skeleton: lay down your cards; the highest sum wins."""

from openoutcry.engine.game import Game

GAME = Game(__name__, seats=range(2, 7), minutes=5)
