"""Wins, losses and shared victories between people, at tables of two to four."""

from duel.club.counting import FinishedGame, Results, tell_apart

ADA, BRUNO, CLARA, DARIO = 1, 2, 3, 4


def finished(*players: int, won: set[int]) -> FinishedGame:
    return FinishedGame(players, frozenset(won))


def test_a_pair_counts_wins_and_losses_from_both_sides() -> None:
    results = Results(
        [
            finished(ADA, BRUNO, won={ADA}),
            finished(BRUNO, ADA, won={ADA}),
            finished(ADA, BRUNO, won={BRUNO}),
        ]
    )
    [mine, theirs] = [results.score(ADA, BRUNO), results.score(BRUNO, ADA)]
    assert mine is not None
    assert theirs is not None
    assert (mine.words, theirs.words) == ("2–1", "1–2")
    assert results.games == {ADA: 3, BRUNO: 3}
    assert results.won == {ADA: 2, BRUNO: 1}


def test_a_shared_victory_is_a_number_of_its_own() -> None:
    score = Results([finished(ADA, BRUNO, won={ADA, BRUNO})]).score(ADA, BRUNO)
    assert score is not None
    assert score.words == "0–0–1"


def test_at_a_table_of_four_the_winner_has_beaten_everybody_and_no_other_pair_counts() -> None:
    results = Results([finished(ADA, BRUNO, CLARA, DARIO, won={CLARA})])
    for other in (ADA, BRUNO, DARIO):
        score = results.score(CLARA, other)
        assert score is not None
        assert score.words == "1–0"
    lost = results.score(ADA, BRUNO)
    assert lost is not None
    assert (lost.words, lost.decided) == ("0–0", 0)


def test_two_winners_of_three_share_it_and_both_beat_the_third() -> None:
    results = Results([finished(ADA, BRUNO, CLARA, won={ADA, BRUNO})])
    found = [results.score(*pair) for pair in ((ADA, BRUNO), (ADA, CLARA), (CLARA, BRUNO))]
    assert [score.words for score in found if score] == ["0–0–1", "1–0", "0–1"]


def test_who_never_met_has_no_score() -> None:
    results = Results([finished(ADA, BRUNO, won={ADA})])
    assert results.score(ADA, CLARA) is None
    assert [*results.games] == [ADA, BRUNO]


def test_pairs_come_by_how_often_they_played_and_whoever_leads_first() -> None:
    results = Results(
        [
            finished(ADA, BRUNO, won={BRUNO}),
            finished(CLARA, DARIO, won={CLARA}),
            finished(ADA, BRUNO, won={BRUNO}),
        ]
    )
    assert [(pair.first, pair.second, pair.games) for pair in results.pairs()] == [
        (BRUNO, ADA, 2),
        (CLARA, DARIO, 1),
    ]


def test_namesakes_are_told_apart() -> None:
    assert tell_apart([(1, "Ada"), (2, "Bruno"), (3, "Ada")]) == {
        1: "Ada (1)",
        2: "Bruno",
        3: "Ada (2)",
    }
