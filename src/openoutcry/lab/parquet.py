"""The figures of an experiment as a table that other programs read (Parquet)."""

from __future__ import annotations

from pathlib import Path

from openoutcry.engine.mistakes import Mistake
from openoutcry.lab.findings import Findings
from openoutcry.lab.trial import write

FIGURES = "figures.parquet"


def check_parquet() -> None:
    """Refuse to begin where no Parquet can be written in the end."""
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise Mistake("the lab writes its figures with pyarrow: pip install 'openoutcry[lab]'") from None


def write_parquet(findings: Findings, folder: Path) -> None:
    """Write a row for each table and measure."""
    import pyarrow
    from pyarrow import parquet

    table = pyarrow.Table.from_pylist(list(findings.rows()))
    sink = pyarrow.BufferOutputStream()
    parquet.write_table(table, sink)
    write(folder / FIGURES, sink.getvalue().to_pybytes())
