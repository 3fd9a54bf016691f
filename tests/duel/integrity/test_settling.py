"""A game whose record is broken can be held and ended; nothing is appended to its log."""

from collections.abc import Callable
from itertools import product

import pytest
from django.db import connection, transaction
from django.db.utils import DatabaseError

from accounts.models import User
from duel.errors import BrokenGame, GameIsOver, Stale, TooLate
from duel.integrity.divergences import save_check
from duel.integrity.replay import check_games
from duel.models import Game
from duel.seats.deletion import delete_account
from mail.models import Letter
from support import lists
from support.decisions import Ruling
from support.errors import AlreadyStopped, NobodyWins, NoReason, OwnGame
from support.models import Decision, Settlement
from support.people.suspension import GameFate, lift, suspend
from tests.duel.integrity.breaking import cut_off
from tests.duel.integrity.conftest import BREAKS
from tests.duel.letters.outbox import built
from tests.duel.tables import submit
from tests.support.decisions.verbs import award, cancel, extend, hold, resign_for, void

pytestmark = pytest.mark.django_db

REASON = "Entries of its log are missing."
MESSAGE = "We are sorry: this game cannot be played on."


def ruling(game: Game, operator: User, **other: object) -> Ruling:
    game.refresh_from_db()
    return Ruling(operator, game.public_id, REASON, game.seq, message=MESSAGE)


def told(user: User) -> str:
    letter = Letter.objects.filter(to=user.email, kind="operator-decision").latest("pk")
    draft = built(letter)
    assert draft is not None
    return f"{draft.subject}\n{draft.text}"


ENDS: dict[str, tuple[Callable[..., Decision], dict[str, object], list[int]]] = {
    "award": (award, {"winners": [1]}, [1]),
    "void": (void, {}, []),
    "cancel": (cancel, {}, []),
    "resign": (resign_for, {"seat": 0}, [1]),
}


@pytest.mark.parametrize(("act", "how"), list(product(ENDS, BREAKS)))
def test_a_broken_game_is_ended_beside_its_log(whole: Game, olga: User, act: str, how: str) -> None:
    BREAKS[how](whole)
    entries = list(whole.entries.order_by("seq").values())
    columns = Game.objects.values("seq", "head", "ply", "moved_at").get(pk=whole.pk)
    carry_out, arguments, winners = ENDS[act]
    decision = carry_out(ruling(whole, olga), **arguments)
    assert list(whole.entries.order_by("seq").values()) == entries, "Nothing is appended."
    [row] = Settlement.objects.filter(game=whole)
    assert (row.act, row.winners, row.operator, decision.settlement) == (act, winners, olga.pk, row)
    assert (row.seq, row.head) == (len(entries), entries[-1]["hash"] if entries else "")
    whole.refresh_from_db()
    assert (whole.status, whole.to_move, whole.deadline, whole.alarm_at) == (
        "over",
        None,
        None,
        None,
    )
    assert whole.result == {"winners": winners, "by": [act]}
    assert not whole.seats.filter(is_to_move=True).exists()
    assert Game.objects.values(*columns).get(pk=whole.pk) == columns, "What was found stays."
    for user in User.objects.filter(seats__game=whole):
        assert "cannot be played on" in told(user)
        assert "The record of this game is damaged" in told(user)


def test_a_broken_game_is_held_and_then_ended(broken: Game, ada: User, olga: User) -> None:
    hold(ruling(broken, olga))
    broken.refresh_from_db()
    assert (broken.status, broken.deadline, broken.alarm_at) == ("running", None, None)
    assert "The clocks of your game stand still" in told(ada)
    assert (list(lists.held()), list(lists.stuck())) == ([broken], [])
    with pytest.raises(AlreadyStopped):
        hold(ruling(broken, olga))
    void(ruling(broken, olga))
    assert list(broken.settlements.order_by("number").values_list("act", flat=True)) == [
        "hold",
        "void",
    ]
    with pytest.raises(GameIsOver):
        cancel(ruling(broken, olga))


def test_what_was_settled_is_replaced_only_by_who_has_seen_it(broken: Game, olga: User) -> None:
    void(ruling(broken, olga))
    with pytest.raises(Stale):
        award(Ruling(olga, broken.public_id, REASON, broken.entries.count()), winners=[0])
    award(Ruling(olga, broken.public_id, REASON, broken.entries.count() + 1), winners=[0])
    broken.refresh_from_db()
    assert broken.result == {"winners": [0], "by": ["award"]}


def test_void_with_a_rematch_proposes_one(broken: Game, ada: User, olga: User) -> None:
    void(ruling(broken, olga), rematch=True)
    assert broken.rematches.filter(status="proposed").count() == 1


def test_the_same_rules_hold_as_for_other_decisions(
    broken: Game, ada: User, olga: User, settings: object
) -> None:
    with pytest.raises(OwnGame):
        void(ruling(broken, ada))
    with pytest.raises(NoReason):
        void(Ruling(olga, broken.public_id, " ", broken.seq))
    for nobody in ([], [5]):
        with pytest.raises(NobodyWins):
            award(ruling(broken, olga), winners=nobody)
    with pytest.raises(BrokenGame):
        extend(ruling(broken, olga), seat=0, seconds=7200)
    settings.DISPUTE_HOURS = 0  # type: ignore[attr-defined]
    void(ruling(broken, olga))
    with pytest.raises(TooLate):
        award(ruling(broken, olga), winners=[0])


@pytest.mark.parametrize("fate", GameFate)
def test_a_player_of_a_broken_game_can_be_suspended_and_let_in_again(
    broken: Game, ada: User, olga: User, fate: GameFate
) -> None:
    olga.is_superuser = True
    olga.save()
    suspend(
        operator=olga,
        person=ada,
        reason="Insults.",
        games=fate,
        message_to_players="We look into it.",
    )
    assert broken.settlements.get().act == fate
    ada.refresh_from_db()
    lift(operator=olga, person=ada, reason="Sorry.", go_on=True, message_to_players="It is over.")
    ada.refresh_from_db()
    assert ada.suspended_at is None
    assert broken.settlements.count() == 1


def test_an_account_with_a_broken_game_can_be_deleted(broken: Game, ada: User, bruno: User) -> None:
    delete_account(user=ada)
    row = broken.settlements.get()
    assert (row.act, row.winners, row.operator) == ("resign", [1], None)
    broken.refresh_from_db()
    assert broken.result == {"winners": [1], "by": ["resign"]}
    words = told(bruno)
    assert "You won the game" in words
    assert "operator" not in words.partition("\n")[0]
    assert "The reason" not in words


def test_nothing_is_written_any_more_once_it_is_settled_even_if_it_is_whole_again(
    whole: Game, olga: User
) -> None:
    head = whole.head
    Game.objects.filter(pk=whole.pk).update(head="0" * 64)
    void(ruling(whole, olga))
    Game.objects.filter(pk=whole.pk).update(head=head)
    with pytest.raises(GameIsOver):
        submit(whole, "take a1", seat=0)


def test_a_settled_game_is_no_news_until_it_is_touched_again(broken: Game, olga: User) -> None:
    assert [finding.is_settled for finding in check_games([broken.pk]).findings] == [False]
    hold(ruling(broken, olga))
    assert [finding.is_settled for finding in check_games([broken.pk]).findings] == [False]
    void(ruling(broken, olga))
    [finding] = check_games([broken.pk]).findings
    assert (finding.is_settled, bool(finding.problems)) == (True, True)
    cut_off(broken)
    [finding] = check_games([broken.pk]).findings
    assert not finding.is_settled
    assert "entries since it was settled" in str(finding.problems[0])


@pytest.mark.parametrize(
    "columns",
    [{"result": {"winners": [0], "by": ["award"]}}, {"status": "running"}, {"to_move": 1}],
)
def test_columns_that_do_not_follow_the_settlement_are_found(
    broken: Game, olga: User, columns: dict[str, object]
) -> None:
    void(ruling(broken, olga))
    Game.objects.filter(pk=broken.pk).update(**columns)
    [finding] = check_games([broken.pk]).findings
    assert not finding.is_settled
    assert {problem.field for problem in finding.problems} == set(columns)


def test_a_hold_goes_into_the_log_once_the_record_is_whole_again(whole: Game, olga: User) -> None:
    head = whole.head
    Game.objects.filter(pk=whole.pk).update(head="0" * 64)
    hold(ruling(whole, olga))
    made_at = whole.settlements.get().made_at
    Game.objects.filter(pk=whole.pk).update(head=head)
    checked = check_games([whole.pk])
    assert not checked.findings
    save_check(checked)
    last = whole.entries.order_by("seq").last()
    assert last is not None
    assert (last.kind, last.time) == ("hold", made_at)
    whole.refresh_from_db()
    assert (whole.settlement, whole.alarm_at) == (None, None)
    assert not check_games([whole.pk]).findings


def test_the_database_refuses_to_alter_a_settlement(broken: Game, olga: User) -> None:
    void(ruling(broken, olga))
    for sql in ("UPDATE duel_settlement SET winners = '[0]'", "DELETE FROM duel_settlement"):
        with (
            pytest.raises(DatabaseError),
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(sql)
