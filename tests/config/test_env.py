"""The readers of the environment."""

from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env


def test_everything_missing_is_named_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("THERE", "1")
    with pytest.raises(ImproperlyConfigured) as error:
        env.require({"GONE": "Write this.", "THERE": "", "LOST": "Write that."})
    assert str(error.value) == (
        "These variables are not set:\n  GONE: Write this.\n  LOST: Write that."
    )


def test_a_secret_in_a_file_counts_as_set(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "key").write_text("abc\n", encoding="utf-8")
    monkeypatch.setenv("SOME_KEY_FILE", str(tmp_path / "key"))
    env.require({"SOME_KEY": ""})
    assert env.secret("SOME_KEY") == "abc"


@pytest.mark.parametrize(
    ("content", "complaint"), [(None, "cannot be read"), (b"", "is empty"), (b"\xff", "not text")]
)
def test_a_secret_file_that_cannot_be_used_stops_the_start(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes | None, complaint: str
) -> None:
    path = tmp_path / "key"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setenv("SOME_KEY_FILE", str(path))
    with pytest.raises(ImproperlyConfigured, match=complaint):
        env.secret("SOME_KEY")


def test_a_secret_given_twice_is_refused_without_being_told(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("SOME_KEY", "hidden")
    monkeypatch.setenv("SOME_KEY_FILE", "/nowhere")
    with pytest.raises(ImproperlyConfigured, match="both set") as error:
        env.secret("SOME_KEY")
    assert "hidden" not in str(error.value)


@pytest.mark.parametrize(("written", "meant"), [("Yes", True), ("1", True), ("off", False)])
def test_a_flag_is_read_in_any_usual_spelling(
    monkeypatch: pytest.MonkeyPatch, written: str, meant: bool
) -> None:
    monkeypatch.setenv("SOME_FLAG", written)
    assert env.flag("SOME_FLAG", default=not meant) is meant


def test_values_that_make_no_sense_are_refused_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VALUE", "perhaps")
    with pytest.raises(ImproperlyConfigured, match="yes or no"):
        env.flag("VALUE", default=True)
    with pytest.raises(ImproperlyConfigured, match="whole number from 1 to 9"):
        env.integer("VALUE", 3, least=1, most=9)
    with pytest.raises(ImproperlyConfigured, match="one of red, green"):
        env.choice("VALUE", ["red", "green"], "red")


def test_a_number_outside_its_limits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VALUE", "10")
    assert env.integer("VALUE", 3, most=10) == 10
    with pytest.raises(ImproperlyConfigured):
        env.integer("VALUE", 3, most=9)


@pytest.mark.parametrize(
    "written", ["Europe/Atlantis", "europe/paris", "Europe", "../zone", "UTC+1"]
)
def test_a_time_zone_that_nobody_knows_is_refused_with_a_hint(
    monkeypatch: pytest.MonkeyPatch, written: str
) -> None:
    monkeypatch.setenv("TIME_ZONE", "Europe/Paris")
    assert env.time_zone("TIME_ZONE", "UTC") == "Europe/Paris"
    monkeypatch.setenv("TIME_ZONE", written)
    with pytest.raises(ImproperlyConfigured, match=r"^TIME_ZONE is '.*write a name such as"):
        env.time_zone("TIME_ZONE", "UTC")


def test_a_time_zone_must_be_known_to_the_system_too(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Django asks there, and newer systems have left old names out."""
    monkeypatch.setattr(env, "SYSTEM_ZONES", tmp_path)
    with pytest.raises(ImproperlyConfigured, match="package tzdata"):
        env.time_zone("TIME_ZONE", "UTC")


def test_words_are_trimmed_and_empty_ones_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VALUE", " a, ,b,")
    assert env.words("VALUE") == ["a", "b"]


def test_a_family_is_gathered_by_its_prefix(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "token").write_text("t", encoding="utf-8")
    monkeypatch.setenv("KIN_ONE", "1")
    monkeypatch.setenv("KIN_EMPTY", "")
    monkeypatch.setenv("KIN_TOKEN_FILE", str(tmp_path / "token"))
    assert env.family("KIN_") == {"ONE": "1", "TOKEN": "t"}


def test_json_that_breaks_off_is_named_without_its_value() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"^KIN_PARAMS begins with a brace") as stopped:
        env.meant("KIN_PARAMS", '{"key": "secret"')
    assert "secret" not in str(stopped.value)


def test_a_folder_that_cannot_be_made_is_a_plain_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ImproperlyConfigured, match=r"DATA_DIR: the folder .* cannot be made"):
        env.make_folder("DATA_DIR", tmp_path / "file" / "var")
