"""The table of kinds of letters to players, and the functions that build them."""

from duel.notices.kinds import KINDS, YOUR_TURN, Cause, kinds_cancelled_by
from mail import registry


def _built_in(room: str) -> set[str]:
    return {
        kind
        for kind in registry.kinds()
        if registry.kind_of(kind).build.__module__.startswith(f"{room}.")
    }


def test_every_kind_in_the_table_has_a_builder() -> None:
    assert set(KINDS) <= set(registry.kinds())


def test_every_letter_to_players_stands_in_the_table() -> None:
    about_reports = {"dispute-received", "dispute-opened", "dispute-settled"}
    to_operators = {"daily-word"}
    before_there_is_a_game = {"bot-game"}
    assert _built_in("duel.letters") - set(KINDS) == before_there_is_a_game
    built = _built_in("duel") | _built_in("support")
    assert built - set(KINDS) == about_reports | to_operators | before_there_is_a_game


def test_what_the_table_says_of_a_kind_holds_for_its_letters() -> None:
    for stored, kind in KINDS.items():
        known = registry.kind_of(stored)
        assert (known.name, known.one) == (kind.name, kind.one)
        assert known.can_be_muted == (kind.can_be_muted and not kind.asked_for)
        assert (known.asked_for, known.can_be_folded) == (kind.asked_for, kind.can_be_folded)
    assert registry.kind_of(YOUR_TURN).can_be_folded


def test_what_is_stored_of_each_kind_stays() -> None:
    """Notices, letters and mutes of years ago have these."""
    stored = {
        "your-turn",
        "turn-goes-on",
        "turn-asked-for",
        "digest",
        "reminder",
        "time-is-up",
        "own-time-is-up",
        "time-given",
        "offer",
        "offer-declined",
        "game-over",
        "operator-decision",
        "delivery-trouble",
        "reached-again",
        "invitation",
        "invitation-answer",
        "proposal-off",
    }
    assert stored <= set(KINDS)


def test_a_decision_calls_off_whatever_else_waits_to_be_told_of_the_game() -> None:
    stays = {"operator-decision", "invitation"}
    answers = {"invitation-answer", "invitation-reply", "proposal-off", "reply-answer"}
    without_notice = {"digest", "delivery-trouble", *answers}
    assert set(kinds_cancelled_by(Cause.DECISION)) == set(KINDS) - stays - without_notice


def test_what_tells_of_lateness_is_cancelled_with_it() -> None:
    assert set(kinds_cancelled_by(Cause.CLOCK_STOPPED)) == {
        "reminder",
        "time-is-up",
        "own-time-is-up",
    }
