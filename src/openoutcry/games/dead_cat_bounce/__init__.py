"""Dead-Cat Bounce: rummy on the trading floor, with dividends, takeovers and negotiation."""

from openoutcry.engine.game import Game

GAME = Game(__name__, seats=range(2, 7), best=range(4, 5), minutes=9, releases={1: "Open Outcry 0.1"})
