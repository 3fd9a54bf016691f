"""How a person wants to be written to, and which of their links still count."""

from collections.abc import Iterable

from django.db import transaction
from django.db.models import F

from accounts.models import User
from accounts.signals import letters_chosen, links_revoked, name_changed


def save_preferences(*, person: User, changed: Iterable[str]) -> None:
    """Keep what the person has changed, and nothing else of what their row said a moment ago."""
    changed = list(changed)
    with transaction.atomic():
        names = User.objects.filter(pk=person.pk).values_list("name", flat=True)
        old = names.get() if "name" in changed else person.name
        person.save(update_fields=changed)
        if old != person.name:
            name_changed.send(User, person=person, old=old)
        if "letters" in changed:
            letters_chosen.send(User, person=person)


def set_language(*, person: User, language: str) -> None:
    """Write to this person, and show them pages, in another language."""
    person.language = language
    save_preferences(person=person, changed=["language"])


def renew_calendar(*, person: User) -> None:
    """Give the person's calendar another address, so that the former one is dead."""
    User.objects.filter(pk=person.pk).update(calendar_epoch=F("calendar_epoch") + 1)
    person.refresh_from_db(fields=["calendar_epoch"])


def revoke_links(*, person: User) -> None:
    """Kill every link that any letter to this person has brought so far."""
    with transaction.atomic():
        User.objects.filter(pk=person.pk).update(link_epoch=F("link_epoch") + 1)
        person.refresh_from_db(fields=["link_epoch"])
        links_revoked.send(User, person=person)
