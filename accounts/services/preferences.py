"""How a person wants to be written to, and which of their links still count."""

from collections.abc import Iterable

from django.contrib.sessions.backends.base import SessionBase
from django.db import transaction
from django.db.models import F
from django.utils import timezone

from accounts.models import Session, SignInRequest, User
from accounts.services.api_tokens import revoke_tokens
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


def revoke_links(*, person: User, this: SessionBase | None = None) -> None:
    """Kill every link that letters have brought to this person, and all that it opened."""
    # That is sessions but `this`, tokens, the address of the calendar, and sign-in letters; keys of
    # seats die with the links to their games.
    with transaction.atomic():
        User.objects.filter(pk=person.pk).update(
            link_epoch=F("link_epoch") + 1, calendar_epoch=F("calendar_epoch") + 1
        )
        person.refresh_from_db(fields=["link_epoch", "calendar_epoch"])
        Session.objects.filter(user=person).exclude(pk=this and this.session_key).delete()
        revoke_tokens(person=person)
        SignInRequest.objects.filter(address=person.email, used_at=None).update(
            used_at=timezone.now()
        )
        links_revoked.send(User, person=person)
