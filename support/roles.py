"""The three roles of operators, each a group with exactly these permissions.

A migration makes them, and they are brought up again after every later one, so that a permission
added here needs nothing else. Who has no role sees nothing of the admin, staff or not; a superuser,
made on the command line alone, may do all.

Migrations and the start of the app call it.
"""

from typing import Any

from django.apps import AppConfig
from django.apps import apps as installed_apps
from django.contrib.auth.management import _get_all_permissions  # type: ignore[attr-defined]
from django.db import DEFAULT_DB_ALIAS

READ_ONLY = "read-only"
OPERATOR = "operator"
ADMIN = "admin"

_VIEW = (
    "accounts.view_user",
    "admin.view_logentry",
    "auth.view_group",
    "duel.view_addedtime",
    "support.view_decision",
    "support.view_dispute",
    "duel.view_divergence",
    "duel.view_game",
    "duel.view_linkuse",
    "duel.view_logentry",
    "duel.view_outage",
    "mail.view_deliveryevent",
    "mail.view_heartbeat",
    "mail.view_inboundmail",
    "mail.view_letter",
    "mail.view_mute",
    "mail.view_suppression",
    "mail.view_sweep",
)
_OPERATE = (
    "accounts.add_user",
    "accounts.change_user",
    "accounts.help_user",
    "accounts.readdress_user",
    "accounts.suspend_user",
    "duel.adjudicate_game",
    "support.change_dispute",
    "duel.reveal_game",
    "mail.change_suppression",
    "mail.resend_letter",
    "mail.reveal_letter",
)
_ADMINISTER = (
    "accounts.delete_user",
    "accounts.export_user",
    "accounts.give_roles",
    "accounts.merge_user",
)
ROLES = {
    READ_ONLY: _VIEW,
    OPERATOR: _VIEW + _OPERATE,
    ADMIN: _VIEW + _OPERATE + _ADMINISTER,
}
"""Each role with what it may do, the one that may least first."""


def bring_up_roles(apps: Any, using: str = DEFAULT_DB_ALIAS) -> None:
    """Give each role its permissions, and take from it what is not its own."""
    # `apps` are the real ones or a migration's. Django makes permissions only after the last
    # migration; those that are missing yet are made here, as Django would.
    groups = apps.get_model("auth", "Group").objects.using(using)
    known = _known_permissions()
    for role, names in ROLES.items():
        permissions = [_permission(apps, using, known[name]) for name in names]
        groups.get_or_create(name=role)[0].permissions.set(permissions)


def bring_up_after_migration(
    sender: AppConfig, using: str = DEFAULT_DB_ALIAS, apps: Any = installed_apps, **kwargs: Any
) -> None:
    """Bring up the roles once the tables that they need are there; runs after each migration."""
    try:
        apps.get_model("auth", "Group")
    except LookupError:  # a test of migrations has gone back to before there were groups
        return
    bring_up_roles(apps, using)


def _known_permissions() -> dict[str, tuple[str, str, str, str]]:
    """Return every permission of every model, as app, model, codename and words."""
    found = {}
    for model in installed_apps.get_models():
        meta = model._meta
        for codename, words in _get_all_permissions(meta):
            found[f"{meta.app_label}.{codename}"] = (
                meta.app_label,
                meta.model_name or "",
                codename,
                str(words),
            )
    return found


def _permission(apps: Any, using: str, known: tuple[str, str, str, str]) -> Any:
    app_label, model, codename, words = known
    content_types = apps.get_model("contenttypes", "ContentType").objects.using(using)
    permissions = apps.get_model("auth", "Permission").objects.using(using)
    content_type = content_types.get_or_create(app_label=app_label, model=model)[0]
    return permissions.get_or_create(
        content_type=content_type, codename=codename, defaults={"name": words}
    )[0]
