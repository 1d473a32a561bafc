"""The first tables."""

from __future__ import annotations

from alembic import op
from sqlalchemy import BigInteger, Boolean, Column, Double, LargeBinary, Text

revision = "1"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "people",
        Column("id", Text, primary_key=True),
        Column("name", Text, nullable=False),
        Column("colour", BigInteger, nullable=False),
        Column("created_at", Double, nullable=False),
        Column("seen_at", Double, nullable=False),
        Column("is_banned", Boolean, nullable=False),
    )
    op.create_table(
        "tokens",
        Column("hash", Text, primary_key=True),
        Column("person_id", Text, nullable=False),
        Column("created_at", Double, nullable=False),
    )
    op.create_table(
        "links",
        Column("hash", Text, primary_key=True),
        Column("person_id", Text, nullable=False),
        Column("expires_at", Double, nullable=False),
    )
    op.create_table(
        "tables",
        Column("id", Text, primary_key=True),
        *(Column(name, Text, nullable=False) for name in ("invite", "watch", "game")),
        Column("version", BigInteger, nullable=False),
        *(Column(name, Text, nullable=False) for name in ("phase", "host", "settings", "state")),
        Column("secret", LargeBinary, nullable=False),
        Column("rounds", Text, nullable=False),
        Column("created_at", Double, nullable=False),
        Column("changed_at", Double, nullable=False),
        Column("due_at", Double),
        *(Column(name, Text) for name in ("next_table", "twin", "series")),
    )
    op.create_table(
        "entries",
        Column("table_id", Text, primary_key=True),
        Column("number", BigInteger, primary_key=True),
        Column("at", Double, nullable=False),
        Column("line", Text, nullable=False),
        Column("hash", Text, nullable=False),
        Column("person", Text),
        Column("client_id", Text),
    )
    op.create_table(
        "chats",
        Column("table_id", Text, primary_key=True),
        Column("number", BigInteger, primary_key=True),
        Column("at", Double, nullable=False),
        Column("person", Text, nullable=False),
        Column("seat", BigInteger),
        Column("text", Text, nullable=False),
        Column("phrase", Text),
    )
    op.create_table(
        "names",
        Column("table_id", Text, primary_key=True),
        Column("seat", BigInteger, primary_key=True),
        *(Column(name, Text, nullable=False) for name in ("person", "name", "salt")),
    )
    op.create_table("server", Column("key", Text, primary_key=True), Column("value", Text, nullable=False))
    for table, column in (("tokens", "person_id"), ("links", "person_id"), ("tables", "phase"), ("names", "person")):
        op.create_index(f"{table}_{column}", table, [column])
