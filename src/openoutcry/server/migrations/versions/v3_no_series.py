"""A table belongs to no series: nothing was ever stored of one."""

from __future__ import annotations

from alembic import op

revision = "3"
down_revision = "2"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """The column is gone."""
    op.drop_column("tables", "series")
