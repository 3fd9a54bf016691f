"""Names that look like another's, have invisible characters or pass for words of ours."""

from itertools import combinations

import pytest
from django.conf import settings
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import translation
from hypothesis import given
from hypothesis import strategies as st

from accounts.models import User
from accounts.names import looks_like, refuse_misleading
from accounts.tokens import sign_in_url
from tests.accounts.test_preferences import PREFERENCES, WISHES

INVISIBLE = (
    "\u200b\u200c\u200d\u2060\ufeff\u00ad\u202e\u2066\u034f\u180e\u3164\u2800\ufe01\U000e0041"
)


@pytest.mark.parametrize(
    "other",
    [
        *(
            "bruno",
            "BRUNO",
            "Brun0",
            "Brüno",
            "Bru no",
            "B.R.U.N.O",
            "Вruno",
            "ВRUΝО",
            "Ｂｒｕｎｏ",
        ),
        *("𝐁𝐫𝐮𝐧𝐨", "Brunо", "Bгunо", "ʙʀᴜɴᴏ", "Br\u200buno", "Bruno\u3164", "\u202eBruno"),
    ],
)
def test_names_are_compared_as_they_look(other: str) -> None:
    assert looks_like("Bruno", other)


@pytest.mark.parametrize(
    ("name", "other"),
    [
        *(("Emma", "Ernrna"), ("Ida", "lda"), ("Bill", "Biil"), ("Νίκος", "ΝΙΚΟΣ")),
        *(("Will", "VViIl"), ("Ida", "ⅠDA"), ("Livia", "LⅣIA"), ("Bruno", "8runo")),
        *(("Elsa", "3l54"), ("Tanja", "7anja"), ("Zoe", "2oЗ"), ("Gina", "9ina")),
    ],
)
def test_letters_that_look_like_others_are_one(name: str, other: str) -> None:
    assert looks_like(name, other)


@pytest.mark.parametrize(
    "other",
    [
        *("Bruna", "Brno", "Runo", "Bruno Rossi", "Bruno 2", "BrunoⅠ", "Bruno II"),
        "李小龍",
        "😀",
        "",
    ],
)
def test_other_names_are_told_apart(other: str) -> None:
    assert not looks_like("Bruno", other)


def test_names_with_other_numbers_are_told_apart() -> None:
    numbered = [f"Table {number}" for number in range(10)]
    assert not any(looks_like(*two) for two in combinations(numbered, 2))


def test_names_of_signs_alone_are_told_apart() -> None:
    assert not looks_like("😀", "😁")
    assert looks_like("😀", "😀\ufe0f")


@given(st.text(max_size=40))
def test_any_name_looks_like_itself_in_another_case(name: str) -> None:
    assert looks_like(name, name)
    assert looks_like(name, name.upper())


@pytest.mark.parametrize("character", INVISIBLE)
@pytest.mark.parametrize("name", ["Br{}uno", "{}Bruno", "Bruno{}"])
def test_invisible_characters_are_refused(name: str, character: str) -> None:
    with pytest.raises(ValidationError, match="invisible characters"):
        refuse_misleading(name.format(character))


@pytest.mark.parametrize("name", ["مـی\u200cرا", "👩\u200d🔬 Ada", "❤\ufe0f Ada", "क्\u200dष"])
def test_scripts_and_signs_that_need_joiners_keep_them(name: str) -> None:
    refuse_misleading(name)


@pytest.mark.parametrize(
    "name",
    [
        *(
            "Duelpost",
            "Due1post team",
            "D u e l p o s t",
            "The operators",
            "Operator Anna",
            "Adm1n",
            "4dmin",
            "Duelpo5t",
        ),
        *(
            "all",
            "Tutti",
            "tout le monde",
            "me",
            "Moi",
            "Master",
            "MAÎTRE",
            "Apprentice bot",
            "AlI",
        ),
    ],
)
def test_words_of_ours_are_no_names(name: str) -> None:
    with pytest.raises(ValidationError, match="kept for the service"):
        refuse_misleading(name)


@pytest.mark.parametrize("language", [code for code, _ in settings.LANGUAGES])
def test_nobody_is_called_like_a_bot_or_a_person_without_a_name(language: str) -> None:
    with translation.override(language):
        names = [*map(str, User.Bot.labels), str(User())]
    for name in [*names, *(name.split(" (")[0] for name in names)]:
        with pytest.raises(ValidationError):
            refuse_misleading(name)


@pytest.mark.parametrize("name", ["Ada (2)", "Bruno (was Carla)", "Ada [bot]", "Ada （2）"])
def test_a_name_has_no_brackets(name: str) -> None:
    with pytest.raises(ValidationError, match="brackets"):
        refuse_misleading(name)


@pytest.mark.parametrize("name", ["Вruno", "Brunο", "Ꭺda"])
def test_a_word_is_of_one_alphabet(name: str) -> None:
    with pytest.raises(ValidationError, match="different alphabets"):
        refuse_misleading(name)


@pytest.mark.parametrize(
    "name",
    [
        *("Ada", "Ali", "Mary-Jane O'Neill", "Zoë :)", "李小龍", "Нина", "Нина Rossi", "Anna Bot"),
        *("Ada 李", "Ελένη", "J.-P.", "Master Yoda", "Meg", "Massimo"),
    ],
)
def test_names_of_people_are_names(name: str) -> None:
    refuse_misleading(name)


@pytest.mark.django_db
def test_a_newcomer_is_told_why_a_name_is_refused(client: Client) -> None:
    url = sign_in_url("eve@elsewhere.example")
    for name in ("Bru\u200bno", "Duelpost"):
        answer = client.post(url, {"name": name, "time_zone": "UTC"})
        assert (
            "A name cannot have" in answer.content.decode() or "kept for" in answer.content.decode()
        )
    assert not User.objects.filter(email="eve@elsewhere.example").exists()


def test_a_changed_name_is_refused_and_nothing_else_is_kept(client: Client, ada: User) -> None:
    client.force_login(ada)
    page = client.post(PREFERENCES, WISHES | {"name": "Mаster", "numbers_only": "on"})
    assert "different alphabets" in page.content.decode()
    ada.refresh_from_db()
    assert (ada.name, ada.numbers_only) == ("Ada", False)


def test_a_name_from_before_stays_until_it_is_changed(client: Client, ada: User) -> None:
    User.objects.filter(pk=ada.pk).update(name="Ada (Rome)")
    client.force_login(ada)
    client.post(PREFERENCES, WISHES | {"name": "Ada (Rome)", "numbers_only": "on"})
    ada.refresh_from_db()
    assert (ada.name, ada.numbers_only) == ("Ada (Rome)", True)


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["Operator", "Bru\u200bno", "Ada (bot)"])
def test_nobody_is_created_with_a_misleading_name(name: str) -> None:
    with pytest.raises(ValidationError):
        User.objects.create_user("new@duelpost.example", name=name)
    assert not User.objects.filter(email="new@duelpost.example").exists()


@pytest.mark.django_db
def test_an_operator_made_on_the_console_may_be_called_so() -> None:
    assert User.objects.create_superuser("new@duelpost.example", name="Operator").name == "Operator"
