"""A link of an earlier turn is no dead end, and never good again."""

import re
from datetime import timedelta
from urllib.parse import unquote

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from accounts.models import User
from accounts.services.addresses import confirm
from duel.models import Game, LogEntry, Notice, Seat
from duel.play.moves import resign
from duel.play.turn_letters import ON_ITS_WAY, PER_DAY
from duel.record.links import Link, Purpose, link_token
from duel.seats.links import revoke_links
from engine.kinds import Channel
from mail.models import Letter
from mail.mutes import mute
from mail.outbox.delivery import deliver
from mail.reports.suppression import confirm_address, suppress
from mail.signals import delivery_trouble
from tests.accounts.confirmations import confirmation_token
from tests.duel.clocks.ticking import send_letters
from tests.duel.letter_links import board_address, more_address, move_address, mover, waiting
from tests.duel.letters.outbox import read
from tests.duel.tables import a_quiet_move, begin, make_final, play_any, submit

pytestmark = [pytest.mark.django_db, pytest.mark.words]

ON_ITS_WAY_WORDS = "The letter with your turn goes to your own address once more."


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


@pytest.fixture
def stale(game: Game) -> list[str]:
    """Links of each page from a turn of the seat that is to move again now."""
    seat = mover(game)
    links = [
        move_address(game, a_quiet_move(game)),
        board_address(game, seat),
        more_address(game, seat),
        address(game, seat, Purpose.TIME, "duel:time"),
        address(game, seat, Purpose.PAYMENTS, "duel:payments"),
    ]
    submit(game, a_quiet_move(game))
    while game.to_move != seat.number:
        play_any(game)
    return links


def address(game: Game, seat: Seat, purpose: Purpose, page: str) -> str:
    link = Link(game.pk, seat.number, game.ply)
    return reverse(page, args=[link_token(purpose, link, epoch=seat.link_epoch)])


def player(game: Game) -> User:
    user = mover(game).user
    assert user is not None
    return user


def asking(client: Client, link: str) -> str:
    """Where the button on the page of an old link leads."""
    found = re.search(r'action="(/letter/[^"]+)"', client.get(link).content.decode())
    assert found is not None
    return found[1]


def letters_on_request() -> list[Letter]:
    return list(Letter.objects.filter(kind="turn-asked-for").order_by("pk"))


def test_it_leads_its_player_who_is_signed_in_to_the_board(
    client: Client, game: Game, stale: list[str]
) -> None:
    client.force_login(player(game))
    for link in stale:
        page = client.get(link).content.decode()
        assert "What happened since" in page
        assert f'class="button" href="{board_address(game, mover(game))}"' in page
        assert "/letter/" not in page, "On the board there is all that the letter has."


def test_pressed_by_its_player_who_is_signed_in_it_plays_nothing_and_leads_on(
    client: Client, game: Game, stale: list[str]
) -> None:
    client.force_login(player(game))
    before = LogEntry.objects.filter(kind="move").count()
    answer = client.post(board_address(game, mover(game), "duel:take-back"))
    assert answer.status_code == 409
    answer = client.post(stale[2], {"act": "resign", "sure": "yes"})
    assert answer.status_code == 409
    assert board_address(game, mover(game)) in answer.content.decode()
    assert LogEntry.objects.filter(kind="move").count() == before


def test_it_opens_nothing_to_anybody_else(
    client: Client, game: Game, stale: list[str], eve: User
) -> None:
    current = f"/{link_token(Purpose.BOARD, Link(game.pk, game.to_move or 0, game.ply), epoch=0)}"
    for reader in (None, eve, waiting(game).user):
        if reader is not None:
            client.force_login(reader)
        for link in stale:
            answer = client.get(link)
            page = answer.content.decode()
            assert answer.status_code == 200
            assert "The game has moved on" in page or "You played this move" in page
            assert current not in page
            assert player(game).email not in page
            assert game.public_id not in page


@pytest.mark.usefixtures("can_be_taken_back")
def test_taking_back_pressed_again_days_later_opens_no_board(client: Client, game: Game) -> None:
    seat = mover(game)
    submit(game, a_quiet_move(game))
    press = board_address(game, seat, "duel:take-back")
    assert "It is your turn." in client.post(press, follow=True).content.decode()
    submit(game, a_quiet_move(game))
    make_final(game)
    submit(game, a_quiet_move(game))
    make_final(game)
    page = client.post(press, follow=True).content.decode()
    assert "The game has moved on" in page
    assert "/go/" not in page


def test_reporting_trouble_by_an_old_link_opens_no_board(client: Client, game: Game) -> None:
    seat = mover(game)
    link = address(game, seat, Purpose.TROUBLE, "duel:trouble")
    assert board_address(game, seat) in client.get(link).content.decode()
    submit(game, a_quiet_move(game))
    while game.to_move != seat.number:
        play_any(game)
    report = {"topic": "mistake", "text": "I meant another one."}
    for page in (client.get(link), client.post(link, report, follow=True)):
        assert page.status_code == 200
        assert "/board/" not in page.content.decode()


def test_signing_in_leads_back_to_the_board(client: Client, game: Game, stale: list[str]) -> None:
    for link in stale:
        page = client.get(link).content.decode()
        found = re.search(r'href="/[^"]*\?next=([^"]+)"', page)
        assert found is not None
        way_back = unquote(found[1])
        assert way_back == f"{link}?board", "It names nothing that the reader does not have."
        assert client.get(way_back).status_code == 200
    take_back = stale[1] + "/take-back"
    assert f"?next={stale[1]}%3Fboard" in client.post(take_back).content.decode()
    client.force_login(player(game))
    for link in stale:
        assert client.get(f"{link}?board")["Location"] == board_address(game, mover(game))


def test_the_present_turn_is_sent_again_to_the_players_own_address(
    client: Client, game: Game, stale: list[str]
) -> None:
    reader = player(game)
    where = asking(client, stale[0])
    assert not letters_on_request(), "Opening the page sends nothing."
    client.get(where)
    assert not letters_on_request()
    page = client.post(where).content.decode()
    assert ON_ITS_WAY_WORDS in page
    [letter] = letters_on_request()
    assert letter.to == reader.email
    again, first = read(game, reader, "turn-asked-for"), read(game, reader)
    assert (again.subject, again.text, again.html) == (first.subject, first.text, first.html)
    assert reader.email not in page


def test_a_double_click_sends_one_letter(client: Client, game: Game, stale: list[str]) -> None:
    for link in (stale[0], stale[0], stale[1]):
        assert ON_ITS_WAY_WORDS in client.post(asking(client, link)).content.decode()
    assert len(letters_on_request()) == 1


def test_in_a_day_few_letters_are_sent_again(client: Client, game: Game, stale: list[str]) -> None:
    start = timezone.now()
    for number in range(PER_DAY + 2):
        with time_machine.travel(start + number * (ON_ITS_WAY + timedelta(seconds=1))):
            page = client.post(asking(client, stale[0])).content.decode()
            assert ("sent again several times today" in page) == (number >= PER_DAY)
    assert len(letters_on_request()) == PER_DAY
    with time_machine.travel(start + timedelta(days=2)):
        client.post(asking(client, stale[0]))
    assert len(letters_on_request()) == PER_DAY + 1


def test_what_was_asked_for_comes_whatever_was_wished_of_other_letters(
    client: Client, game: Game, stale: list[str]
) -> None:
    reader = player(game)
    mute(address=reader.email, topic=f"game:{game.public_id}")
    User.objects.filter(pk=reader.pk).update(letters=User.Letters.DIGEST)
    client.post(asking(client, stale[0]))
    [letter] = letters_on_request()
    deliver(letter.pk)
    assert [sent.to for sent in mail.outbox] == [[reader.email]]


def test_the_clock_is_not_changed_by_it(client: Client, game: Game, stale: list[str]) -> None:
    send_letters(game)
    deadline, entries = game.deadline, game.entries.count()
    assert deadline is not None
    with time_machine.travel(timezone.now() + timedelta(hours=5)):
        client.post(asking(client, stale[0]))
        send_letters(game)
    assert (game.deadline, game.entries.count()) == (deadline, entries)
    [copy] = letters_on_request()
    assert copy.status == Letter.Status.SENT
    delivery_trouble.send(Letter, address=copy.to, letter=copy, reason="bounced")
    game.refresh_from_db()
    assert game.deadline == deadline, "Nor does it stand still if the copy comes back."


def test_nothing_goes_to_an_address_that_was_put_aside_and_the_way_back_is_told(
    client: Client, game: Game, stale: list[str]
) -> None:
    """The answer is the same: readers of an old link do not learn it."""
    where = asking(client, stale[0])
    suppress(address=player(game).email, reason="bounced", at=timezone.now())
    aside = client.post(where).content
    assert not letters_on_request()
    assert b"confirm your address or give another one" in aside
    confirm_address(player(game).email)
    assert client.post(where).content == aside
    assert len(letters_on_request()) == 1


def test_while_it_is_the_opponents_turn_there_is_nothing_to_send(
    client: Client, game: Game
) -> None:
    seat = mover(game)
    link = board_address(game, seat)
    submit(game, a_quiet_move(game))
    while game.to_move != seat.number:
        play_any(game)
    where = asking(client, link)
    submit(game, a_quiet_move(game))
    page = client.get(link).content.decode()
    assert f"It is {mover(game).user}’s turn." in page
    assert "/letter/" not in page
    assert "Sign in and open the board" in page
    assert "It is not your turn." in client.post(where).content.decode()
    assert not letters_on_request()


@pytest.mark.usefixtures("can_be_taken_back")
def test_a_turn_that_is_not_final_is_neither_told_nor_sent(client: Client, game: Game) -> None:
    first, link = mover(game), ""
    for seat in (first, waiting(game)):
        if seat != first:
            link = board_address(game, seat)
        submit(game, a_quiet_move(game))
        Game.objects.update(unsent_until=timezone.now())
    game.refresh_from_db()
    before = client.get(link).content
    where = address(game, waiting(game), Purpose.LETTER, "duel:turn-letter")
    submit(game, a_quiet_move(game))
    assert client.get(link).content == before
    assert "It is not your turn." in client.post(where).content.decode()
    assert not letters_on_request()


def test_a_link_of_a_game_that_is_over_offers_the_board_to_its_player_alone(
    client: Client, game: Game, stale: list[str]
) -> None:
    where, seat, reader = asking(client, stale[0]), mover(game), player(game)
    resign(public_id=game.public_id, seat=seat.number, channel=Channel.WEB)
    page = client.get(stale[1]).content.decode()
    assert "This game is over" in page
    assert "Sign in and open the board" in page
    assert "/letter/" not in page
    assert "This game is over." in client.post(where).content.decode()
    assert not letters_on_request()
    client.force_login(reader)
    board = client.get(f"{stale[1]}?board", follow=True).content.decode()
    assert "you resigned" in board
    assert "How it stood at the end" in board


def test_a_revoked_link_sends_nothing_and_tells_nothing(
    client: Client, game: Game, stale: list[str]
) -> None:
    where, seat, reader = asking(client, stale[0]), mover(game), player(game)
    revoke_links(seat=Seat.objects.select_related("game", "user").get(pk=seat.pk))
    for link in (*stale, where):
        answer = client.get(link)
        assert answer.status_code == 410
        assert "This link was revoked." in answer.content.decode()
        assert "<form" not in answer.content.decode()
    assert client.post(where).status_code == 410
    assert not letters_on_request()
    client.force_login(reader)
    answer = client.get(stale[0], follow=True)
    assert "It is your turn." in answer.content.decode()


def test_a_copy_that_waits_does_not_go_to_an_address_that_was_left(
    client: Client, game: Game, stale: list[str]
) -> None:
    client.post(asking(client, stale[0]))
    [letter] = letters_on_request()
    confirm(token=confirmation_token(player(game), "new@elsewhere.example"))
    deliver(letter.pk)
    assert not [sent for sent in mail.outbox if "/board/" in str(sent.body)]
    letter.refresh_from_db()
    assert letter.status == Letter.Status.DROPPED


def test_who_is_suspended_is_sent_nothing(client: Client, game: Game, stale: list[str]) -> None:
    where = asking(client, stale[0])
    User.objects.filter(pk=player(game).pk).update(suspended_at=timezone.now())
    assert client.post(where).status_code == 404
    assert not letters_on_request()


def test_what_has_brought_the_turn_is_left_as_it_was(
    client: Client, game: Game, stale: list[str]
) -> None:
    notices = list(Notice.objects.exclude(kind="turn-asked-for").values_list("key", "cancelled_at"))
    client.post(asking(client, stale[0]))
    after = list(Notice.objects.exclude(kind="turn-asked-for").values_list("key", "cancelled_at"))
    assert notices == after
