"""The ids that clients gave their lines of chat, so that what is said again is not said twice."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, Text

revision = "2"
down_revision = "1"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Lines that were said before have none."""
    op.add_column("chats", Column("client_id", Text))
