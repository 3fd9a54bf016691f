"""How PostgreSQL would answer a query on a big table."""

from typing import Any

from django.db import connection
from django.db.models import QuerySet


def plan_by_index(rows: QuerySet[Any, Any]) -> str:
    """The plan of the query where reading the whole table is no choice.

    Rows that other tests have rolled back leave their traces in the indexes, and a swollen one
    looks dearer than another: so they are built anew first.
    """
    connection.check_constraints()  # no table is touched while such checks are pending
    tables = {rows.model._meta.db_table} | {
        each.table_name for each in rows.query.alias_map.values()
    }
    with connection.cursor() as cursor:
        for table in tables:
            cursor.execute(f'REINDEX TABLE "{table}"')
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = rows.explain()
        cursor.execute("SET LOCAL enable_seqscan = on")
    return plan
