"""Our games behind the interfaces that researchers know: batches, PettingZoo, Gymnasium, OpenSpiel."""
