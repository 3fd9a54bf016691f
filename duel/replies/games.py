"""Reads a mail that answers a letter about a game: does what it asks for, and posts the answer."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from django.utils import timezone
from django.utils.translation import gettext

from accounts.models import User
from accounts.models.person import speaking_to
from accounts.selectors import is_known_path
from accounts.services.senders import ask_whose_mail, post_foreign_sender
from duel.errors import BrokenGame, GameIsOver, HasLeft, Refused, RevokedLink, SuspendedPlayer
from duel.integrity.divergences import check_broken_game
from duel.perspective.perspective import PlayerPerspective, perspective_of_stored_seat
from duel.play.notes import write_note
from duel.play.orders import write_memo
from duel.record.links import GAME
from duel.replies.acts import do
from duel.replies.answers import answer_again, post_answer
from duel.replies.problems import problem_sentence, unreadable_sentence
from duel.replies.reply import Answer, Reply
from duel.replies.routes import route_to_game
from duel.replies.turns import play_reply, preview_reply
from duel.replies.words.parts import parts_of
from duel.replies.words.reading import ParsedReply, parse_reply
from duel.timekeeping.mail import give_back_wait
from duel.timekeeping.returned_letters import person_is_here
from duel.words.naming import joined
from mail.inbound.door.limits import may_ask_owner
from mail.inbound.registry import Outcome, ReceivedMail, reads_replies
from mail.models import Letter, OutcomeCode

QUOTED = 2000
"""The number of characters of a mail that are stored and quoted."""

_UNDERSTOOD = ("played", "done", "shown", "helped")
"""Texts with other codes may have been meant for another player."""


def answer_unreadable(received: ReceivedMail) -> Outcome:
    """Tell the writer of a mail that broke its reader that it was not read."""
    perspective = _perspective_of(received)
    player = perspective.seat.user if perspective else None
    is_theirs = player is not None and player.pk == received.number("person")
    if perspective is None or player is None or not is_theirs or not received.is_owner:
        return Outcome(OutcomeCode.UNREADABLE)
    with speaking_to(player):
        answer = Answer(OutcomeCode.UNREADABLE, [unreadable_sentence()])
        post_answer(answer, received, perspective, player)
    return Outcome(OutcomeCode.UNREADABLE, asdict(answer))


@reads_replies(GAME, name="game", resolve=route_to_game, answer_unreadable=answer_unreadable)
def read_reply(received: ReceivedMail) -> Outcome:
    """Return what became of a mail to the reply address of a letter about a game."""
    perspective = _perspective_of(received)
    if perspective is None:
        return Outcome("gone")
    outcome = _outcome(received, perspective)
    if received.is_owner:
        with suppress(BrokenGame, GameIsOver):  # it has no clock that could be set right
            give_back_wait(
                perspective.game.public_id,
                seat=perspective.number,
                received_at=received.received_at,
                mail=received.pk,
            )
    return outcome


def _perspective_of(received: ReceivedMail) -> PlayerPerspective | None:
    """Return the game of the answered letter as the player in its seat knows it."""
    return perspective_of_stored_seat(received.number("seat"))


def _outcome(received: ReceivedMail, perspective: PlayerPerspective) -> Outcome:
    player = perspective.seat.user
    if player is None or player.pk != received.number("person"):
        return Outcome("gone")  # somebody else sits there by now, or nobody
    if not received.is_owner:
        # The owner of a dead key is not asked about senders.
        if not received.facts["is_revoked"] and may_ask_owner(received.about):
            _report_foreign_sender(player, received.sender)
        return Outcome("foreign")
    if received.is_unproved and not _is_confirmed(received, player):
        ask_whose_mail(person=player, mail=received.pk, path=received.path)
        return Outcome(OutcomeCode.UNCONFIRMED, {"quote": received.text[:QUOTED]})
    if received.repeats is not None:
        answer_again(received, perspective, player)
        return Outcome("repeated", {"quote": received.text[:QUOTED]})
    if received.is_authentic is False and not may_ask_owner(received.about):
        return Outcome("unproved")  # the owner was told today that somebody uses their name
    with speaking_to(player):
        answer = _answer(received, perspective, player)
        requested = _for_the_service(received.text) if answer.code in _UNDERSTOOD else ""
        answer = replace(answer, quote=received.text[:QUOTED], requested=requested[:QUOTED])
        post_answer(answer, received, perspective, player)
    return Outcome(answer.code, asdict(answer))


def _answer(received: ReceivedMail, perspective: PlayerPerspective, player: User) -> Answer:
    seat = perspective.seat
    if received.is_authentic is False:
        sentence = gettext(
            "A mail in your name came for this game, but nothing proves that it is from you. "
            "Nothing was done. If you wrote it, please use the links in our letters."
        )
        return Answer("unproved", [sentence])
    if player.suspended_at is not None:
        return Answer("suspended", [str(SuspendedPlayer())])
    if received.facts["is_revoked"]:
        return Answer("revoked", [str(RevokedLink())])
    if seat.has_left:
        return Answer("left", [str(HasLeft())], can_be_report=True)
    reply = Reply(received, perspective, player)
    # Before the act, which changes the game.
    is_held = seat.game.to_move == seat.number and seat.game.deadline is None
    try:
        perspective.read_log()  # nothing is done in a game whose record is damaged
        answer = _act(reply)
        if is_held:  # perhaps as letters came back: a player who writes can be reached
            person_is_here(player)
    except BrokenGame as broken:
        check_broken_game(broken.game)
        sentence = gettext("The record of this game is damaged. The operators have been told.")
        return Answer("broken", [sentence])
    return answer


def _is_confirmed(received: ReceivedMail, player: User) -> bool:
    """Return whether the player has confirmed this mail, or its way to us, as theirs."""
    is_confirmed = bool(received.facts.get("is_confirmed"))
    return is_confirmed or is_known_path(player, sender=received.sender, path=received.path)


def _for_the_service(text: str) -> str:
    """Return the text without what its writer meant for themselves or for other players."""
    parts = (part for part in parts_of(text) if part.kind in ("rest", "trouble"))
    return "\n".join(part.text for part in parts if part.text)


def _report_foreign_sender(player: User, address: str) -> None:
    """Post the letter about mail from another address to the player, once a day for each."""
    letters = Letter.objects.filter(
        to=player.email,
        kind="foreign-sender",
        created_at__gt=timezone.now() - timedelta(days=1),
        data__address=address,
    )
    if address and not letters.exists():
        post_foreign_sender(person=player, address=address)


def _act(reply: Reply) -> Answer:
    """Do what the reply asks for: a move, something else, or only words for somebody."""
    perspective = reply.perspective
    received, player = reply.received, reply.player
    parsed = parse_reply(
        received.text,
        language=player.language,
        names=perspective.names,
        seat=perspective.number,
        earlier=perspective.earlier_names,
        today=timezone.localdate(received.received_at, ZoneInfo(player.time_zone)),
    )
    if parsed.problem:
        question = problem_sentence(parsed.problem, parsed.quoted, parsed.candidates)
        return Answer("asked", [question], can_be_report=True)
    if parsed.preview:
        return preview_reply(reply, parsed)
    if parsed.code is not None or parsed.turn:
        return _with_words(reply, parsed, _with_orders(reply, parsed, play_reply(reply, parsed)))
    if parsed.ask is not None:
        return _with_words(reply, parsed, do(reply, parsed.ask))
    if parsed.notes or parsed.memo:
        return _with_words(reply, parsed, Answer("done", is_needed=False))
    return Answer("thanks", is_silent=True)


def _with_orders(reply: Reply, parsed: ParsedReply, answer: Answer) -> Answer:
    """Return the answer once the orders behind the moves are written, if the moves count."""
    if parsed.ask is None:
        return answer
    if answer.code not in ("played", "asked", "repeated"):
        return replace(answer, said=[*answer.said, gettext("Your orders were not kept.")])
    written = do(reply, parsed.ask)
    return replace(answer, said=[*answer.said, *written.said], is_needed=True)


def _with_words(reply: Reply, parsed: ParsedReply, answer: Answer) -> Answer:
    """Return the answer once the words that came along are kept, unless the rest was refused."""
    perspective = reply.perspective
    if answer.code not in ("played", "asked", "done", "shown", "helped"):
        return answer
    sentences = list(answer.said)
    if parsed.notes:
        # With a move it belongs to the ply from which that was made, else to the present one.
        ply = reply.ply if answer.moves else perspective.game.ply
        try:
            for readers in dict.fromkeys(note.to for note in parsed.notes):
                words = " ".join(note.text for note in parsed.notes if note.to == readers)
                write_note(seat=perspective.seat, ply=ply, text=words, to=readers)
                sentences.append(_note_is_kept(reply, readers))
        except Refused as refusal:
            sentences.append(str(refusal))
            answer = replace(answer, is_needed=True)
    if parsed.memo:
        write_memo(seat=perspective.seat, text=parsed.memo)
        sentences.append(gettext("Your memo will stand in the letter with your next turn."))
    return replace(answer, said=sentences)


def _note_is_kept(reply: Reply, readers: Sequence[int]) -> str:
    """Return that a note is kept, and who alone reads it unless all others do."""
    if len(readers) == len(reply.perspective.names) - 1:
        return gettext("Your note goes with the next letter.")
    sentence = gettext(
        "Your note goes with the next letter to %(names)s; no other player reads it."
    )
    return sentence % {"names": joined([reply.perspective.names[seat] for seat in readers])}
