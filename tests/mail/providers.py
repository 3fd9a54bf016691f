"""What each provider is set up with, answers and reports, as their documentation has it."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

from cryptography.hazmat.primitives.asymmetric import padding, rsa
from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ADA = "ada@duelpost.example"
ID = "4711"
NOON = 1794830400
NOON_TEXT = "2026-11-16T12:00:00Z"
KEY = "key-of-the-provider"
POSTAL_KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)


def _public(key: rsa.RSAPrivateKey) -> str:
    written = key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    return "".join(written.decode().splitlines()[1:-1])


@dataclass(frozen=True)
class Said:
    """A report as it is posted to us."""

    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    content_type: str = "application/json"


def _said(content: Any, **headers: str) -> Said:
    return Said(json.dumps(content).encode(), headers)


@dataclass(frozen=True)
class Provider:
    """How a provider is set up, what it answers to a letter, and how it reports a delivery."""

    variables: dict[str, str]
    """What an operator sets, without ANYMAIL_; URL stands for where the provider is reached."""
    answer: Any
    reports: Callable[[str], Said] | None
    """Returns the report of a delivery, given our token for the letter."""
    environment: dict[str, str] = field(default_factory=dict)
    says_delivered: bool = True
    """Whether it reports deliveries; else only that a letter has left."""


def _amazon(token: str) -> Said:
    header = {"name": "X-Metadata", "value": json.dumps({"letter": token})}
    event = {
        "eventType": "Delivery",
        "mail": {"messageId": ID, "destination": [ADA], "headers": [header]},
        "delivery": {"recipients": [ADA], "smtpResponse": "250 OK"},
    }
    notice = {
        "Type": "Notification",
        "MessageId": "n1",
        "TopicArn": "arn:aws:sns:eu-west-1:1:letters",
        "Timestamp": NOON_TEXT,
        "Message": json.dumps(event),
    }
    kinds = {"X-Amz-Sns-Message-Type": "Notification", "X-Amz-Sns-Message-Id": "n1"}
    return _said(notice, **kinds)


def _mailersend(token: str) -> Said:
    email = {"message": {"id": ID}, "recipient": {"email": ADA}}
    said = _said(
        {
            "type": "activity.delivered",
            "data": {"type": "delivered", "email": email, "created_at": NOON_TEXT},
        }
    )
    signature = hmac.new(KEY.encode(), said.body, hashlib.sha256).hexdigest()
    return Said(said.body, {"Signature": signature})


def _mailgun(token: str) -> Said:
    signature = hmac.new(KEY.encode(), f"{NOON}once".encode(), hashlib.sha256).hexdigest()
    event = {
        "event": "delivered",
        "timestamp": NOON,
        "recipient": ADA,
        "user-variables": {"letter": token},
        "message": {"headers": {"message-id": ID}},
    }
    signed = {"timestamp": str(NOON), "token": "once", "signature": signature}
    return _said({"signature": signed, "event-data": event})


def _mandrill(token: str) -> Said:
    message = {"email": ADA, "_id": ID, "metadata": {"letter": token}}
    events = json.dumps([{"event": "send", "ts": NOON, "_id": ID, "msg": message}])
    url = "http://name:password@testserver/anymail/mandrill/tracking/"
    signed = hmac.new(KEY.encode(), f"{url}mandrill_events{events}".encode(), hashlib.sha1)
    signature = base64.b64encode(signed.digest()).decode()
    body = urlencode({"mandrill_events": events}).encode()
    return Said(body, {"X-Mandrill-Signature": signature}, "application/x-www-form-urlencoded")


def _postal(token: str) -> Said:
    message = {"id": int(ID), "to": ADA, "direction": "outgoing"}
    payload = {"status": "Sent", "message": message}
    said = _said({"uuid": "p1", "timestamp": NOON, "payload": payload})
    signature = POSTAL_KEY.sign(said.body, padding.PKCS1v15(), SHA1())
    return Said(said.body, {"X-Postal-Signature": base64.b64encode(signature).decode()})


def _unisender_go(token: str) -> Said:
    event = {
        "event_name": "transactional_email_status",
        "status": "delivered",
        "event_time": "2026-11-16 12:00:00",
        "email": ADA,
        "job_id": ID,
        "metadata": {"letter": token},
        "auth": KEY,
    }
    body = json.dumps(event).encode()
    proof = hashlib.md5(body).hexdigest()
    return Said(body.replace(KEY.encode(), proof.encode()))


PROVIDERS = {
    "amazon_ses": Provider(
        {"AMAZON_SES_CLIENT_PARAMS": '{"region_name": "eu-west-1", "endpoint_url": "URL"}'},
        {"MessageId": ID},
        _amazon,
        environment={"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "key"},
    ),
    "brevo": Provider(
        {"BREVO_API_KEY": KEY, "BREVO_API_URL": "URL"},
        {"messageId": ID},
        lambda token: _said(
            {
                "event": "delivered",
                "email": ADA,
                "ts_epoch": NOON * 1000,
                "message-id": ID,
                "X-Mailin-custom": json.dumps({"letter": token}),
            }
        ),
    ),
    "mailersend": Provider(
        {
            "MAILERSEND_API_TOKEN": KEY,
            "MAILERSEND_SIGNING_SECRET": KEY,
            "MAILERSEND_API_URL": "URL",
        },
        {},
        _mailersend,
    ),
    "mailgun": Provider(
        {
            "MAILGUN_API_KEY": KEY,
            "MAILGUN_SENDER_DOMAIN": "duelpost.example",
            "MAILGUN_API_URL": "URL",
        },
        {"id": f"<{ID}>", "message": "Queued. Thank you."},
        _mailgun,
    ),
    "mailjet": Provider(
        {"MAILJET_API_KEY": KEY, "MAILJET_SECRET_KEY": KEY, "MAILJET_API_URL": "URL"},
        {
            "Messages": [
                {"Status": "success", "To": [{"Email": ADA, "MessageID": int(ID)}]}
                | {"Cc": [], "Bcc": []}
            ]
        },
        lambda token: _said(
            {
                "event": "sent",
                "time": NOON,
                "MessageID": int(ID),
                "email": ADA,
                "Payload": json.dumps({"letter": token}),
            }
        ),
    ),
    "mailtrap": Provider(
        {"MAILTRAP_API_TOKEN": KEY, "MAILTRAP_API_URL": "URL"},
        {"success": True, "message_ids": [ID]},
        lambda token: _said(
            {
                "events": [
                    {
                        "event": "delivery",
                        "timestamp": NOON,
                        "message_id": ID,
                        "email": ADA,
                        "custom_variables": {"letter": token},
                    }
                ]
            }
        ),
    ),
    "mandrill": Provider(
        {"MANDRILL_API_KEY": KEY, "MANDRILL_WEBHOOK_KEY": KEY, "MANDRILL_API_URL": "URL"},
        [{"email": ADA, "status": "sent", "_id": ID}],
        _mandrill,
        says_delivered=False,
    ),
    "postal": Provider(
        {
            "POSTAL_API_KEY": KEY,
            "POSTAL_WEBHOOK_KEY": _public(POSTAL_KEY),
            "POSTAL_API_URL": "URL",
        },
        {"status": "success", "data": {"messages": {ADA: {"id": int(ID), "token": "t"}}}},
        _postal,
    ),
    "postmark": Provider(
        {"POSTMARK_SERVER_TOKEN": KEY, "POSTMARK_API_URL": "URL"},
        {"ErrorCode": 0, "Message": "OK", "MessageID": ID, "To": ADA},
        lambda token: _said(
            {
                "RecordType": "Delivery",
                "Recipient": ADA,
                "MessageID": ID,
                "DeliveredAt": NOON_TEXT,
                "Metadata": {"letter": token},
            }
        ),
    ),
    "resend": Provider(
        {"RESEND_API_KEY": KEY, "RESEND_API_URL": "URL"},
        {"id": ID},
        lambda token: _said(
            {
                "type": "email.delivered",
                "created_at": NOON_TEXT,
                "data": {"email_id": ID, "to": [ADA]},
            }
        ),
    ),
    "scaleway": Provider(
        {"SCALEWAY_SECRET_KEY": KEY, "SCALEWAY_PROJECT_ID": "1", "SCALEWAY_API_URL": "URL"},
        {"emails": [{"mail_rcpt": ADA, "id": ID, "status": "new"}]},
        None,
    ),
    "sendgrid": Provider(
        {"SENDGRID_API_KEY": KEY, "SENDGRID_API_URL": "URL"},
        {},
        lambda token: _said(
            [{"event": "delivered", "timestamp": NOON, "email": ADA, "letter": token}]
        ),
    ),
    "sparkpost": Provider(
        {"SPARKPOST_API_KEY": KEY, "SPARKPOST_API_URL": "URL"},
        {"results": {"id": ID, "total_accepted_recipients": 1, "total_rejected_recipients": 0}},
        lambda token: _said(
            [
                {
                    "msys": {
                        "message_event": {
                            "type": "delivery",
                            "timestamp": str(NOON),
                            "rcpt_to": ADA,
                            "transmission_id": ID,
                            "rcpt_meta": {"letter": token},
                        }
                    }
                }
            ]
        ),
    ),
    "unisender_go": Provider(
        {"UNISENDER_GO_API_KEY": KEY, "UNISENDER_GO_API_URL": "URL"},
        {"status": "success", "job_id": ID, "emails": [ADA]},
        _unisender_go,
    ),
}
