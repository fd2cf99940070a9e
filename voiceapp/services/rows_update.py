"""Write many rows at once, each with values of its own."""

from collections.abc import Sequence

from django.db import connection
from django.db.models import Model


def rows_update(*, rows: Sequence[Model], fields: Sequence[str]) -> None:
    """As `bulk_update`, of plain values of one model, in the default database. One statement, prepared once.

    `bulk_update` writes one statement with a CASE for each row and field, and building it takes several times as long
    as the database takes to run it.
    """
    if not rows:
        return
    options = rows[0]._meta
    columns = [options.get_field(name) for name in fields]
    quoted = ", ".join(f"{connection.ops.quote_name(column.column)} = %s" for column in columns)
    statement = (
        f"UPDATE {connection.ops.quote_name(options.db_table)} SET {quoted} "
        f"WHERE {connection.ops.quote_name(options.pk.column)} = %s"
    )
    values = [
        [column.get_db_prep_save(getattr(row, column.attname), connection=connection) for column in columns]
        + [options.pk.get_db_prep_save(row.pk, connection=connection)]
        for row in rows
    ]
    with connection.cursor() as cursor:
        cursor.executemany(statement, values)
