"""A mail as each provider posts it to us, as their documentation has it."""

import base64
import json
from typing import Any
from urllib.parse import urlencode

from tests.mail.providers import NOON_TEXT, Said

FORM = "application/x-www-form-urlencoded"


def _json(content: object, **headers: str) -> Said:
    return Said(json.dumps(content).encode(), headers)


def _form(**fields: str) -> Said:
    return Said(urlencode(fields).encode(), {}, FORM)


def posted(provider: str, raw: bytes, *, to: str, sender: str) -> Said | None:
    """Return the mail as this provider posts it; None for one that takes no mail in."""
    text = raw.decode()
    head, _, body = text.partition("\r\n\r\n")
    headers: dict[str, Any] = {}
    for line in head.split("\r\n"):
        name, _, value = line.partition(": ")
        headers[name] = value
    facts: dict[str, Any]
    event: dict[str, Any]
    match provider:
        case "amazon_ses":
            received = {
                "notificationType": "Received",
                "mail": {"source": sender, "messageId": "m1", "timestamp": NOON_TEXT},
                "receipt": {"recipients": [to], "action": {"type": "SNS", "encoding": "BASE64"}},
                "content": base64.b64encode(raw).decode(),
            }
            notice = {
                "Type": "Notification",
                "MessageId": "n1",
                "TopicArn": "arn:aws:sns:eu-west-1:1:mail",
                "Timestamp": NOON_TEXT,
                "Message": json.dumps(received),
            }
            kinds = {"X-Amz-Sns-Message-Type": "Notification", "X-Amz-Sns-Message-Id": "n1"}
            return _json(notice, **kinds)
        case "brevo":
            headers |= {"Delivered-To": to, "Return-Path": f"<{sender}>"}
            item = {"Uuid": ["u1"], "Headers": headers, "RawTextBody": body}
            return _json({"items": [item]})
        case "mailersend":
            data = {
                "id": "i1",
                "created_at": NOON_TEXT,
                "raw": text,
                "sender": {"email": sender},
                "recipients": {"rcptTo": [{"email": to}]},
            }
            return _json({"type": "inbound.message", "data": data})
        case "mailgun":
            return _form(
                **{"body-mime": text, "sender": sender, "recipient": to, "timestamp": "1794830400"}
            )
        case "mailjet":
            facts = {"Sender": sender, "Recipient": to, "Text-part": body}
            return _json({**facts, "Headers": headers, "Parts": []})
        case "mandrill":
            message = {"raw_msg": text, "email": to, "sender": None, "spam_report": {"score": 1}}
            events = [{"event": "inbound", "ts": 1794830400, "msg": message}]
            return _form(mandrill_events=json.dumps(events))
        case "postal":
            encoded = base64.b64encode(raw).decode()
            facts = {"id": 1, "rcpt_to": to, "mail_from": sender, "base64": True}
            return _json({**facts, "message": encoded})
        case "postmark":
            named = [{"Name": "Return-Path", "Value": f"<{sender}>"}]
            return _json({"OriginalRecipient": to, "RawEmail": text, "Headers": named})
        case "sendgrid":
            envelope = json.dumps({"from": sender, "to": [to]})
            return _form(email=text, envelope=envelope)
        case "sparkpost":
            content = {"email_rfc822": text, "email_rfc822_is_base64": False}
            event = {"protocol": "smtp", "content": content, "msg_from": sender, "rcpt_to": to}
            return _json([{"msys": {"relay_message": event}}])
        case "mailtrap":
            event = {
                "event": "inbound.message_received",
                "inbox_id": 7,
                "message_id": "m1",
                "timestamp": 1794830400000,
            }
            return _json({"events": [event]})
        case "resend":
            facts = {"type": "email.received", "created_at": NOON_TEXT}
            return _json({**facts, "data": {"email_id": "e1"}})
    return None
