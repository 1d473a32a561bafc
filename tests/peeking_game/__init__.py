"""Peeking: who is asked to do without a habit is to know nothing of the others; here a habit looks at them."""

from openoutcry.engine.game import Game

GAME = Game(__name__, seats=range(2, 4), minutes=1)
