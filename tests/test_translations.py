"""Everything that people read is there in French and Italian, and in step with the source."""

import re
from collections.abc import Iterator
from functools import cache

import polib
import pytest
from django.conf import settings

from tests.sentences import (
    ROOT,
    Sentence,
    sentences_of_python,
    sentences_of_template,
    sentences_of_the_project,
)

LANGUAGES = [code for code, _ in settings.LANGUAGES if code != "en"]
PLURALS = {"fr": "nplurals=2; plural=(n > 1);", "it": "nplurals=2; plural=(n != 1);"}
_PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|%[sd]")


@cache
def catalogue(language: str) -> polib.POFile:
    return polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))


def sentence(entry: polib.POEntry) -> Sentence:
    return Sentence(entry.msgctxt, entry.msgid, entry.msgid_plural)


def translations(entry: polib.POEntry) -> Iterator[tuple[str, str]]:
    """Each translation, with the original that it must agree with."""
    if not entry.msgid_plural:
        yield entry.msgid, entry.msgstr
    for form in entry.msgstr_plural.values():
        yield entry.msgid_plural, form


def test_there_is_a_catalogue_for_every_other_language_that_is_offered() -> None:
    folders = (ROOT / "locale").glob("*/LC_MESSAGES/django.po")
    assert sorted(path.parts[-3] for path in folders) == sorted(LANGUAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_sentence_of_the_source_is_in_the_catalogue(language: str) -> None:
    known = {sentence(entry) for entry in catalogue(language)}
    missing = [
        f"{place}: {said.text}"
        for said, place in sentences_of_the_project().items()
        if said not in known
    ]
    assert not missing, "Run “make messages” and translate:\n" + "\n".join(missing)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_is_left_that_nobody_says_any_more(language: str) -> None:
    said = sentences_of_the_project()
    assert not [entry.msgid for entry in catalogue(language) if sentence(entry) not in said]


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_entry_stands_twice(language: str) -> None:
    entries = [sentence(entry) for entry in catalogue(language)]
    assert not [entry for entry in set(entries) if entries.count(entry) > 1]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_entry_is_translated_and_none_is_uncertain(language: str) -> None:
    entries = catalogue(language)
    assert not [entry.msgid for entry in entries.untranslated_entries()]
    assert not [entry.msgid for entry in entries.fuzzy_entries()]
    assert not [entry.msgid for entry in entries.obsolete_entries()]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_translation_has_the_placeholders_of_its_original(language: str) -> None:
    for entry in catalogue(language):
        for original, translation in translations(entry):
            placeholders = sorted(_PLACEHOLDER.findall(translation))
            assert placeholders == sorted(_PLACEHOLDER.findall(original)), entry.msgid


@pytest.mark.parametrize("language", LANGUAGES)
def test_plural_forms_are_those_of_the_language(language: str) -> None:
    entries = catalogue(language)
    forms = entries.metadata["Plural-Forms"]
    assert forms == PLURALS.get(language, forms)
    count = int(re.match(r"nplurals=(\d);", forms)[1])  # type: ignore[index]
    assert all(len(entry.msgstr_plural) == count for entry in entries if entry.msgid_plural)


def test_sentences_are_found_in_code() -> None:
    source = """
_("One " "sentence.")
ngettext_lazy("%(n)d move", "%(n)d moves", "n")
translation.pgettext("card", "white")
not_gettext("Nothing")
"""
    assert set(sentences_of_python(source)) == {
        Sentence(None, "One sentence.", ""),
        Sentence(None, "%(n)d move", "%(n)d moves"),
        Sentence("card", "white", ""),
    }


def test_a_sentence_that_is_put_together_cannot_be_translated() -> None:
    with pytest.raises(ValueError, match="Line 1"):
        list(sentences_of_python('gettext(f"{name} moves.")'))


def test_sentences_are_found_in_templates() -> None:
    source = """{% load i18n %}
{% translate "It's your “move”" %} {% translate "white" context "card" %}
{% blocktranslate count n=moves trimmed %}
  {{ n }} move
{% plural %}
  {{ n }} moves
{% endblocktranslate %}
"""
    assert set(sentences_of_template(source)) == {
        Sentence(None, "It's your “move”", ""),
        Sentence("card", "white", ""),
        Sentence(None, "%(n)s move", "%(n)s moves"),
    }


def test_french_has_one_word_for_the_clock() -> None:
    others = re.compile(r"horloge|chronom|minuteur|minuterie", re.IGNORECASE)
    said = [form for entry in catalogue("fr") for _, form in translations(entry)]
    assert not [form for form in said if others.search(form)]
    assert any("pendule" in form for form in said)
