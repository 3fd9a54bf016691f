"""One squashed migration of each app makes what the migrations made that it replaces."""

from collections.abc import Iterable

import pytest
from django.db.migrations.autodetector import MigrationAutodetector
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.state import ProjectState

APPS = ("accounts", "mail", "duel")


def squashed(loader: MigrationLoader) -> dict[str, tuple[str, str]]:
    """Return the squashed migration of each app."""
    return {app: (app, name) for app, name in loader.replacements}


def state_after(loader: MigrationLoader, last: Iterable[tuple[str, str]]) -> ProjectState:
    """Return the models as these migrations, and all that they need, leave them."""
    state: ProjectState = loader.project_state(list(last))
    return state


@pytest.mark.parametrize("app", APPS)
def test_it_replaces_every_migration_up_to_its_last(app: str) -> None:
    loader = MigrationLoader(None, replace_migrations=False)
    name = squashed(loader)[app][1]
    replaced = {key[1] for key in loader.replacements[app, name].replaces}
    last = name.removeprefix("0001_squashed_")
    older = {each for room, each in loader.disk_migrations if room == app and each <= last}
    assert replaced == older - {name}
    assert last in replaced


def test_the_models_are_the_same() -> None:
    apart, together = MigrationLoader(None, replace_migrations=False), MigrationLoader(None)
    ones = squashed(together)
    assert ones.keys() == set(APPS)
    before = state_after(apart, [apart.replacements[one].replaces[-1] for one in ones.values()])
    after = state_after(together, ones.values())
    for old, new in ((before, after), (after, before)):
        changes = MigrationAutodetector(old, new).changes(together.graph)
        assert {app: [each.operations for each in found] for app, found in changes.items()} == {}
