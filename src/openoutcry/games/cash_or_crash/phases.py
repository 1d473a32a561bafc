"""The steps of a round in Cash or Crash."""

from __future__ import annotations

from openoutcry.engine.names import Names

PHASES = Names(
    "phase",
    [
        "red_zone",
        "recovering",
        "staking",
        "opening",
        "bidding",
        "racing",
        "adding",
        "doubling",
        "persisting",
        "withdrawn",
        "paying",
        "taking_back",
    ],
)
(
    RED_ZONE,
    RECOVERING,
    STAKING,
    OPENING,
    BIDDING,
    RACING,
    ADDING,
    DOUBLING,
    PERSISTING,
    WITHDRAWN,
    PAYING,
    TAKING_BACK,
) = range(12)
