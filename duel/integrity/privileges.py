"""The two database roles on PostgreSQL: one owns the tables, the service runs as the other.

The owner runs `migrate` and `restore` (`DATABASE_OWNER_URL`). The role of `DATABASE_URL` may read
and write, but of append-only tables it may only read and add rows: with no right to alter, truncate
or own them it cannot take their triggers away either.
"""

from collections.abc import Sequence
from typing import Any

from django.apps import AppConfig
from django.conf import settings
from django.core.checks import CheckMessage, Warning  # noqa: A004
from django.core.exceptions import ImproperlyConfigured
from django.db import DEFAULT_DB_ALIAS, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper

from duel.integrity.append_only import tables_there

_CAN_MAKE_ROLES = "SELECT rolsuper OR rolcreaterole FROM pg_roles WHERE rolname = current_user"

_CAN_ALTER = """
    SELECT pg_has_role(current_user, relowner, 'MEMBER')
        OR has_table_privilege(oid, 'UPDATE, DELETE, TRUNCATE, TRIGGER')
    FROM pg_class WHERE oid = %s::regclass"""


def grant_to_service(sender: AppConfig, using: str = DEFAULT_DB_ALIAS, **kwargs: Any) -> None:
    """Let the service's role use the tables; the owner's role calls it after each migration."""
    connection = connections[using]
    if not settings.DATABASE_OWNER_URL or connection.vendor != "postgresql":
        return
    with transaction.atomic(using), connection.cursor() as cursor:
        role = _service_role(connection)
        schema = "SCHEMA public"
        database = connection.ops.quote_name(connection.settings_dict["NAME"])
        for statement in (
            f"GRANT USAGE ON {schema} TO {role}",
            f"REVOKE ALL ON ALL TABLES IN {schema} FROM {role}",
            f"GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN {schema} TO {role}",
            f"GRANT USAGE, SELECT ON ALL SEQUENCES IN {schema} TO {role}",
            *(
                f"REVOKE UPDATE, DELETE ON {table} FROM {role}"
                for table in tables_there(connection)
            ),
            f"REVOKE INSERT, UPDATE, DELETE ON django_migrations FROM {role}",
            # A temporary table would hide the true one from all who share a pooled connection.
            f"REVOKE TEMPORARY ON DATABASE {database} FROM PUBLIC, {role}",
        ):
            cursor.execute(statement)


def check_privileges(
    *, databases: Sequence[str] | None = None, **kwargs: Any
) -> list[CheckMessage]:
    """Return a warning if the service's own role could alter what was written for good."""
    if settings.EMBEDDED or settings.DATABASE_OWNER_URL:
        return []
    return [
        Warning(
            f"The role {settings.SERVICE_ROLE or 'of DATABASE_URL'} could alter append-only "
            f"tables: {', '.join(alterable)}.",
            hint="Let another role own the tables, and run `manage.py migrate` with its address in "
            "DATABASE_OWNER_URL: see docs/deploy.md, Two database roles.",
            id="duel.W001",
        )
        for using in databases or []
        if (alterable := alterable_tables(connections[using]))
    ]


def alterable_tables(connection: BaseDatabaseWrapper) -> list[str]:
    """Return the append-only tables that the role of this connection could alter.

    A role that can make roles counts as one that can alter all: it could make itself the owner.
    """
    if connection.vendor != "postgresql":
        return []
    with connection.cursor() as cursor:
        tables = tables_there(connection)
        cursor.execute(_CAN_MAKE_ROLES)
        if cursor.fetchone() == (True,):
            return tables
        alterable = []
        for table in tables:
            cursor.execute(_CAN_ALTER, [table])
            if cursor.fetchone() == (True,):
                alterable.append(table)
    return alterable


def _service_role(connection: BaseDatabaseWrapper) -> str:
    """Return the quoted name of the service's role, which is made or brought up where we may."""
    name, password = settings.SERVICE_ROLE, settings.SERVICE_ROLE_PASSWORD
    if not name:
        raise ImproperlyConfigured("DATABASE_URL must name the role that the service runs as.")
    quoted = connection.ops.quote_name(name)
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_user")
        if cursor.fetchone() == (name,):
            raise ImproperlyConfigured("DATABASE_OWNER_URL and DATABASE_URL name the same role.")
        cursor.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name])
        is_there = cursor.fetchone() is not None
        cursor.execute(_CAN_MAKE_ROLES)
        if cursor.fetchone() == (True,):
            verb = "ALTER" if is_there else "CREATE"
            cursor.execute(
                f"{verb} ROLE {quoted} LOGIN NOSUPERUSER NOCREATEROLE NOCREATEDB PASSWORD %s",
                [_hash_password(connection, name, password) if password else None],
            )
        elif not is_there:
            raise ImproperlyConfigured(
                f"The database has no role {name}: make it with `createuser {name}`."
            )
    return quoted


def _hash_password(connection: BaseDatabaseWrapper, name: str, password: str) -> str:
    """Return the password as PostgreSQL keeps it, so that it is in no log of the server."""
    libpq = connection.connection.pgconn
    hashed: bytes = libpq.encrypt_password(password.encode(), name.encode(), b"scram-sha-256")
    return hashed.decode()
