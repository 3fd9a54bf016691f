"""The step of `make check` that looks for stiff phrases sees them in remarks, and only there."""

from pathlib import Path

import pytest

from tests.plain_words import stiff_phrases


@pytest.mark.parametrize(
    ("name", "text", "place"),
    [
        ("a.py", '"""Tells whoever asks."""\n', "1: whoever"),
        ("a.py", 'A = 1\n"""Seconds after\nso\nlong."""\n', "2: so long"),
        ("a.py", "a = 1\n# one of\n# which is red\n", "2: of which"),
        ("a.js", "// There is\n  // none.\nconst a = 1;\n", "1: is none"),
        ("a.css", "a { }\n/* Of which\n   one is red. */\n", "2: of which"),
    ],
)
def test_it_finds_a_phrase_in_a_remark(tmp_path: Path, name: str, text: str, place: str) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / name).write_text(text, encoding="utf-8")
    assert stiff_phrases(["room"], root=tmp_path) == [f"room/{name}:{place}"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.py", 'SENTENCE = _("Whoever reads this wins.")\n'),
        ("a.py", '"""Return the row; it is None if nobody has it."""\n'),
        ("a.js", 'const address = "https://whoever.example";\n'),
    ],
)
def test_it_leaves_code_and_sentences_alone(tmp_path: Path, name: str, text: str) -> None:
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / name).write_text(text, encoding="utf-8")
    assert stiff_phrases(["room"], root=tmp_path) == []
