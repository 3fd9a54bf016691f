"""Shows how PostgreSQL would answer a query on a big table; tests of indexes call it."""

from typing import Any

from django.db import connection
from django.db.models import QuerySet


def plan_by_index(rows: QuerySet[Any, Any]) -> str:
    """Return the plan of a query when the planner may not read the whole table.

    Rows rolled back by other tests make an index larger, so that the planner thinks it expensive.
    So the indexes are rebuilt first.
    """
    connection.check_constraints()  # REINDEX refuses while such checks are pending
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
