"""Cash or Crash: bid on what lies face down, and say "Sell!" before it is you who lied."""

from openoutcry.engine.game import Game

GAME = Game(__name__, seats=range(2, 9), best=range(3, 7), minutes=15, releases={1: "Open Outcry 0.1"})
