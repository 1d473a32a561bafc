"""Alembic runs this file: it brings the database of the connection it is given to the version that was asked for."""

from __future__ import annotations

from alembic import context

NAME_FOR_ALEMBIC = "env_py"
VERSION_TABLE = "outcry_version"


def migrate() -> None:
    """Run the changes in the transaction that is open."""
    context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
    context.run_migrations()


if __name__ == NAME_FOR_ALEMBIC:
    migrate()
