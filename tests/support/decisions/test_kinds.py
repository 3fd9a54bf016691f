"""Every kind of decision brings all that pages, letters and services ask of it."""

import pytest
from django.template.loader import get_template

from support.decisions.base import KINDS, DecisionKind, kind_of
from support.decisions.ending import Ending
from support.decisions.settling import SETTLES
from support.models import Act


@pytest.fixture(params=Act.values)
def kind(request: pytest.FixtureRequest) -> DecisionKind:
    return kind_of(request.param)


def test_every_stored_value_has_its_kind(kind: DecisionKind) -> None:
    assert kind in KINDS.values()
    assert len(KINDS) == len(Act)


def test_it_has_a_title_and_a_page(kind: DecisionKind) -> None:
    assert str(kind.title)
    get_template(kind.template)


def test_it_says_what_it_will_do_and_what_was_done(kind: DecisionKind) -> None:
    brings = type(kind)
    assert brings.preview is not DecisionKind.preview
    assert brings.words is not DecisionKind.words
    # That somebody is out of time is never decided: it cannot be carried out.
    assert (brings.write is not DecisionKind.write) == (kind.act != Act.TIMEOUT)


def test_what_can_be_taken_back_says_how(kind: DecisionKind) -> None:
    brings = type(kind)
    assert (brings.preview_revoke is not DecisionKind.preview_revoke) == kind.can_be_revoked
    assert (brings.revoke is not DecisionKind.revoke) == kind.can_be_revoked


def test_whatever_ends_a_game_or_stops_it_can_be_settled_without_a_log(kind: DecisionKind) -> None:
    assert (kind.act in SETTLES) == (isinstance(kind, Ending) or kind.act == Act.HOLD)
