"""No form breaks, whatever is written into it: every class of them, those of operators too."""

import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from typing import Any

import pytest
from django.forms import BaseForm, ModelForm
from django.http import QueryDict

from accounts.forms import NewPersonForm
from accounts.models import User
from duel.record.log import read_log
from duel.words.terms import Terms
from tests.duel.letter_links import mover
from tests.duel.tables import begin
from tests.duel.test_absurd_input import ABSURD, ROOMS
from tests.support.disputes.reports import report

pytestmark = pytest.mark.django_db


def every_form() -> Iterator[type[BaseForm]]:
    """The forms of all rooms, found by importing them; bases without a model are left out."""
    for room in ROOMS:
        for module in pkgutil.walk_packages([room], f"{room}."):
            if not {"migrations", "server", "wsgi", "asgi"} & set(module.name.split(".")):
                importlib.import_module(module.name)
    classes = {BaseForm}
    while more := {each for known in classes for each in known.__subclasses__()} - classes:
        classes |= more
    for form in sorted(classes, key=lambda each: f"{each.__module__}.{each.__qualname__}"):
        if form.__module__.split(".")[0] not in ROOMS:
            continue
        if not issubclass(form, ModelForm) or hasattr(form, "Meta"):
            yield form


def test_no_form_breaks_on_absurd_values(ada: User, bruno: User) -> None:
    game = begin(ada, bruno)
    told = report(seat=mover(game), topic="other", text="?", asks_hold=False, channel="link")
    kit = {
        **{"person": bruno, "log": read_log(game), "dispute": told, "usual": Terms()},
        **{"game": game, "unsettled": None},
    }
    tried = []
    for form in every_form():
        wanted = inspect.signature(form.__init__).parameters
        known = {name: kit[name] for name in wanted if name in kit}
        if issubclass(form, ModelForm) and form is not NewPersonForm:
            known["instance"] = bruno
        for value in ABSURD:
            _fill(form, value, known)
        tried.append(form)
    assert len(tried) > 30


def _fill(form: type[BaseForm], value: str, known: dict[str, Any]) -> None:
    given = QueryDict(mutable=True)
    for name in form.base_fields:  # type: ignore[attr-defined]
        given[name] = value
    form(given, **known).is_valid()
