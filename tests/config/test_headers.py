"""The security headers of every answer, and the pages that tell of an error."""

from collections.abc import Callable, Iterator
from typing import NoReturn
from unittest.mock import Mock

import pytest
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.test import Client, RequestFactory, override_settings
from django.urls import include, path

from accounts.models import User
from config.urls import urlpatterns as site_urls
from tests.config.conftest import ReadSettings, Settings

pytestmark = pytest.mark.words

POLICY = "default-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
HOST = "127.0.0.1"


def fall_over(request: HttpRequest) -> NoReturn:
    raise RuntimeError("This view always falls over.")


urlpatterns = [path("fall-over/", fall_over), path("", include(site_urls))]


@pytest.fixture
def visitor(db: None) -> Iterator[Client]:
    with override_settings(ROOT_URLCONF=__name__):
        yield Client(HTTP_HOST=HOST, raise_request_exception=False, enforce_csrf_checks=True)


def assert_guarded(response: HttpResponseBase) -> None:
    assert response["Content-Security-Policy"] == POLICY
    assert response["X-Frame-Options"] == "DENY"
    assert response["X-Content-Type-Options"] == "nosniff"
    assert response["Referrer-Policy"] == "same-origin"
    assert response["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "camera=()" in response["Permissions-Policy"]


@pytest.mark.parametrize(
    ("address", "status"),
    [("/", 200), ("/sign-in/", 200), ("/nowhere/", 404), ("/fall-over/", 500), ("/admin/", 302)],
)
def test_every_answer_is_guarded(visitor: Client, address: str, status: int) -> None:
    response = visitor.get(address)
    assert response.status_code == status
    assert_guarded(response)


@pytest.mark.parametrize("address", ["/", "/nowhere/", "/healthz"])
def test_an_answer_to_head_tells_the_length_of_a_body_that_it_leaves_out(
    db: None, address: str
) -> None:
    """Asked as gunicorn does: the test client would take the body away itself."""
    bodies, lengths = [], []
    for method in ("GET", "HEAD"):
        environ = RequestFactory(HTTP_HOST=HOST).generic(method, address).environ
        response = WSGIHandler()(environ, Mock())
        bodies.append(b"".join(response))
        lengths.append(response.headers.get("Content-Length"))
    assert bodies[0]
    assert bodies[1] == b""
    assert lengths[0] == lengths[1]


def test_the_admin_is_guarded(visitor: Client, olga: User) -> None:
    visitor.force_login(olga)
    response = visitor.get("/admin/")
    assert response.status_code == 200
    assert_guarded(response)


def test_an_error_page_tells_what_to_do_and_nothing_else(visitor: Client) -> None:
    page = visitor.get("/fall-over/").content.decode()
    assert "Something went wrong on our side" in page
    assert "RuntimeError" not in page
    assert "always falls over" not in page


def test_a_missing_page_is_one_of_ours(visitor: Client) -> None:
    assert "There is nothing at this address" in visitor.get("/nowhere/").content.decode()


def test_a_form_without_its_token_is_refused_by_a_page_of_ours(visitor: Client) -> None:
    response = visitor.post("/sign-in/", {"email": "ada@duelpost.example"})
    assert response.status_code == 403
    assert "Nothing was changed" in response.content.decode()
    assert_guarded(response)


def test_a_foreign_host_is_refused_by_a_page_of_ours(visitor: Client) -> None:
    response = visitor.get("/", headers={"host": "elsewhere.example"})
    assert response.status_code == 400
    assert "could not be read" in response.content.decode()
    assert response["Content-Security-Policy"] == POLICY


def test_production_sends_http_to_https_and_keeps_browsers_there(
    visitor: Client, production: ReadSettings, under: Callable[[Settings], override_settings]
) -> None:
    settings = production(ALLOWED_HOSTS=f"{HOST},duelpost.example")
    names = [name for name in settings if name.startswith(("SECURE_", "SESSION_COOKIE", "CSRF_"))]
    with under({name: settings[name] for name in names}):
        plain = Client(HTTP_HOST=HOST).get("/sign-in/")
        secure = Client(HTTP_HOST=HOST).get("/sign-in/", headers={"x-forwarded-proto": "https"})
    assert plain.status_code == 301
    assert plain["Location"] == f"https://{HOST}/sign-in/"
    assert secure.status_code == 200
    assert secure["Strict-Transport-Security"] == "max-age=31536000; includeSubDomains"
    cookie = secure.cookies["__Host-csrf"]
    assert cookie["secure"]
    assert cookie["samesite"] == "Lax"
