"""Somebody leaves a game of three, and the others play on: by links and letters, to the end."""

from io import StringIO

import pytest
import time_machine
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from accounts.models import User
from duel.errors import AlreadySits, HasLeft, NobodyGetsTime
from duel.lobby.proposals import propose
from duel.models import Game, KnownGame, Seat
from duel.play.moves import resign
from duel.play.notes import write_note
from duel.play.offers import accept_offer, offer_to_cancel
from duel.record.events import events_since
from duel.record.export import export_game
from duel.record.log import read_log
from duel.record.selectors import view_for
from duel.seats.deletion import delete_account
from duel.seats.newcomers import HasPlayedBefore, SeatIsTaken, take_seat
from duel.timekeeping.clocks import claim, give_time
from duel.timekeeping.leaving import SeatIsOpen
from duel.timekeeping.mail import give_back_wait
from duel.words.terms import Terms
from engine.kinds import Channel
from engine.verify import verify
from support import lists
from support.conflicts import has_part, own_games, play_together, without_own
from support.decisions import Ruling, decide, preview, revoke
from support.errors import OwnGame
from support.models import Act
from support.people.personal_data import personal_data_of
from support.people.suspension import GameFate, suspend
from support.revealing import reveal
from tests.duel.clocks.ticking import DAY, HOUR, MONDAY, kinds, start_clock, sweep_at
from tests.duel.letter_links import more_address
from tests.duel.letters.outbox import read
from tests.duel.pages import in_words
from tests.duel.replies.mailing import answer, key_of, write
from tests.duel.tables import assert_sound
from tests.duel.toy.rules import TOY
from tests.duel.toy.table import begin_of_three, board, letters, press

pytestmark = pytest.mark.words


def leave(game: Game, seat: int) -> None:
    resign(public_id=game.public_id, seat=seat, channel=Channel.LINK)
    game.refresh_from_db()


def hidden_number(game: Game, seat: int) -> int:
    number = TOY.dump(read_log(game).course.position)["numbers"][seat]
    assert isinstance(number, int)
    return number


def seat_of(game: Game, person: User) -> Seat:
    return Seat.objects.select_related("game", "user").get(game=game, user=person)


def play_between_two(game: Game) -> None:
    """Ada and Bruno play on by their links until Ada has won."""
    while game.to_move is not None:
        press(game, "two" if game.to_move == 0 else "one")


def test_two_play_on_to_the_end_when_the_third_resigns(
    game: Game, ada: User, bruno: User, carla: User
) -> None:
    press(game, "one")
    press(game, "one")
    leave(game, 2)
    assert (game.to_move, game.result) == (0, None)
    assert letters(game, "seat-left") == []  # who resigns knows it
    assert "Carla has left the game." in read(game, ada).text
    play_between_two(game)
    assert game.result == {"winners": [0], "by": ["count"]}
    assert letters(game, "game-over") == [ada.email, bruno.email, carla.email]
    assert "Ada won the game: five was counted." in read(game, carla, "game-over").text
    assert_sound(game)
    assert verify(export_game(game)).problems == ()
    out = StringIO()
    call_command("replaygames", "--jobs=1", stdout=out, stderr=StringIO())
    assert out.getvalue() == "Games replayed, all as they were written: 1.\n"


def test_the_pages_say_beforehand_what_leaving_means(
    traveller: time_machine.Traveller, ada: User, bruno: User, carla: User
) -> None:
    game = begin_of_three(ada, bruno, carla)
    more = more_address(game, seat_of(game, bruno))
    shown = " ".join(Client().get(more).content.decode().split())
    assert "I leave the game. The others play on." in shown
    start_clock(game)
    sweep_at(MONDAY + 25 * HOUR, traveller)
    told = " ".join(read(game, bruno, "time-is-up").text.split())
    assert "If you claim it, Ada leaves the game. The others play on." in told
    assert "call it off" not in told
    done = Client().post(more, {"act": "resign", "sure": "yes"}).content.decode()
    assert "You resigned." in done
    assert "You have left this game" in done
    assert "Nothing was changed." not in done


def test_the_turn_of_another_is_brought_anew_as_its_links_are_dead(game: Game, ada: User) -> None:
    leave(game, 2)
    assert letters(game, "your-turn") == [ada.email] * 2
    press(game, "one")
    assert game.to_move == 1


def test_whose_time_is_up_is_out_and_the_others_play_on(
    traveller: time_machine.Traveller, ada: User, bruno: User, carla: User
) -> None:
    game = begin_of_three(ada, bruno, carla)
    start_clock(game)
    sweep_at(MONDAY + 25 * HOUR, traveller)
    claim(public_id=game.public_id, seat=2, channel=Channel.LINK)
    game.refresh_from_db()
    assert (game.to_move, kinds(game)[-2:]) == (1, ["flag", "retire out"])
    letter = read(game, ada, "seat-left")
    assert "You ran out of time and are out of the game." in letter.text
    assert_sound(game)


def test_a_deleted_account_leaves_its_game_to_the_others(
    game: Game, ada: User, bruno: User, carla: User
) -> None:
    press(game, "one")
    delete_account(user=bruno)
    game.refresh_from_db()
    assert (game.to_move, game.result) == (2, None)
    assert "a player who left has left the game." in read(game, carla).text
    press(game, "one")
    delete_account(user=carla)
    game.refresh_from_db()
    assert game.result == {"winners": [0], "by": ["retire"]}
    assert letters(game, "game-over")[-1] == ada.email
    assert_sound(game)


def test_who_is_suspended_is_taken_out_and_an_operator_can_bring_them_back(
    game: Game, olga: User, carla: User
) -> None:
    press(game, "one")
    suspend(
        operator=olga,
        person=carla,
        reason="insults",
        games=GameFate.RESIGN,
        message_to_players="We had to.",
    )
    game.refresh_from_db()
    assert (game.result, game.seats.get(number=2).left_at is None) == (None, False)
    decision = game.decisions.get(act=Act.RETIRE)
    revoke(Ruling(olga, game.public_id, "A mistake.", game.seq), decision=decision)
    assert game.seats.get(number=2).left_at is None
    assert_sound(game)


def test_the_last_one_wins_and_nothing_is_shown_yet(game: Game, ada: User, olga: User) -> None:
    leave(game, 1)
    leave(game, 2)
    assert game.result == {"winners": [0], "by": ["retire"]}
    assert "You won the game: all others have left." in read(game, ada, "game-over").text
    assert game.secret_opens_at is not None
    assert game.ended_at is not None
    assert game.secret_opens_at > game.ended_at
    told = preview(Act.ROLLBACK, read_log(game), operator=olga, ply=1)
    assert "In the game again, with all that was theirs then: Carla." in told
    decide(Act.ROLLBACK, Ruling(olga, game.public_id, "We were asked.", game.seq), ply=1)
    game.refresh_from_db()
    assert (game.result, game.to_move) == (None, 0)
    assert_sound(game)


def test_who_has_left_sees_no_more_than_a_spectator(
    game: Game, ada: User, bruno: User, carla: User
) -> None:
    press(game, "peek")
    press(game, "one")
    leave(game, 0)
    page = board(game, ada)
    assert "You have left this game" in page
    assert page.count("a hidden number") == 2 * 3  # drawn, and in words
    assert f"peeks at {hidden_number(game, 1)}" not in page
    assert view_for(KnownGame.of(game), 0) == view_for(KnownGame.of(game), None)
    log = read_log(game)
    assert events_since(log, 0, 0) == events_since(log, 0, None)
    answer = Client().post(more_address(game, seat_of(game, ada)), {"act": "resign"})
    assert answer.status_code == 409
    with pytest.raises(HasLeft):
        leave(game, 0)


def test_a_reply_of_who_has_left_is_answered_and_does_nothing(game: Game, ada: User) -> None:
    seat = seat_of(game, ada)
    key = key_of(game, seat)
    leave(game, 0)
    mail = write(seat, "1", key=key)
    assert mail.outcome == "left"
    assert "You have left this game, and can no longer play in it." in answer(seat).body
    assert game.to_move == 1


def test_nobody_gives_time_to_who_has_left(game: Game) -> None:
    leave(game, 2)
    with pytest.raises(NobodyGetsTime):
        give_time(public_id=game.public_id, seat=0, to=2, hours=24, channel=Channel.LINK)
    give_time(public_id=game.public_id, seat=0, hours=24, channel=Channel.LINK)
    assert kinds(game)[-1].startswith("extend")


def test_one_who_has_left_finds_the_game_among_theirs(game: Game, carla: User, ada: User) -> None:
    leave(game, 2)
    browser = Client()
    browser.force_login(carla)
    assert "You have left; the others play on." in browser.get("/").content.decode()
    shown = browser.get(f"/games/{game.public_id}/", follow=True).content.decode()
    assert "You have left this game" in shown


def test_the_game_is_scored_where_that_was_agreed_on(ada: User, bruno: User, carla: User) -> None:
    game = begin_of_three(ada, bruno, carla, leaving="score")
    press(game, "one")
    press(game, "two")
    leave(game, 2)
    assert game.result == {"winners": [1], "by": ["score"]}
    assert letters(game, "game-over") == [ada.email, bruno.email, carla.email]
    assert kinds(game)[-1] == "retire score"
    for person, told, who in [
        (bruno, "You won the game", "Carla has left"),
        (carla, "Bruno won the game", "You have left"),
    ]:
        said = f"{told}: the game ended early, and its score counts. {who} the game."
        assert said in " ".join(read(game, person, "game-over").text.split())
    assert_sound(game)


@pytest.fixture
def offered(traveller: time_machine.Traveller, ada: User, bruno: User, carla: User) -> Game:
    """Bruno has left on his turn, and his seat is offered; the clocks ran until then."""
    game = begin_of_three(ada, bruno, carla, leaving="open")
    press(game, "two")
    start_clock(game)
    leave(game, 1)
    return game


def test_a_seat_is_offered_and_all_clocks_stand(offered: Game, ada: User, bruno: User) -> None:
    game = offered
    assert (game.to_move, game.deadline, game.alarm_at) == (1, None, None)
    assert not game.seats.filter(is_to_move=True).exists()
    assert "Bruno has left, and the seat is offered to others until Monday 9" in board(game, ada)
    assert board(game, bruno).count("a hidden number") == 2 * 3  # drawn, and in words
    with pytest.raises(SeatIsOpen):
        claim(public_id=game.public_id, seat=0, channel=Channel.LINK)
    with pytest.raises(AlreadySits):
        take_seat(public_id=game.public_id, by=bruno)
    assert_sound(game)


def test_the_last_letter_shows_who_has_left_nothing_hidden(
    offered: Game, ada: User, bruno: User, eve: User
) -> None:
    offer_to_cancel(public_id=offered.public_id, seat=0, channel=Channel.LINK)
    accept_offer(public_id=offered.public_id, seat=2, terms="cancel", channel=Channel.LINK)
    offered.refresh_from_db()
    assert offered.result == {"winners": [], "by": ["cancel"]}
    for content in (read(offered, bruno, "game-over").text, board(offered, bruno)):
        assert in_words(content).count("a hidden number") == 3
    assert in_words(board(offered, ada)).count("a hidden number") == 2
    browser = Client()
    browser.force_login(eve)
    page = browser.get(f"/challenge/{offered.public_id}").content.decode()
    assert "A seat beside" not in page
    assert_sound(offered)


def test_somebody_takes_it_from_the_list_and_plays_on(
    offered: Game, ada: User, carla: User, eve: User
) -> None:
    game, browser = offered, Client()
    number = hidden_number(game, 1)
    browser.force_login(eve)
    lobby = browser.get("/").content.decode()
    assert "Toy: play with Ada and Carla, in place of a player who left" in lobby
    page = browser.get(f"/challenge/{game.public_id}").content.decode()
    assert "A seat beside Ada and Carla is open: Toy" in page
    assert f"holds {number}" not in page
    browser.post(f"/challenge/{game.public_id}", {"act": "take"})
    game.refresh_from_db()
    assert (game.seats.get(number=1).user, game.seats.get(number=1).left_at) == (eve, None)
    assert f"Eve has counted 0 and holds {number}." in read(game, eve).text
    press(game, "one")
    told = " ".join(read(game, carla).text.split())
    assert "Eve plays on in the seat of a player who left." in told
    with pytest.raises(SeatIsTaken):
        take_seat(public_id=game.public_id, by=User.objects.create_user("dora@duelpost.example"))
    assert_sound(game)


def test_who_knows_the_cards_of_one_seat_does_not_take_another(
    offered: Game, client: Client, bruno: User, eve: User
) -> None:
    take_seat(public_id=offered.public_id, by=eve)
    leave(offered, 2)
    with pytest.raises(HasPlayedBefore):
        take_seat(public_id=offered.public_id, by=bruno)
    client.force_login(bruno)
    page = client.post(reverse("duel:challenge", args=[offered.public_id]), {"act": "take"})
    assert "You have played in this game before" in page.content.decode()
    assert not offered.seats.filter(user=bruno).exists()


def test_an_operator_who_has_left_is_shown_nothing_hidden_after_somebody_took_the_seat(
    offered: Game, client: Client, ada: User, bruno: User, eve: User
) -> None:
    bruno.is_staff = bruno.is_superuser = True
    bruno.save()
    take_seat(public_id=offered.public_id, by=eve)
    with pytest.raises(OwnGame):
        reveal(operator=bruno, game=offered, ply=0, reason="Who holds what?")
    assert own_games(bruno) == [offered.pk]
    assert play_together(bruno, ada.email)
    assert play_together(ada, bruno.email)
    assert not without_own(bruno, Game.objects.all()).exists()
    assert Game.objects.filter(has_part(bruno)).exists()
    client.force_login(bruno)
    for text, to in (("psst", [2]), ("hello", [])):
        write_note(seat=offered.seats.get(number=0), ply=offered.ply, text=text, to=to)
    page = client.get(reverse("admin:duel_game_change", args=[offered.pk])).content.decode()
    assert "“psst”" not in page
    assert "“hello”" not in page
    assert personal_data_of(bruno)["seats_taken_by_others"][0]["game__public_id"] == (
        offered.public_id
    )


def test_an_operator_who_has_left_reads_no_notes_as_an_operator(
    offered: Game, client: Client, bruno: User, olga: User
) -> None:
    bruno.is_staff = bruno.is_superuser = True
    bruno.save()
    write_note(seat=offered.seats.get(number=0), ply=offered.ply, text="hello")
    address = reverse("admin:duel_game_notes", args=[offered.pk])
    for operator, is_shown in ((bruno, False), (olga, True)):
        client.force_login(operator)
        page = client.post(address, {"reason": "We were asked."}, follow=True)
        assert ("“hello”" in page.content.decode()) == is_shown


def test_an_operator_finds_it_neither_stuck_nor_without_a_reason(
    offered: Game, client: Client, olga: User
) -> None:
    assert offered not in lists.stuck()
    client.force_login(olga)
    page = client.get(reverse("admin:duel_game_change", args=[offered.pk])).content.decode()
    assert "Bruno has left the game, " in page
    assert "The seat is offered to others until " in page
    assert "All clocks stand still: a seat is offered to others" in page
    assert "Bruno left the game (by a link); the seat is offered to others." in page


def test_an_operator_reopens_a_game_that_was_scored(
    ada: User, bruno: User, carla: User, olga: User
) -> None:
    game = begin_of_three(ada, bruno, carla, leaving="score")
    leave(game, 1)
    decide(Act.REOPEN, Ruling(olga, game.public_id, "Bruno plays on.", game.seq))
    game.refresh_from_db()
    assert (game.result, game.to_move) == (None, 0)
    for act in (Act.RETIRE, Act.AWARD):
        needed = {"seat": 1} if act is Act.RETIRE else {"winners": [2]}
        decide(act, Ruling(olga, game.public_id, "We were asked.", game.seq), **needed)
        game.refresh_from_db()
    award = game.decisions.get(act=Act.AWARD)
    back = revoke(Ruling(olga, game.public_id, "No, after all.", game.seq), decision=award)
    game.refresh_from_db()
    assert (back.act, game.result) == (Act.RETIRE, {"winners": [0, 2], "by": ["score"]})
    assert_sound(game)


def test_the_mover_of_a_vacant_seat_gets_no_time_back_for_a_mail(offered: Game) -> None:
    give_back_wait(offered.public_id, seat=1, received_at=MONDAY - HOUR, mail=0)
    assert kinds(offered)[-1] == "retire open"


def test_nobody_takes_it_and_after_a_week_it_is_out(
    offered: Game, carla: User, traveller: time_machine.Traveller
) -> None:
    sweep_at(MONDAY + 7 * DAY - HOUR, traveller)
    assert kinds(offered)[-1] == "retire open"
    sweep_at(MONDAY + 7 * DAY + HOUR, traveller)
    offered.refresh_from_db()
    assert (kinds(offered)[-1], offered.to_move) == ("retire out", 2)
    assert "Nobody has taken the seat of Bruno: it is out of the game." in read(offered, carla).text
    sweep_at(MONDAY + 7 * DAY + 2 * HOUR, traveller)
    assert kinds(offered).count("retire out") == 1
    assert_sound(offered)


def test_an_operator_may_fill_it(offered: Game, olga: User, eve: User) -> None:
    ruling = Ruling(olga, offered.public_id, "Eve plays on.", offered.seq)
    decide(Act.REPLACE, ruling, seat=1, by=eve)
    assert offered.seats.get(number=1).open_until is None
    assert "Eve has counted 0 and holds" in read(offered, eve).text
    assert_sound(offered)


def test_nobody_waits_alone_for_somebody_to_come(offered: Game, ada: User) -> None:
    leave(offered, 2)
    assert offered.result == {"winners": [0], "by": ["retire"]}
    assert kinds(offered)[-3:] == ["retire open", "retire out", "retire out"]
    assert letters(offered, "game-over")[0] == ada.email
    assert_sound(offered)


def test_the_terms_say_it_before_anybody_joins(ada: User, bruno: User, carla: User) -> None:
    game = propose(
        by=ada, terms=Terms(game="toy", seats=3, leaving="score"), invite=[], is_listed=True
    )
    browser = Client()
    browser.force_login(bruno)
    page = browser.get(f"/challenge/{game.public_id}").content.decode()
    assert "the game ends, and whoever is first among the others wins." in page
