"""Two bots, one in Python, one compiled: `pip install -e examples/my_bots`, then `outcry ladder crypto_cards --bots
miser,first`.
"""

from openoutcry.engine.chance import DICE, below
from openoutcry.engine.compiled import rule
from openoutcry.engine.mask import nth_action


def miser(view, chance):
    """Sell if you can, whatever it is; never buy back; else any of the rest. `view` holds what the seat may know, and
    nothing else.
    """
    for wanted in ("sell", "endorse", "pass"):
        for action in view.legal:
            if action.verb == wanted:
                return action
    return view.legal[below(chance, DICE, len(view.legal))]


miser.games = ["crypto_cards"]


@rule
def first(view, seat, mask, thought):
    """The first legal action there is, for any game: over a million decisions a second, as no Python runs in it."""
    return nth_action(mask, 0)
