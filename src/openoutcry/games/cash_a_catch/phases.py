"""The steps of a turn in Cash-a-Catch."""

from __future__ import annotations

from openoutcry.engine.names import Names

PHASES = Names("phase", ["selling", "bell", "stealing", "throwing", "laying", "canning", "selling_catch"])
SELLING, BELL, STEALING, THROWING, LAYING, CANNING, SELLING_CATCH = range(7)
