"""Toy: an option says what decides who wins, so that the lab's answers are known."""

from openoutcry.engine.game import Game

GAME = Game(__name__, seats=range(1, 5), minutes=1)
