"""Any provider starts with variables alone, and what it lacks is said before the first letter."""

import pytest

from tests.config.conftest import ReadSettings
from tests.config.test_checks import Under, as_in_production, ids_under
from tests.mail.providers import PROVIDERS

pytestmark = [
    pytest.mark.words,
    as_in_production,
    pytest.mark.filterwarnings("ignore::anymail.exceptions.AnymailWarning"),
]

DROPPED = {"anymail.W003"}
"""What anymail says of a provider that it lets work without testing it any more."""


def variables_of(name: str) -> dict[str, str]:
    """Return what an operator sets for this provider."""
    provider = PROVIDERS[name]
    own = {
        f"ANYMAIL_{variable}": value.replace("URL", "https://api.provider.example/")
        for variable, value in provider.variables.items()
    }
    return {"MAIL_PROVIDER": name, **own, **provider.environment}


@pytest.mark.parametrize("name", PROVIDERS)
def test_it_starts_with_the_settings_of_its_documentation(
    name: str, production: ReadSettings, under: Under
) -> None:
    assert ids_under(under(production(**variables_of(name)))) - DROPPED == set()


@pytest.mark.parametrize("name", PROVIDERS)
def test_it_says_so_without_them(name: str, production: ReadSettings, under: Under) -> None:
    settings = production(MAIL_PROVIDER=name, ANYMAIL_POSTMARK_SERVER_TOKEN="")
    assert "mail.E002" in ids_under(under(settings))


@pytest.mark.parametrize(
    ("name", "variable", "value"),
    [
        ("mailersend", "MAILERSEND_SIGNING_SECRET", ""),
        ("mandrill", "MANDRILL_WEBHOOK_KEY", ""),
        ("postal", "POSTAL_WEBHOOK_KEY", ""),
        ("resend", "RESEND_SIGNING_SECRET", "whsec_c2VjcmV0"),  # wants a package of its own
        ("sendgrid", "SENDGRID_TRACKING_WEBHOOK_VERIFICATION_KEY", "no key"),
    ],
)
def test_reports_that_cannot_be_proved_are_found_at_start(
    name: str, variable: str, value: str, production: ReadSettings, under: Under
) -> None:
    settings = production(**variables_of(name) | {f"ANYMAIL_{variable}": value})
    assert ids_under(under(settings)) - DROPPED == {"mail.E005"}


def test_amazons_region_and_keys_come_from_its_own_variables(
    production: ReadSettings, under: Under
) -> None:
    own = {"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "key"}
    chosen = production(MAIL_PROVIDER="amazon_ses", AWS_DEFAULT_REGION="eu-west-1", **own)
    assert ids_under(under(chosen)) == set()


def test_a_providers_settings_may_be_more_than_text(production: ReadSettings) -> None:
    settings = production(
        MAIL_PROVIDER="amazon_ses",
        ANYMAIL_AMAZON_SES_CLIENT_PARAMS='{"region_name": "eu-west-1"}',
        ANYMAIL_AMAZON_SES_AUTO_CONFIRM_SNS_SUBSCRIPTIONS="no",
        ANYMAIL_REQUESTS_TIMEOUT="5",
        ANYMAIL_MAILTRAP_SANDBOX_ID="17",
    )
    found = settings["ANYMAIL"]
    assert found["AMAZON_SES_CLIENT_PARAMS"] == {"region_name": "eu-west-1"}
    assert found["AMAZON_SES_AUTO_CONFIRM_SNS_SUBSCRIPTIONS"] is False
    assert found["REQUESTS_TIMEOUT"] == 5
    assert found["MAILTRAP_SANDBOX_ID"] == "17"
