"""What the test command says of itself at the end."""

from pathlib import Path

from tests.ledger import PARTS, Ledger, read, shortcomings, summary, together


def test_nothing_is_wanting_when_all_parts_were_used_and_nothing_was_skipped() -> None:
    assert shortcomings(Ledger(used=dict.fromkeys(PARTS, "really"))) == []


def test_each_part_that_was_not_used_is_wanting() -> None:
    ledger = Ledger(used={"PostgreSQL": "15", "worker": "5.7"})
    assert shortcomings(ledger) == [
        "Redis was not really used.",
        "browser was not really used.",
    ]


def test_a_skipped_test_is_wanting_although_all_parts_were_used() -> None:
    ledger = Ledger(used=dict.fromkeys(PARTS, "really"), skipped=[("test_it", "no time")])
    assert shortcomings(ledger) == ["Skipped tests: 1."]


def test_the_summary_counts_skips_by_reason_and_says_why_a_part_is_missing() -> None:
    ledger = Ledger(
        used={"PostgreSQL": "15.2, found"},
        missing={"Redis": "no server answers"},
        skipped=[("a", "Redis: gone"), ("b", "Redis: gone"), ("c", "no browser")],
    )
    lines = "\n".join(summary(ledger))
    assert "PostgreSQL  15.2, found" in lines
    assert "Redis       NOT USED: no server answers" in lines
    assert "SKIPPED tests: 3\n     2 x Redis: gone\n     1 x no browser" in lines


def test_records_of_several_runs_are_read_back_and_put_together(tmp_path: Path) -> None:
    Ledger(used={"PostgreSQL": "15"}, skipped=[("a", "why")]).write(tmp_path / "one")
    Ledger(used={"SQLite": "3"}, missing={"Redis": "gone"}).write(tmp_path / "two")
    whole = together([read(tmp_path / name) for name in ("one", "two", "never written")])
    assert whole == Ledger({"PostgreSQL": "15", "SQLite": "3"}, {"Redis": "gone"}, [("a", "why")])
