"""What operators see of a person and can do about one."""

import json
import uuid

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from pytest_django.fixtures import Settings

from accounts.models import Session, SignInRequest, User
from accounts.services.addresses import ask_to_confirm
from duel.admin.person_acts import ACTS
from duel.links import Link, Purpose, link_token
from duel.models import Decision, Game, Note, Seat, Status
from duel.services.disputes.reporting import report
from duel.services.play import resign
from duel.services.proposals import propose
from duel.terms import Terms
from mail.models import Letter, Suppression
from mail.suppression import suppress, suppression_of
from tests.duel.tables import begin, play_on

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _own_limits(settings: Settings) -> None:
    """Limits that begin anew with each test, in a cache of its own."""
    cache = "django.core.cache.backends.locmem.LocMemCache"
    settings.CACHES = {"default": {"BACKEND": cache, "LOCATION": uuid.uuid4().hex}}


def person_with(role: str, name: str = "Rita") -> User:
    person = User.objects.create_user(f"{name.lower()}@duelpost.example", name=name, is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    return person


@pytest.fixture
def operator(client: Client) -> User:
    """An operator, signed in."""
    person = person_with("operator", "Oscar")
    client.force_login(person)
    return person


@pytest.fixture
def boss(client: Client) -> User:
    """Somebody with the role admin, signed in."""
    person = person_with("admin", "Berta")
    client.force_login(person)
    return person


@pytest.fixture
def table(ada: User, bruno: User) -> Game:
    """A game between Ada and Bruno."""
    return begin(ada, bruno)


def page_of(person: User) -> str:
    return reverse("admin:accounts_user_change", args=[person.pk])


def act_on(person: User, act: str) -> str:
    return reverse("admin:accounts_user_act", args=[person.pk, act])


def audit() -> list[tuple[str, str]]:
    rows = LogEntry.objects.order_by("pk")
    return [(row.object_repr, row.get_change_message()) for row in rows]


def board_of(game: Game, seat: int) -> str:
    token = link_token(Purpose.BOARD, Link(game.pk, seat, game.ply), epoch=0)
    return reverse("duel:board", args=[token])


# --- Seeing ----------------------------------------------------------------------------------


def test_people_are_found_by_how_their_name_or_address_begins(
    client: Client, operator: User, ada: User, bruno: User
) -> None:
    people = reverse("admin:accounts_user_changelist")
    for text in ("ada@", "ADA@duel", "ad", "Ada"):
        found = client.get(people, {"q": text}).content.decode()
        assert "ada@duelpost.example" in found, text
        assert "bruno@duelpost.example" not in found, text


def test_the_page_of_a_person_tells_why_they_are_unhappy(
    client: Client, operator: User, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    play_on(game, 1)
    suppress(address=ada.email, reason=Suppression.Reason.BOUNCED, at=timezone.now())
    Client().force_login(ada)
    page = client.get(page_of(ada)).content.decode()
    assert reverse("admin:duel_game_change", args=[game.pk]) in page
    assert "Bruno" in page
    assert "has taken no letters since" in page
    assert "your-turn" in page
    assert "last seen" in page
    assert Session.objects.get(user=ada).session_key not in page


def test_names_can_be_corrected_and_addresses_cannot(
    client: Client, operator: User, ada: User
) -> None:
    changed = {"name": "Ada L.", "language": "fr", "time_zone": "Europe/Rome"}
    answer = client.post(page_of(ada), {**changed, "email": "eve@elsewhere.example"})
    assert answer.status_code == 302
    ada.refresh_from_db()
    assert (ada.name, ada.language) == ("Ada L.", "fr")
    assert ada.email == "ada@duelpost.example"
    assert [subject for subject, _ in audit()] == [f"person {ada.pk}"]


# --- Acts ------------------------------------------------------------------------------------


@pytest.mark.parametrize("act", ACTS)
def test_no_act_happens_without_a_reason_or_on_get(
    client: Client, boss: User, ada: User, act: str
) -> None:
    before = User.objects.values().get(pk=ada.pk)
    assert client.get(act_on(ada, act)).status_code == 200
    said = {"games": "hold", "told": "x", "role": "operator", "address": ada.email}
    client.post(act_on(ada, act), {**said, "reason": "  "})
    assert audit() == []
    assert User.objects.values().get(pk=ada.pk) == before
    assert not Suppression.objects.exists()


def test_a_sign_in_letter_is_sent_again(client: Client, operator: User, ada: User) -> None:
    client.post(act_on(ada, "sign-in-letter"), {"reason": "asked by phone"})
    assert Letter.objects.get(kind="sign-in").to == ada.email
    assert audit() == [(f"person {ada.pk}", "sent a sign-in letter: asked by phone")]


def test_a_sign_in_letter_beyond_the_limit_is_refused_in_words(
    client: Client, operator: User, ada: User
) -> None:
    answers = [client.post(act_on(ada, "sign-in-letter"), {"reason": "again"}) for _ in range(4)]
    assert [answer.status_code for answer in answers] == [302, 302, 302, 200]
    assert "as many sign-in letters as may be sent" in answers[-1].content.decode()
    assert len(audit()) == SignInRequest.objects.count() == 3


def test_all_sessions_are_ended(client: Client, operator: User, ada: User) -> None:
    Client().force_login(ada)
    client.post(act_on(ada, "end-sessions"), {"reason": "lost a telephone"})
    assert not Session.objects.filter(user=ada).exists()
    assert Session.objects.filter(user=operator).exists()


def test_an_address_is_put_aside_and_taken_up_again(
    client: Client, operator: User, ada: User
) -> None:
    client.post(act_on(ada, "put-address-aside"), {"reason": "asked for it"})
    suppression = suppression_of(ada.email)
    assert suppression is not None
    assert suppression.reason == "operator"
    client.post(act_on(ada, "lift-suppression"), {"reason": "asked for it"})
    assert suppression_of(ada.email) is None
    assert len(audit()) == 2


# --- Suspension ------------------------------------------------------------------------------

SUSPEND = {"reason": "insults in notes", "games": "hold", "told": "We look into something."}


def test_somebody_suspended_is_kept_out_until_it_is_lifted(
    client: Client, operator: User, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    play_on(game, 2)
    own = propose(by=ada, terms=Terms())
    invited = propose(by=bruno, terms=Terms(), invite=[ada.email])
    elsewhere = Client()
    elsewhere.force_login(ada)
    preview = client.get(act_on(ada, "suspend")).content.decode()
    assert "1 running game is held" in preview
    assert "2 proposals that wait for an answer are called off" in preview

    client.post(act_on(ada, "suspend"), SUSPEND)

    assert elsewhere.get("/me/").status_code == 302
    answer = Client().get(board_of(game, 0))
    assert answer.status_code == 404
    assert "Your account is suspended" in answer.content.decode()
    assert Client().get(board_of(game, 1)).status_code == 200
    held = Decision.objects.get()
    assert (held.act, held.reason) == ("hold", "We look into something.")
    for proposal in (own, invited):
        proposal.refresh_from_db()
        assert proposal.status == Status.OFF
    letter = Letter.objects.get(kind="suspended")
    assert letter.to == ada.email
    assert (f"person {ada.pk}", "suspended: insults in notes") in audit()

    client.post(
        act_on(ada, "lift-suspension"), {"reason": "talked", "go_on": "on", "told": "On it goes."}
    )
    assert [decision.act for decision in Decision.objects.order_by("pk")] == ["hold", "resume"]
    game.refresh_from_db()
    assert game.status == Status.RUNNING
    assert Client().get(board_of(game, 0)).status_code == 200
    assert Letter.objects.filter(kind="let-in-again").exists()


@pytest.mark.parametrize(("fate", "winners"), [("resign", [1]), ("cancel", [])])
def test_running_games_have_the_fate_that_was_chosen(
    client: Client, operator: User, table: Game, fate: str, winners: list[int]
) -> None:
    ada = table.seats.get(number=0).user
    assert ada is not None
    client.post(act_on(ada, "suspend"), {**SUSPEND, "games": fate})
    table.refresh_from_db()
    assert table.result == {"winners": winners, "by": [fate]}


def test_the_opponents_are_not_told_why_somebody_was_suspended(
    client: Client, operator: User, ada: User, bruno: User
) -> None:
    begin(ada, bruno)
    client.post(act_on(ada, "suspend"), SUSPEND)
    assert "insults" not in Decision.objects.get().reason


def test_nobody_suspends_or_deletes_their_own_opponent(
    client: Client, boss: User, ada: User
) -> None:
    game = begin(boss, ada)
    client.post(act_on(ada, "suspend"), SUSPEND)
    client.post(act_on(ada, "delete"), {"reason": "x", "address": ada.email})
    ada.refresh_from_db()
    game.refresh_from_db()
    assert ada.suspended_at is None
    assert game.status == Status.RUNNING
    assert audit() == []
    assert "You play against this person" in client.get(act_on(ada, "suspend")).content.decode()


def test_a_suspension_that_fails_half_way_leaves_nothing(
    client: Client, operator: User, ada: User, bruno: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [begin(ada, bruno), begin(ada, bruno)]
    from duel.errors import Refused
    from duel.services import suspension

    def refuse_the_second(ruling: object) -> None:
        if ruling.public_id == games[1].public_id:  # type: ignore[attr-defined]
            raise Refused
        resign(public_id=games[0].public_id, seat=0, channel="operator")

    monkeypatch.setattr(suspension, "hold", refuse_the_second)
    answer = client.post(act_on(ada, "suspend"), SUSPEND)
    assert "This cannot be done." in answer.content.decode()
    ada.refresh_from_db()
    assert ada.suspended_at is None
    assert audit() == []
    assert Game.objects.filter(status=Status.RUNNING).count() == 2


# --- Roles -----------------------------------------------------------------------------------


def test_an_admin_gives_and_takes_a_role(client: Client, boss: User, ada: User) -> None:
    Client().force_login(ada)
    client.post(act_on(ada, "role"), {"role": "read-only", "reason": "helps out"})
    ada = User.objects.get(pk=ada.pk)
    assert ada.is_staff
    assert ada.has_perm("duel.view_game")
    assert not ada.has_perm("duel.adjudicate_game")
    assert not Session.objects.filter(user=ada).exists()
    client.post(act_on(ada, "role"), {"role": "", "reason": "no longer"})
    ada = User.objects.get(pk=ada.pk)
    assert not ada.is_staff
    assert not ada.get_all_permissions()
    assert [what for _, what in audit()] == [
        "gave the role read-only: helps out",
        "took the role: no longer",
    ]


def test_nobody_raises_themselves(client: Client, boss: User) -> None:
    answer = client.post(act_on(boss, "role"), {"role": "operator", "reason": "x"})
    assert "Nobody can do that to themselves" in answer.content.decode()
    assert [group.name for group in boss.groups.all()] == ["admin"]
    client.post(
        page_of(boss),
        {
            "name": "Berta",
            "language": "en",
            "time_zone": "UTC",
            "is_superuser": "on",
            "groups": "1",
        },
    )
    boss.refresh_from_db()
    assert not boss.is_superuser


def test_an_operator_gives_no_roles_and_touches_no_colleague(
    client: Client, operator: User, ada: User, olga: User
) -> None:
    colleague = person_with("read-only", "Rolf")
    assert client.post(act_on(ada, "role"), {"role": "admin", "reason": "x"}).status_code == 403
    for person in (colleague, olga):
        for act in ("suspend", "end-sessions", "sign-in-letter", "put-address-aside"):
            client.post(act_on(person, act), SUSPEND)
        client.post(page_of(person), {"name": "X", "language": "en", "time_zone": "UTC"})
        person.refresh_from_db()
        assert person.is_active
        assert person.name != "X"
    assert audit() == []


def test_an_admin_does_nothing_to_a_superuser(client: Client, boss: User, olga: User) -> None:
    for act in ("suspend", "role", "delete", "end-sessions"):
        client.post(act_on(olga, act), {**SUSPEND, "role": "", "address": olga.email})
    olga.refresh_from_db()
    assert olga.is_active
    assert olga.is_superuser
    assert audit() == []


# --- Export and deletion -----------------------------------------------------------------------


def test_all_that_is_kept_about_a_person_is_exported_and_nothing_of_others(
    client: Client, boss: User, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    play_on(game, 4)
    Note.objects.create(game=game, seat=0, ply=1, text="Hello", written_at=timezone.now())
    Note.objects.create(game=game, seat=1, ply=2, text="Secret", written_at=timezone.now())
    ask_to_confirm(person=ada, address=ada.email)
    for said in ("The letter never came.", "It came today."):
        seat = game.seats.get(number=0)
        report(seat=seat, topic="mail", text=said, asks_hold=False, channel="web")
    answer = client.post(act_on(ada, "export"), {"reason": "asked by letter"})
    assert answer["Content-Disposition"] == f'attachment; filename="person-{ada.pk}.json"'
    data = json.loads(answer.content)
    assert data["profile"]["email"] == ada.email
    assert "password" not in data["profile"]
    (told,) = data["games"]
    assert told["id"] == game.public_id
    assert [note["text"] for note in told["notes"]] == ["Hello"]
    own = game.entries.filter(seat=0).count()
    assert len(told["entries"]) == own > 0
    assert [row["text"] for row in data["disputes"]] == ["The letter never came."]
    assert [row["text"] for row in data["added_to_disputes"]] == ["It came today."]
    assert {letter["kind"] for letter in data["letters"]} >= {"confirm-address", "your-turn"}
    whole = answer.content.decode()
    assert bruno.email not in whole
    assert "Bruno" not in whole
    assert "Secret" not in whole
    assert Seat.objects.get(game=game, number=1).nonce not in whole
    assert "exported" in audit()[-1][1]


def test_every_table_about_people_is_part_of_the_export() -> None:
    """A new table that points at people has to be told of, or named here with its reason."""
    told = {"browser_sessions", "seats", "disputes", "vacations", "logentry"}
    not_told = {
        "decisions",  # an operator's own acts, told of as such
        "assigned_disputes",
        "disputeremark",
    }
    names = {relation.name for relation in User._meta.related_objects}
    unknown = names - told - not_told
    assert not {name for name in unknown if not name.startswith(("second", "replaced", "recovery"))}


def test_an_account_is_deleted_once_its_address_was_typed(
    client: Client, boss: User, ada: User, bruno: User
) -> None:
    game = begin(ada, bruno)
    client.post(act_on(ada, "delete"), {"reason": "asked", "address": "bruno@duelpost.example"})
    assert User.objects.filter(pk=ada.pk).exists()
    client.post(act_on(ada, "delete"), {"reason": "asked", "address": " Ada@duelpost.example "})
    assert not User.objects.filter(pk=ada.pk).exists()
    game.refresh_from_db()
    assert game.status == Status.OVER
    assert audit() == [(f"person {ada.pk}", "deleted the account: asked")]


def test_an_operator_who_leaves_takes_their_name_and_leaves_their_acts(
    client: Client, operator: User, ada: User, olga: User
) -> None:
    begin(operator, ada)
    client.post(act_on(ada, "end-sessions"), {"reason": "lost a telephone"})
    client.force_login(olga)
    client.post(act_on(operator, "delete"), {"reason": "left us", "address": operator.email})
    row = User.objects.get(pk=operator.pk)
    assert (row.name, row.is_staff, row.is_active) == ("", False, False)
    assert "oscar" not in row.email
    assert not row.groups.exists()
    assert not Seat.objects.filter(user=row).exists()
    assert len(audit()) == 2
    shown = client.get(reverse("admin:admin_logentry_changelist")).content.decode()
    assert f"a former operator, person {row.pk}" in shown
    assert "Oscar" not in shown
