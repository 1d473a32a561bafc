"""Bounce: dice on a trampoline; come down on the mat before you are sick."""

from openoutcry.engine.game import Game

GAME = Game(__name__, seats=range(1, 5), minutes=1, releases={1: "Open Outcry 0.1"})
