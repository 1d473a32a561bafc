"""`outcry backup`, `outcry restore`, `outcry export`: the database of the server, and the matches in it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from openoutcry.engine.mistakes import counted

Database = Annotated[
    str,
    typer.Option(
        envvar="OUTCRY_DATABASE",
        help="A file (SQLite) or a postgresql:// URL.",
        show_default="a file of your own",
    ),
]


def backup(
    file: Annotated[Path, typer.Argument(help="The file to write.")],
    database: Database = "",
) -> None:
    """Copy the server's database into a file, also while the server runs.

    Example: outcry backup outcry-monday.sqlite
    """
    from openoutcry.server.backup import back_up

    back_up(_database(database), file)
    print(f"The database is in {file}. The vault's key is not: keep a copy of it elsewhere.")


def restore(
    file: Annotated[Path, typer.Argument(help="A file that `outcry backup` has written.")],
    database: Database = "",
) -> None:
    """Put a backup in the place of the server's database; the server has to be stopped, and what was there is kept.

    Example: outcry restore outcry-monday.sqlite
    """
    from openoutcry.server import backup

    place = _database(database)
    aside = backup.restore(file, place)
    print(f"The backup is restored to {place}.{f' What was there is now {aside}.' if aside else ''}")


def export(
    folder: Annotated[Path, typer.Argument(help="The folder to write the match files into.")],
    database: Database = "",
    vault_file: Annotated[
        Path | None,
        typer.Option(envvar="OUTCRY_VAULT_FILE", help="The vault's key.", show_default="with your settings"),
    ] = None,
) -> None:
    """Write the match file of every game that is over, with the proof of its shuffle, also while the server runs.

    Example: outcry export matches
    """
    from openoutcry.server import backup
    from openoutcry.server.files import text_of_table
    from openoutcry.server.store import Store
    from openoutcry.server.vault import FINGERPRINT, Vault

    with Store(_database(database), is_reader=True) as store:
        vault = Vault(vault_file, makes_key=False)
        vault.check_fingerprint(store.value(FINGERPRINT))
        exported = backup.export(store, vault, folder, text_of_table)
    for table, mistake in exported.left_out.items():
        print(f"Table {table} is left out: {mistake}.")
    print(f"{counted(exported.written, 'match file')} in {folder}.")


def _database(named: str) -> str | Path:
    from openoutcry.server.store import usual_database

    return named or usual_database()
