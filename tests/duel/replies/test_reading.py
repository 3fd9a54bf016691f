"""What a reply says beside and instead of moves: numbers, notes, memos, orders, reports."""

from dataclasses import replace
from datetime import date

import pytest

from duel.replies.words.asks import Ask, AskKind
from duel.replies.words.reading import Note, ParsedReply, parse_reply
from tests.duel.replies.test_phrases import parsed


@pytest.mark.parametrize(
    "text",
    [
        "7",
        "7.",
        "7)",
        "(7)",
        "#7",
        "# 7",
        "n° 7",
        "N°7",
        "nº 7",
        "no. 7",
        "No 7",
        "num. 7",
        "number 7",
        "numéro 7",
        "numero 7",
        "move 7",
        "coup 7",
        "mossa 7",
        "coup n° 7",
        "mossa n. 7",
        "I play 7",
        "je joue le 7",
        "gioco la 7",
        "7 please",
        "7, merci",
        "Hi Bruno,\n\n7\n\nCheers,\nAda",
        "Bonjour,\n7\nÀ bientôt",
        "7\n-- \nAda Lovelace, phone 123",
        "Great game! 7",
        "７",
    ],
)
def test_a_number_of_the_letter_is_heard(text: str) -> None:
    assert parsed(text) == ParsedReply(code=7)


@pytest.mark.parametrize(
    "text",
    ["7 8", "7, 8", "7\n8", "7 or 8", "7?", "-7", "7-8", "7/8", "not 7", "0", "2.1", "7 red", "7°"],
)
def test_what_is_not_one_number_is_left_to_the_reader_of_the_game(text: str) -> None:
    assert parsed(text) == ParsedReply(turn=text)


@pytest.mark.parametrize(
    "text", ["7. take a1 b1 c1", "#7 take a1 b1 c1", "7: take a1 b1 c1", "7 – take a1 b1 c1"]
)
def test_a_number_with_words_is_heard_with_both(text: str) -> None:
    assert parsed(text) == ParsedReply(code=7, turn="take a1 b1 c1")


def test_a_turn_of_several_lines_is_kept_as_it_is() -> None:
    text = "Hi Bruno,\nreplenish\ntake a1 b1 c1\nCheers, Ada"
    assert parsed(text) == ParsedReply(turn=text)


def test_a_preview_is_told_from_a_move() -> None:
    assert parsed("preview 7") == ParsedReply(code=7, preview=True)
    assert parsed("Preview: take a1 b1 c1") == ParsedReply(turn="take a1 b1 c1", preview=True)
    assert parsed("aperçu : je prends a1") == ParsedReply(turn="je prends a1", preview=True)
    assert parsed("anteprima prendo a1") == ParsedReply(turn="prendo a1", preview=True)
    assert parsed("preview").problem == "empty"


@pytest.mark.parametrize(
    ("heading", "to"),
    [
        ("to Bruno Rossi:", (1,)),
        ("To bruno rossi :", (1,)),
        ("to all:", (1, 2)),
        ("to everybody:", (1, 2)),
        ("to Bruno Rossi and Chiara:", (1, 2)),
        ("to Chiara, Bruno Rossi:", (1, 2)),
        ("à Bruno Rossi :", (1,)),
        ("À CHIARA :", (2,)),
        ("à tous :", (1, 2)),
        ("à tout le monde :", (1, 2)),
        ("à Bruno Rossi et Chiara :", (1, 2)),
        ("a bruno  rossi:", (1,)),
        ("ad Chiara:", (2,)),
        ("a tutti:", (1, 2)),
        ("a Bruno Rossi e Chiara:", (1, 2)),
    ],
)
def test_a_note_goes_to_whom_it_names(heading: str, to: tuple[int, ...]) -> None:
    heard_so = parsed(f"{heading} well played")
    assert heard_so == ParsedReply(notes=(Note(to, "well played"),))


def test_a_note_goes_on_to_the_end_of_its_paragraph() -> None:
    text = "to Bruno Rossi: well\nplayed, resign\n\ntake a1 b1 c1\n\nto Chiara:\nyour turn"
    assert parsed(text) == ParsedReply(
        turn="take a1 b1 c1",
        notes=(Note((1,), "well\nplayed, resign"), Note((2,), "your turn")),
    )


def test_a_note_ends_where_something_else_is_headed() -> None:
    text = "to Bruno Rossi: hello\nto me: he bluffs\norder: take a1"
    assert parsed(text) == ParsedReply(
        ask=Ask(AskKind.ORDER, texts=("take a1",)), notes=(Note((1,), "hello"),), memo="he bluffs"
    )


@pytest.mark.parametrize("heading", ["to me:", "to myself:", "pour moi :", "per me:", "a me:"])
def test_a_memo_is_for_oneself_alone(heading: str) -> None:
    assert parsed(f"7\n\n{heading} steal next") == ParsedReply(code=7, memo="steal next")


@pytest.mark.parametrize(
    "name", ["Eve", "Ada", "Bruno and Eve", "the dogs", "me and Bruno", "b1", "Brun"]
)
def test_a_note_to_nobody_who_plays_is_asked_back_with_the_whole_reply(name: str) -> None:
    text = f"take a1 b1 c1\n\nto {name}: psst"
    assert parsed(text) == ParsedReply(
        problem="unknown_name", quoted=name, candidates=("Bruno Rossi", "Chiara")
    )


def test_a_part_of_a_name_is_asked_back_with_the_whole_one() -> None:
    asked = ParsedReply(problem="unclear_name", quoted="Bruno", candidates=("Bruno Rossi",))
    assert parsed("take a1 b1 c1\n\nto Bruno: psst") == asked
    both = ParsedReply(
        problem="unclear_name", quoted="rossi, Chiara", candidates=("Bruno Rossi", "Chiara")
    )
    assert parsed("to rossi, Chiara: psst") == both


def test_two_players_of_one_name_are_asked_back() -> None:
    twice = ["Ada", "Kim (2)", "Kim (3)"]
    result = parse_reply("to Kim: hi", language="en", names=twice, seat=0, today=date.max)
    assert result == ParsedReply(
        problem="unclear_name", quoted="Kim", candidates=("Kim (2)", "Kim (3)")
    )
    result = parse_reply("to Kim (3): hi", language="en", names=twice, seat=0, today=date.max)
    assert result.notes == (Note((2,), "hi"),)
    twins = ["Ada", "Kim Park", "Kim Lee"]
    result = parse_reply("to Kim Lee: hi", language="en", names=twins, seat=0, today=date.max)
    assert result.notes == (Note((2,), "hi"),)


@pytest.mark.parametrize("heading", ["note:", "Notes :", "memo:", "mémo :", "nota:", "PS:"])
def test_a_note_to_nobody_is_asked_back_and_not_delivered(heading: str) -> None:
    assert parsed(f"7\n\n{heading} I bluff") == ParsedReply(problem="bare_note", quoted="I bluff")


def test_an_empty_note_is_asked_back() -> None:
    assert parsed("to Bruno:\n\ntake a1 b1 c1") == ParsedReply(problem="empty_note", quoted="Bruno")


@pytest.mark.parametrize(
    "text",
    [
        "order: take a1 b1 c1\norder: buy 2.1",
        "orders:\n1. take a1 b1 c1\n2. buy 2.1",
        "ordres :\n- take a1 b1 c1\n- buy 2.1",
        "ordine: take a1 b1 c1\n\nordine: buy 2.1",
        "Hi,\n\nstanding orders:\ntake a1 b1 c1\nbuy 2.1\n\nThanks, Ada",
    ],
)
def test_orders_are_a_list_of_turns(text: str) -> None:
    assert parsed(text) == ParsedReply(ask=Ask(AskKind.ORDER, texts=("take a1 b1 c1", "buy 2.1")))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("7\norder: buy 2.1", ParsedReply(code=7)),
        ("7\n\nordre : buy 2.1\n\nMerci, Ada", ParsedReply(code=7)),
        ("take a1 b1 c1\n\nordine: buy 2.1", ParsedReply(turn="take a1 b1 c1")),
        (
            "to Bruno Rossi: hello\n\n7\n\norder: buy 2.1\n\nto me: he bluffs",
            ParsedReply(code=7, notes=(Note((1,), "hello"),), memo="he bluffs"),
        ),
    ],
)
def test_orders_may_stand_behind_a_move(text: str, result: ParsedReply) -> None:
    assert parsed(text) == replace(result, ask=Ask(AskKind.ORDER, texts=("buy 2.1",)))


@pytest.mark.parametrize(
    "text",
    [
        "order: buy 2.1\n\ntake a1 b1 c1",
        "7\n\norder: buy 2.1\n\ntake a1 b1 c1",
        "preview 7\n\norder: buy 2.1",
        "7\n\nno orders",
        "7\n\nshow",
    ],
)
def test_what_may_be_meant_otherwise_beside_a_move_is_asked_back(text: str) -> None:
    assert parsed(text).problem == "ask_with_more"


@pytest.mark.parametrize(
    "heading", ["operators:", "to the operators:", "aux arbitres :", "agli operatori:"]
)
def test_a_text_for_the_operators_is_kept_whole(heading: str) -> None:
    text = "my letter came late.\n\nresign\ntake a1"
    assert parsed(f"{heading} {text}") == ParsedReply(ask=Ask(AskKind.TROUBLE, texts=(text,)))


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", "empty"),
        ("  \n\n", "empty"),
        ("-- \nAda", "empty"),
        ("more time", "bad_time"),
        ("plus de temps", "bad_time"),
        ("holiday", "bad_days"),
        ("holiday until 3/4", "bad_days"),
        ("holiday 5.1. to 24.12.", "bad_days"),
        ("take back\n\nclaim", "several_asks"),
        ("take back\n\ntake a1 b1 c1", "ask_with_more"),
        ("claim\nif I may", "ask_with_more"),
        ("resign\n\ntake a1 b1 c1", "resign_with_more"),
        ("resign\n\nto Bruno Rossi: well played", "resign_with_more"),
        ("yes, resign\n\nto me: shame", "resign_with_more"),
        ("resign\n\nclaim", "resign_with_more"),
    ],
)
def test_what_cannot_be_taken_as_a_whole_is_asked_back(text: str, problem: str) -> None:
    result = parsed(text)
    assert result == ParsedReply(problem=problem, quoted=result.quoted)


def test_days_with_slashes_are_read_as_the_reader_writes_them() -> None:
    text = "vacances du 3/4/2027 au 5/4/2027"
    april = Ask(AskKind.HOLIDAY, first=date(2027, 4, 3), last=date(2027, 4, 5))
    assert parsed(text, "fr").ask == april
    assert parsed(text, "it").ask == april
    assert parsed(text, "en").problem == "bad_days"
    assert parsed("holiday 4/28/2027 - 5/2/2027", "en").ask == Ask(
        AskKind.HOLIDAY, first=date(2027, 4, 28), last=date(2027, 5, 2)
    )


@pytest.mark.parametrize(
    "text", ["thanks!", "ok", "Merci beaucoup", "grazie mille, a presto\nAda", "Great, got it."]
)
def test_mere_thanks_ask_for_nothing(text: str) -> None:
    assert parsed(text) == ParsedReply(thanks=True)


def test_a_name_is_no_thanks_even_if_it_reads_like_a_move() -> None:
    names = ["Ada", "Replenish", "7"]
    for text in ("replenish", "Replenish!"):
        result = parse_reply(text, language="en", names=names, seat=0, today=date(2026, 1, 1))
        assert result == ParsedReply(turn=text)
    assert parse_reply(
        "7", language="en", names=names, seat=0, today=date(2026, 1, 1)
    ) == ParsedReply(code=7)


def test_notes_may_stand_beside_an_ask() -> None:
    text = "take back\n\nto Bruno Rossi: sorry, I slipped"
    assert parsed(text) == ParsedReply(
        ask=Ask(AskKind.TAKE_BACK), notes=(Note((1,), "sorry, I slipped"),)
    )
