import pytest
from django.test import RequestFactory
from pytest_django.fixtures import Settings

from accounts.requests import network_of
from config.checks import proxies_are_networks

PROXY = "10.0.0.2"


@pytest.fixture(autouse=True)
def _one_proxy(settings: Settings) -> None:
    settings.TRUSTED_PROXIES = ["10.0.0.0/8"]


@pytest.mark.parametrize(
    ("peer", "forwarded", "network"),
    [
        ("203.0.113.7", "", "203.0.113.7"),
        ("203.0.113.7", "198.51.100.1", "203.0.113.7"),
        (PROXY, "203.0.113.7", "203.0.113.7"),
        (PROXY, "198.51.100.1, 203.0.113.7", "203.0.113.7"),
        (PROXY, "203.0.113.7, 10.0.0.9", "203.0.113.7"),
        (PROXY, "garbage", PROXY),
        (PROXY, "", PROXY),
        (PROXY, "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.7", "", "203.0.113.7"),
        ("", "203.0.113.7", "unknown"),
    ],
)
def test_only_our_own_front_is_believed(peer: str, forwarded: str, network: str) -> None:
    request = RequestFactory().get("/", REMOTE_ADDR=peer, HTTP_X_FORWARDED_FOR=forwarded)
    assert network_of(request) == network


def test_a_proxy_that_is_no_network_is_an_error(settings: Settings) -> None:
    assert list(proxies_are_networks()) == []
    settings.TRUSTED_PROXIES = ["10.0.0.0/8", "caddy"]
    assert [message.id for message in proxies_are_networks()] == ["accounts.E001"]
