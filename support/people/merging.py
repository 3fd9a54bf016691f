"""Making one account of two (the log's random ids stay as they are); the admin's page calls it."""

from django.contrib.admin.models import LogEntry
from django.db import IntegrityError, models, transaction
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.audit import note_act
from accounts.models import (
    ApiToken,
    ChangeOfAddress,
    RecoveryCode,
    SecondFactor,
    SenderPath,
    Session,
    SignInRequest,
    User,
)
from accounts.names import looks_like
from accounts.services.authority import (
    ActRefused,
    checked_reason,
    refuse_oneself,
    refuse_unless_above,
)
from accounts.services.leaving import erase_person
from accounts.services.preferences import revoke_links
from duel.errors import HasSeenHidden
from duel.lobby.proposals import call_off
from duel.models import DeclinedInvitation, Game, HiddenNotes, Seat, Status, Vacation
from duel.record.links import about_person
from duel.record.reading import locked_game
from duel.timekeeping.vacations import set_clocks
from mail.inbound.selectors import UNREAD, mail_about
from mail.mutes import mutes_of, unmute
from mail.services import change_address, post
from support.conflicts import has_seen_hidden
from support.deliverability import unreached_sentences
from support.people.suspension import has_part, refuse_opponent, sits

PERMISSION = "accounts.merge_user"
MERGED = "accounts-merged"

_GOES_WITH_THE_ACCOUNT = (
    *(Session, ApiToken, SenderPath, ChangeOfAddress),
    *(SecondFactor, RecoveryCode, LogEntry),
)
"""What opened the account that goes, and what its owner did as an operator."""


def preview_merge(operator: User, *, kept: User, merged: User) -> list[str]:
    """Return what merging will do; raise if it cannot be done, or not by this operator."""
    _refuse(operator, kept, merged)
    words = {"kept": kept.email, "merged": merged.email}
    running = Game.objects.filter(sits(merged), status=Status.RUNNING).count()
    ended = Game.objects.filter(sits(merged), status=Status.OVER).count()
    sentences = [gettext("All that belongs to %(merged)s belongs to %(kept)s from now on.") % words]
    if running:
        sentence = ngettext(
            "%(count)s running game goes on under %(kept)s; nobody else is told.",
            "%(count)s running games go on under %(kept)s; nobody else is told.",
            running,
        )
        sentences.append(sentence % {"count": running, **words})
    if ended:
        sentence = ngettext(
            "%(count)s game that is over is found under %(kept)s.",
            "%(count)s games that are over are found under %(kept)s.",
            ended,
        )
        sentences.append(sentence % {"count": ended, **words})
    if both := _games_of_both(kept, merged).filter(status=Status.PROPOSED):
        sentence = gettext("Called off, as nobody plays against themselves: %(games)s.")
        sentences.append(sentence % {"games": ", ".join(str(game) for game in both)})
    if both := _games_of_both(kept, merged).filter(status=Status.OVER):
        sentence = gettext("Over, and then with the same name on both sides: %(games)s.")
        sentences.append(sentence % {"games": ", ".join(str(game) for game in both)})
    if dropped := _overlapping(kept, merged).count():
        sentence = gettext("Vacations of %(merged)s that overlap others are let go: %(count)s.")
        sentences.append(sentence % {"count": dropped, **words})
    if kept.in_club and not merged.in_club:
        sentence = gettext("%(kept)s stays out of the club page, as %(merged)s does.")
        sentences.append(sentence % words)
    return [
        *sentences,
        gettext("Name, language and all other wishes are those of %(kept)s.") % words,
        gettext("%(merged)s is signed out everywhere; its links are dead and its address is free.")
        % words,
        gettext("Both addresses get a letter that says so."),
        *unreached_sentences([kept, merged]),
        gettext("This cannot be undone."),
    ]


@transaction.atomic
def merge_accounts(*, operator: User, kept: User, merged: User, reason: str) -> None:
    """Let all that belongs to one account belong to the other, and the first be no more."""
    reason = checked_reason(reason)
    # In one order, so that two operators who do this at once do not wait for each other; a person
    # who is about to take a seat waits for these rows.
    people = User.objects.select_for_update().filter(pk__in=[kept.pk, merged.pk]).order_by("pk")
    if len(people) != 2:
        raise ActRefused(_("These are not two accounts."))
    _refuse(operator, kept, merged)
    _move_mail(kept, merged)
    for public_id in _together(kept, merged, Status.PROPOSED):
        call_off(locked_game(public_id), "withdrawn")
    for public_id in _playing(merged):
        locked_game(public_id)
    revoke_links(person=merged)
    try:
        with transaction.atomic():
            _move_rows(kept, merged)
    except IntegrityError:
        raise ActRefused(
            _("Both have something that only one can have, such as a report about one game.")
        ) from None
    _move_letters(kept, merged)
    if not merged.in_club:  # who stays out with one account has not agreed to more
        User.objects.filter(pk=kept.pk).update(in_club=False)
    if merged.joined_at < kept.joined_at:
        User.objects.filter(pk=kept.pk).update(joined_at=merged.joined_at)
    set_clocks(kept)
    note_act(operator, merged, f"merged into person {kept.pk}", reason=reason)
    note_act(operator, kept, f"took in person {merged.pk}", reason=reason)
    _tell(kept, merged)
    erase_person(merged)


def _refuse(operator: User, kept: User, merged: User) -> None:
    if kept == merged:
        raise ActRefused(_("These are not two accounts."))
    for person in (kept, merged):
        refuse_oneself(operator, person)
        refuse_unless_above(operator, person, PERMISSION)
        refuse_opponent(operator, person)
        if not person.is_active:
            raise ActRefused(_("One of them is suspended, or has left: nothing can be merged."))
    if merged.is_staff:
        raise ActRefused(_("An operator's account cannot be merged: take the role away first."))
    running = Game.objects.filter(sits(merged), status=Status.RUNNING)
    if kept.is_staff and any(has_seen_hidden(kept, game) for game in running):
        raise ActRefused(str(HasSeenHidden()))
    may_go_on = Q(status=Status.RUNNING) | Q(status=Status.OVER, secret_opens_at__gt=timezone.now())
    if games := _games_of_both(kept, merged).filter(may_go_on):
        names = ", ".join(str(game) for game in games)
        raise ActRefused(
            gettext("Both sit in a game that runs, or may still be reopened: %(games)s.")
            % {"games": names}
        )


def _games_of_both(kept: User, merged: User) -> QuerySet[Game]:
    return Game.objects.filter(has_part(kept), has_part(merged)).order_by("pk")


def _together(kept: User, merged: User, status: str) -> list[str]:
    games = _games_of_both(kept, merged).filter(status=status)
    return list(games.values_list("public_id", flat=True))


def _playing(person: User) -> list[str]:
    games = Game.objects.filter(sits(person), status=Status.RUNNING).order_by("pk")
    return list(games.values_list("public_id", flat=True))


def _overlapping(kept: User, merged: User) -> QuerySet[Vacation]:
    own = Vacation.objects.filter(
        user=kept,
        begins_at__lt=models.OuterRef("ends_at"),
        ends_at__gt=models.OuterRef("begins_at"),
    )
    return Vacation.objects.filter(models.Exists(own), user=merged)


def _hidden_twice(kept: User, merged: User) -> QuerySet[HiddenNotes]:
    """Return what both accounts hide or have hidden, once, and what each hides of the other."""
    of_kept = HiddenNotes.objects.filter(reader=kept).values("writer")
    from_kept = HiddenNotes.objects.filter(writer=kept).values("reader")
    both = [kept, merged]
    return HiddenNotes.objects.filter(
        Q(reader=merged, writer__in=of_kept)
        | Q(writer=merged, reader__in=from_kept)
        | Q(reader__in=both, writer__in=both)
    )


def _move_rows(kept: User, merged: User) -> None:
    """Let every row that points at the one account point at the other."""
    _overlapping(kept, merged).delete()
    _hidden_twice(kept, merged).delete()
    Seat.objects.filter(invited_address=merged.email).update(invited_address=kept.email)
    if not looks_like(kept.name, merged.name):
        # At tables where the one account plays, the other's name is new.
        known = Seat.objects.filter(user=merged, game__status=Status.RUNNING, former_name="")
        known.update(former_name=merged.name)
    DeclinedInvitation.objects.filter(address=merged.email).update(address=kept.email)
    for field in User._meta.get_fields(include_hidden=True):
        if not isinstance(field, models.ManyToOneRel):
            continue
        model, name = field.related_model, field.field.name
        # Groups and permissions are tables that Django made by itself: those of the account stay.
        if model in _GOES_WITH_THE_ACCOUNT or model._meta.auto_created:
            continue
        model._base_manager.filter(**{name: merged}).update(**{name: kept})


def _move_letters(kept: User, merged: User) -> None:
    """Let what waits go to the kept address; what was muted for good there is not muted here."""
    for wish in mutes_of(merged.email):
        if not wish.topic:
            unmute(address=merged.email, kind=wish.kind)
    change_address(old=merged.email, new=kept.email)
    SignInRequest.objects.filter(address=merged.email).delete()


def _move_mail(kept: User, merged: User) -> None:
    """Let unread mail be the kept account's; it is held before the games, as by who reads it."""
    unread = mail_about(about_person(merged)).filter(status__in=UNREAD, data__person=merged.pk)
    for mail in unread.select_for_update():
        mail.data["person"] = kept.pk
        mail.save(update_fields=["data"])


def _tell(kept: User, merged: User) -> None:
    for address in (kept.email, merged.email):
        post(
            kind=MERGED,
            to=address,
            key=f"{MERGED}:{merged.pk}:{kept.pk}:{address == kept.email}",
            data={"person": kept.pk, "is_kept": address == kept.email},
        )
