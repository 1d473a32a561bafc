"""Cash-a-Catch: lots of fish that grow until somebody rings the bell."""

from openoutcry.engine.game import Game

# §4.9 At a live table a card comes every two and a half seconds, or as the table agrees.
GAME = Game(__name__, seats=range(3, 6), best=range(4, 6), minutes=8, pace=2.5)
