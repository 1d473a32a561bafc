"""One match without a network: seats, log, replay, undo, files."""
