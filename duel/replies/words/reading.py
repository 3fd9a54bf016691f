"""Parses what the newest text of a reply asks for; the readers of replies call it.

Every word is accounted for, or the reply has a `problem` and nothing else. All languages are always
understood; the reader's own only settles what means different things, as `3/4`.

One reply asks for moves or for one other thing. Notes, a memo and courtesy may come with either,
and orders for the turn after with moves. What is no ask and no number is left to the reader of the
game, which has its own refusals.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date

from duel.replies.words import spans
from duel.replies.words.addressees import Addressees, UnclearNameError
from duel.replies.words.asks import Ask, AskKind
from duel.replies.words.parts import Part, parts_of, turns_of
from duel.replies.words.patterns import (
    Pattern,
    can_be_ask,
    patterns,
    plain_words,
    tokens_of,
    with_seats,
    without_courtesies,
)
from engine.reading.tokens import LINE_END
from lib.languages import alternatives, words

LONGEST_ASK = 300
"""Characters of plain words; no ask needs half of them."""

_ASK_MARK = "\ufffc"
"""Replaces an ask, so that greetings before it and names behind it are known as such."""

_JOINING = (AskKind.ACCEPT, AskKind.JOIN, AskKind.YES)
_YES = words("replies.toml", "yes")
_SIGN = alternatives("replies.toml", "codes", "sign")
_NUMBER_SIGN = rf"(?:\#|n\s?°|(?:{_SIGN})\b\.?)"
_CODE = re.compile(
    rf"(?:(?:{alternatives('replies.toml', 'codes', 'play')}) )?"
    rf"(?:(?:{alternatives('replies.toml', 'codes', 'article')}) )?"
    rf"(?:(?:\#|n °|{_SIGN}|{alternatives('replies.toml', 'codes', 'noun')}) ){{0,2}}"
    r"([1-9][0-9]{0,3})"
)
_CODE_AND_WORDS = re.compile(
    rf"\s*(?:{_NUMBER_SIGN}\s*([1-9][0-9]{{0,3}})(?:\s*[.):]|\s+[-–—])?|([1-9][0-9]{{0,3}})"
    r"(?:[.):]|\s+[-–—]))\s+(?=[^\W\d])(.+)",
    re.IGNORECASE | re.DOTALL,
)
_PREVIEW = re.compile(
    rf"\s*(?:{alternatives('replies.toml', 'preview')})\b\s*:?\s*(.*)", re.I | re.S
)
_WORD_BEHIND = re.compile(
    rf"[,;.]?\s(?:{alternatives('replies.toml', 'headings', 'word_behind')})\s{{0,9}}:",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Note:
    """Words to other players."""

    to: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True)
class ParsedReply:
    """What a reply asks for; with a `problem` it has only `quoted` and `candidates` beside it."""

    ask: Ask | None = None
    """Beside moves there are only orders."""
    code: int | None = None
    """A number of the letter that is answered. With a `turn` beside it both must be one move."""
    turn: str = ""
    """What is left for the reader of the game, perhaps in several lines."""
    notes: tuple[Note, ...] = ()
    memo: str = ""
    preview: bool = False
    """`code` or `turn` is only to be described, not played."""
    thanks: bool = False
    """Mere courtesy: nothing to do and nothing to answer."""
    problem: str = ""
    """Why it must be asked back: `bare_note`, `empty_note`, `unknown_name`, `unclear_name`,
    `several_asks`, `ask_with_more`, `resign_with_more`, `bad_time`, `bad_days`, `empty`."""
    quoted: str = ""
    """The words that the problem is about, as they were written."""
    candidates: tuple[str, ...] = ()
    """Of an `unclear_name` or `unknown_name`: who may be meant, each as they can be addressed."""


class _Unclear(Exception):
    """The reply cannot be taken as a whole."""

    def __init__(self, problem: str, quoted: str = "", candidates: tuple[str, ...] = ()) -> None:
        self.reply = ParsedReply(problem=problem, quoted=quoted, candidates=candidates)


@dataclass(frozen=True, slots=True)
class _Writer:
    """The writer of the reply, and their day when it came in."""

    language: str
    names: Sequence[str]
    seat: int
    today: date
    earlier: Sequence[Sequence[str]] = ()


def parse_reply(
    text: str,
    *,
    language: str,
    names: Sequence[str],
    seat: int,
    today: date,
    earlier: Sequence[Sequence[str]] = (),
) -> ParsedReply:
    """Return what the newest text of a reply asks for; never raise.

    `names` are those of the players by seat, `earlier` names from before (`Addressees`), `seat` is
    the writer's, `today` the writer's day.
    """
    try:
        return _whole(parts_of(text), _Writer(language, names, seat, today, earlier))
    except _Unclear as unclear:
        return unclear.reply


def _whole(parts: Sequence[Part], writer: _Writer) -> ParsedReply:
    for part in parts:
        if part.kind == "bare":
            raise _Unclear("bare_note", part.text)
        if part.kind in ("note", "memo", "order", "trouble") and not part.text:
            raise _Unclear("empty_note", part.names)
    notes = tuple(_note(part, writer) for part in parts if part.kind == "note")
    memo = "\n".join(part.text for part in parts if part.kind == "memo")
    asks, left = _asks(parts, writer)
    if len(set(asks)) > 1:
        kinds = {ask.kind for ask in asks}
        raise _Unclear("resign_with_more" if _resigns(kinds) else "several_asks")
    text = "\n".join(left)
    rest = text.replace(_ASK_MARK, "").strip()
    # Only beside an ask does a name ask for nothing: people may be called like a move.
    is_left = _is_more_than_courtesy(text, writer.names if asks else ())
    if asks:
        if _resigns({asks[0].kind}) and (is_left or notes or memo):
            raise _Unclear("resign_with_more")
        moves = _moves_before_orders(parts, asks[0], rest, writer) if is_left else ParsedReply()
        return replace(moves, ask=asks[0], notes=notes, memo=memo)
    if is_left:
        return replace(_moves(rest, writer), notes=notes, memo=memo)
    if notes or memo:
        return ParsedReply(notes=notes, memo=memo)
    if not rest:
        raise _Unclear("empty")
    return ParsedReply(thanks=True)


def _is_more_than_courtesy(text: str, names: Sequence[str]) -> bool:
    unread = without_courtesies(tokens_of(text), names)
    return any(token.text not in (_ASK_MARK, LINE_END) for token in unread)


def _moves_before_orders(
    parts: Sequence[Part], ask: Ask, rest: str, writer: _Writer
) -> ParsedReply:
    """Return the moves before orders; raise for anything else beside an ask.

    Text behind orders may be meant as one more of them, and is not played.
    """
    if ask.kind is AskKind.ORDER:
        first = next(place for place, part in enumerate(parts) if part.kind == "order")
        behind = "\n".join(part.text for part in parts[first:] if part.kind == "rest")
        moves = _moves(rest, writer)
        if not moves.preview and not _is_more_than_courtesy(behind, writer.names):
            return moves
    raise _Unclear("ask_with_more", rest)


def _resigns(kinds: set[AskKind]) -> bool:
    return bool(kinds & {AskKind.RESIGN, AskKind.RESIGN_SURELY})


def _note(part: Part, writer: _Writer) -> Note:
    table = Addressees(writer.names, writer.seat, writer.earlier)
    try:
        return Note(table.seats_named(part.names), part.text)
    except UnclearNameError as unclear:
        problem = "unclear_name" if unclear.is_known else "unknown_name"
        raise _Unclear(problem, part.names, unclear.candidates) from None


def _asks(parts: Sequence[Part], writer: _Writer) -> tuple[list[Ask], list[str]]:
    """Return what is asked for beside the moves, and the lines that are no ask."""
    asks: list[Ask] = []
    left: list[str] = []
    orders = tuple(turn for part in parts if part.kind == "order" for turn in turns_of(part))
    if orders:
        asks.append(Ask(AskKind.ORDER, texts=orders))
    trouble = [part.text for part in parts if part.kind == "trouble"]
    if trouble:
        asks.append(Ask(AskKind.TROUBLE, texts=("\n\n".join(trouble),)))
    for part in parts:
        if part.kind == "rest":
            _add_asks(part.text, writer, asks, left)
    for part in parts:
        if part.kind == "word":
            _add_word(part, asks, left)
    return asks, left


def _add_asks(text: str, writer: _Writer, asks: list[Ask], left: list[str]) -> None:
    """Sort paragraphs and, where one is no ask, its lines into asks and what is left."""
    for paragraph in re.split(r"\n\s*\n", text):
        ask = ask_in(paragraph, writer)
        for line in [paragraph] if ask else paragraph.split("\n"):
            if one := ask or ask_in(line, writer):
                asks.append(one)
            left.append(_ASK_MARK if one else line)


def _add_word(part: Part, asks: list[Ask], left: list[str]) -> None:
    """Add a word for the shuffle to the ask that accepts the invitation, or leave its heading."""
    if len(asks) == 1 and asks[0].kind in _JOINING and part.text:
        asks[0] = replace(asks[0], word=part.text)
    else:
        left.append(part.heading)


def ask_in(text: str, writer: _Writer) -> Ask | None:
    """Return the ask that the whole text is, courtesy aside; None for other texts."""
    if len(text) > LONGEST_ASK * 4:
        return None
    tokens = tokens_of(text)
    bare = without_courtesies(tokens, writer.names)
    for some in (tokens, bare):
        ask = _ask(plain_words(some), writer)
        if ask:
            surely = ask.kind == AskKind.RESIGN and tokens[0].plain in _YES
            return replace(ask, kind=AskKind.RESIGN_SURELY) if surely else ask
    if mark := _WORD_BEHIND.search(text.strip()):
        before, word = text.strip()[: mark.start()].rstrip(), text.strip()[mark.end() :].strip()
        ask = ask_in(before, writer) if before and word and "\n" not in before + word else None
        return replace(ask, word=word) if ask and ask.kind in _JOINING else None
    return None


def _ask(words: str, writer: _Writer) -> Ask | None:
    if not words or len(words) > LONGEST_ASK:
        return None
    for some in dict.fromkeys((words, with_seats(words, writer.names))):
        for pattern, match in _matches(some) if can_be_ask(some) else ():
            if ask := _with_facts(pattern, match, writer):
                return ask
    return None


def _matches(words: str) -> Iterator[tuple[Pattern, re.Match[str]]]:
    is_question = words.endswith(" ?")
    phrase = words.removesuffix(" ?") + " "
    for pattern in patterns():
        if (pattern.may_ask or not is_question) and (match := pattern.regex.fullmatch(phrase)):
            yield pattern, match


def _with_facts(pattern: Pattern, match: re.Match[str], writer: _Writer) -> Ask | None:
    """Return the ask with its facts; None if it names the writer as somebody else."""
    facts = {name.rstrip("0123456789"): fact for name, fact in match.groupdict().items() if fact}
    seat = int(facts["seat"]) if "seat" in facts else None
    if seat == writer.seat:
        return None
    if pattern.kind in (AskKind.MORE_TIME, AskKind.GIVE_TIME):
        hours = spans.hours_in(facts.get("time", ""))
        if not hours:
            raise _Unclear("bad_time", match[0].strip())
        return Ask(pattern.kind, hours, seat if pattern.kind is AskKind.GIVE_TIME else None)
    if pattern.kind is AskKind.HOLIDAY:
        try:
            first, last = spans.days_in(
                facts.get("days", ""), today=writer.today, language=writer.language
            )
        except spans.UnclearDaysError:
            raise _Unclear("bad_days", match[0].strip()) from None
        return Ask(pattern.kind, first=first, last=last)
    return Ask(pattern.kind)


def _moves(rest: str, writer: _Writer) -> ParsedReply:
    """Return what is said of moves: a number of the letter, words for the reader, or both."""
    preview = _PREVIEW.fullmatch(rest)
    text, is_preview = preview[1].strip() if preview else rest, bool(preview)
    if not text:
        raise _Unclear("empty", rest)
    tokens = tokens_of(text)
    for some in (tokens, without_courtesies(tokens, writer.names)):
        if code := _CODE.fullmatch(plain_words(some)):
            return ParsedReply(code=int(code[1]), preview=is_preview)
    if both := _CODE_AND_WORDS.fullmatch(text):
        code_number = int(both[1] or both[2])
        return ParsedReply(code=code_number, turn=both[3].strip(), preview=is_preview)
    return ParsedReply(turn=text, preview=is_preview)
