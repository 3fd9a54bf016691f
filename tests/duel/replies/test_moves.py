"""Moves by reply: by number or in words, once, and only against the letter that is answered."""

from datetime import timedelta

import pytest
from django.utils import timezone

from accounts.models import User
from duel.models import Game, LogEntry, Note, Seat
from duel.record.log import read_log
from mail.models import InboundMail
from tests.duel.letter_links import mover, waiting
from tests.duel.replies.mailing import answer, answers, key_of, numbered, write
from tests.duel.tables import assert_sound, begin, make_final, submit


@pytest.fixture
def game(ada: User, bruno: User) -> Game:
    return begin(ada, bruno)


def last_move(game: Game) -> LogEntry:
    return game.entries.filter(kind="move").latest("seq")


def quiet_number(game: Game, seat: Seat) -> int:
    """The number of a take of three tokens, which ends the turn."""
    moves = numbered(game, seat)
    return next(
        at for at, move in enumerate(moves, 1) if move.startswith("take ") and len(move) > 12
    )


@pytest.mark.parametrize("form", ["{}", "{}.", "#{}", "n° {}", "no. {}", "{}\n\nAda"])
def test_a_number_plays_the_move_of_the_letter_that_is_answered(game: Game, form: str) -> None:
    seat = mover(game)
    number = quiet_number(game, seat)
    expected = numbered(game, seat)[number - 1]
    mail = write(seat, form.format(number))
    assert (mail.status, mail.outcome) == ("read", "played")
    entry = last_move(game)
    assert (entry.text, entry.seat, entry.channel) == (expected, seat.number, "mail")
    assert entry.time == mail.received_at
    assert_sound(game)


def test_a_move_in_words_is_played_and_told_in_the_first_line(game: Game) -> None:
    seat = mover(game)
    move = numbered(game, seat)[quiet_number(game, seat) - 1]
    write(seat, f"I {move.replace('take', 'take')}, please")
    assert last_move(game).text == move
    letter = answer(seat)
    assert letter.body.startswith("You took ")
    assert letter.extra_headers["Auto-Submitted"] == "auto-replied"
    assert letter.reply_to[0].startswith("play+g")


@pytest.mark.usefixtures("can_be_taken_back")
def test_the_answer_says_until_when_it_can_be_taken_back(game: Game) -> None:
    seat = mover(game)
    write(seat, str(quiet_number(game, seat)))
    letter = answer(seat)
    assert "You can take your turn back until" in letter.body
    mail = write(seat, "take back", key=key_of(game, seat))
    assert mail.outcome == "done"
    assert game.to_move == seat.number
    assert "YOUR MOVES" in answer(seat).body  # it is to be made again


def test_a_number_that_the_letter_does_not_have_plays_nothing(game: Game) -> None:
    seat = mover(game)
    mail = write(seat, "999")
    assert (mail.outcome, game.ply) == ("refused", 0)
    assert "There is no move 999" in answer(seat).body


def test_a_letter_whose_list_was_another_gives_no_move_by_number(game: Game) -> None:
    seat = mover(game)
    key = key_of(game, seat)
    moves = numbered(game, seat)
    from duel.record.links import reply_key

    other = reply_key(seat, game.ply, moves[::-1])
    assert other != key
    mail = write(seat, "1", key=other)
    assert (mail.outcome, game.ply) == ("refused", 0)
    assert write(seat, moves[0], key=other).outcome in ("played", "asked")


def test_a_number_and_words_that_do_not_go_together_play_nothing(game: Game) -> None:
    seat = mover(game)
    moves = numbered(game, seat)
    first, second = [at for at, move in enumerate(moves, 1) if move.startswith("take ")][:2]
    assert write(seat, f"{first}) {moves[second - 1]}").outcome == "refused"
    assert game.ply == 0
    assert write(seat, f"{first}) {moves[first - 1]}").outcome == "played"


def test_what_is_illegal_costs_nothing_and_brings_the_nearest_moves(game: Game) -> None:
    seat = mover(game)
    mail = write(seat, "buy 3.1")
    assert (mail.outcome, game.ply) == ("refused", 0)
    letter = answer(seat)
    assert "> buy 3.1" in letter.body
    assert "To send it to the operators instead:" in letter.body
    moves = numbered(game, seat)
    assert len(mail.reading["nearest"]) == 3
    for move in mail.reading["nearest"]:
        assert f"{moves.index(move) + 1}) " in letter.body


def test_garbage_is_answered_and_changes_nothing(game: Game) -> None:
    seat = mover(game)
    before = read_log(game).head
    mail = write(seat, "lorem ipsum dolor sit amet")
    assert mail.outcome == "refused"
    assert read_log(game).head == before
    assert "lorem ipsum" in answer(seat).body


def test_an_answer_to_an_older_letter_is_stale_and_says_what_happened(game: Game) -> None:
    first = mover(game)
    old = key_of(game, first)
    submit(game, numbered(game, first)[quiet_number(game, first) - 1])
    make_final(game)
    second = mover(game)
    submit(game, numbered(game, second)[quiet_number(game, second) - 1])
    make_final(game)
    ply = game.ply
    mail = write(first, str(quiet_number(game, first) + 1), key=old)
    assert (mail.outcome, game.ply) == ("stale", ply)
    body = answer(first).body
    assert "no longer the latest" in body
    assert "took" in body


def test_an_answer_to_a_letter_of_the_others_turn_is_stale_once_that_is_over(game: Game) -> None:
    other = waiting(game)
    old = key_of(game, other)
    assert write(other, "take a1 b1", key=old).outcome == "refused"
    assert "It was not your turn" in answers(other)[-1].body
    first = mover(game)
    submit(game, numbered(game, first)[quiet_number(game, first) - 1])
    make_final(game)
    assert write(other, "take a1 b1", key=old).outcome == "stale"
    assert "YOUR MOVES" in answers(other)[-1].body


def test_the_same_move_again_is_confirmed_and_not_played_twice(game: Game) -> None:
    seat = mover(game)
    key, number = key_of(game, seat), quiet_number(game, seat)
    assert write(seat, str(number), key=key).outcome == "played"
    answers(seat)
    mail = write(seat, str(number), key=key)
    assert (mail.outcome, game.ply) == ("repeated", 1)
    assert "This was played already" in answer(seat).body


def test_a_mail_that_comes_twice_is_confirmed_once_more(game: Game) -> None:
    seat = mover(game)
    key, number = key_of(game, seat), quiet_number(game, seat)
    write(seat, f"{number}\n\nto all: hello", key=key, message_id="<one@elsewhere.example>")
    answers(seat)
    again = write(
        seat, f"{number}\n\nto all: hello ", key=key, message_id="<one@elsewhere.example>"
    )
    assert (again.outcome, game.ply) == ("repeated", 1)
    assert Note.objects.count() == 1
    assert answer(seat).body.startswith("You took ")


def test_a_whole_turn_in_one_mail_is_played_as_a_whole_or_not_at_all(game: Game) -> None:
    first = mover(game)
    submit(game, numbered(game, first)[quiet_number(game, first) - 1])
    make_final(game)
    seat = mover(game)
    course = read_log(game).course
    use = next(move for move in numbered(game, seat) if move.startswith("use "))
    after = course.game.apply(course.position, use)
    take = next(move for move in course.game.legal(after) if move.startswith("take "))
    assert write(seat, f"{use}; buy 3.3").outcome == "refused"
    assert game.ply == 1
    assert write(seat, f"{use}\nthen {take}").outcome == "played"
    assert game.ply == 3


def test_a_note_goes_along_and_only_if_it_names_its_reader(game: Game) -> None:
    seat, other = mover(game), waiting(game)
    assert other.user is not None
    number = quiet_number(game, seat)
    mail = write(seat, f"{number}\nnote: you cannot win")
    assert (mail.outcome, game.ply, Note.objects.count()) == ("asked", 0, 0)
    assert "For whom is this note?" in answers(seat)[-1].body
    mail = write(seat, f"{number}\n\nto {other.user.name}: your move")
    assert mail.outcome == "played"
    assert Note.objects.get().text == "your move"


def test_a_preview_plays_nothing_and_reveals_nothing(game: Game) -> None:
    seat = mover(game)
    move = numbered(game, seat)[quiet_number(game, seat) - 1]
    mail = write(seat, f"preview {move}")
    assert (mail.outcome, game.ply) == ("previewed", 0)
    assert "Nothing was played" in answer(seat).body


def test_a_foreign_sender_plays_nothing_and_the_player_is_told(game: Game, eve: User) -> None:
    seat = mover(game)
    number = quiet_number(game, seat)
    mail = write(seat, str(number), sender=eve.email)
    assert (mail.outcome, mail.is_owner, game.ply) == ("foreign", False, 0)
    assert not answers(seat)
    (letter,) = answers(seat, "foreign-sender")
    assert seat.user is not None
    assert letter.to == [seat.user.email]
    assert eve.email in letter.body


def test_the_player_is_told_once_a_day_of_each_foreign_sender(
    game: Game, eve: User, olga: User
) -> None:
    seat = mover(game)
    for sender in (eve.email, olga.email, eve.email):
        write(seat, "This is no move.", sender=sender)
    letters = answers(seat, "foreign-sender")
    assert len(letters) == 2
    assert eve.email in letters[0].body
    assert olga.email in letters[1].body


def test_a_mail_that_fails_its_authentication_plays_nothing(game: Game) -> None:
    seat = mover(game)
    mail = write(seat, str(quiet_number(game, seat)), is_read=False)
    InboundMail.objects.filter(pk=mail.pk).update(is_authentic=False)
    from mail.inbound.processing import read_mail

    read_mail(mail.pk)
    game.refresh_from_db()
    assert game.ply == 0


def test_thanks_are_not_answered(game: Game) -> None:
    seat = mover(game)
    assert write(seat, "Thanks a lot!").outcome == "thanks"
    assert not answers(seat)


def test_who_wants_few_answers_gets_those_that_are_needed(game: Game) -> None:
    seat = mover(game)
    User.objects.filter(seats=seat).update(confirmations="needed")
    write(seat, "nonsense here")
    assert len(answers(seat)) == 1
    seat = mover(game)
    moved = write(seat, str(quiet_number(game, seat)))
    assert moved.outcome == "played"


def test_a_player_is_answered_twenty_times_a_day(game: Game) -> None:
    seat = mover(game)
    for _ in range(22):
        write(seat, "nonsense here")
    assert len(answers(seat)) == 20
    assert write(seat, str(quiet_number(game, seat))).outcome == "played"


def test_a_move_counts_when_it_was_received(game: Game) -> None:
    seat = mover(game)
    moment = timezone.now() - timedelta(seconds=30)
    mail = write(seat, str(quiet_number(game, seat)), received_at=moment)
    assert mail.outcome == "played"
    assert last_move(game).time == moment
