"""What the name servers of the site's and the sender's domains must say."""

from email.utils import parseaddr
from ipaddress import ip_address

from django.conf import settings

SPF_HOSTS = {
    "amazon_ses": "amazonses.com",
    "brevo": "spf.brevo.com",
    "mailersend": "_spf.mailersend.net",
    "mailgun": "mailgun.org",
    "mailjet": "spf.mailjet.com",
    "mandrill": "spf.mandrillapp.com",
    "postmark": "spf.mtasv.net",
    "scaleway": "_spf.tem.scaleway.com",
    "sendgrid": "sendgrid.net",
}
"""What the providers' own guides have one include; of the others nothing is known for sure."""


def records() -> list[str]:
    """Return the records, a line each, ready to be copied but for what others must tell."""
    if settings.MAILBOX_ENABLED:
        return ["nothing: letters stay in the mailbox page of this machine."]
    provider = settings.MAIL_PROVIDER
    domain = parseaddr(settings.MAIL_FROM)[1].rpartition("@")[2]
    if provider == "smtp":
        carrier, signer = _own_carrier(settings.EMAIL_HOST), "your mail server"
    else:
        carrier = f"include:{SPF_HOSTS.get(provider, f'<what {provider} tells you>')}"
        signer = provider
    return [
        f"A      {settings.SITE_HOST}  <this machine's IPv4 address>",
        f"AAAA   {settings.SITE_HOST}  <its IPv6 address, if it has one>",
        f'SPF    {domain}  TXT  "v=spf1 {carrier} ~all"  (one such record, never two)',
        f"DKIM   <selector>._domainkey.{domain}  TXT or CNAME  with the key {signer} shows you",
        f'DMARC  _dmarc.{domain}  TXT  "v=DMARC1; p=none; rua=mailto:{settings.CONTACT_ADDRESS}"'
        "  (p=quarantine once the reports are clean)",
        f"MX     {domain}  must accept mail for the sender's address: bounces go there",
        *_return_path(provider, domain),
        *_replies(),
    ]


def _own_carrier(host: str) -> str:
    """Return what SPF says of a mail server of one's own, by the name or number we send to."""
    # Others look at the address its letters come from, never at one known to this network alone.
    try:
        address = ip_address(host)
    except ValueError:
        if host == "localhost":
            return f"a:{settings.SITE_HOST}"
        return f"a:{host}" if "." in host else "ip4:<the public address of your mail server>"
    if address.is_loopback:
        return f"a:{settings.SITE_HOST}"
    if not address.is_global:
        return "ip4:<the public address of your mail server>"
    return f"ip{address.version}:{address}"


def _replies() -> list[str]:
    """Return what lets replies come to a domain of their own; a mailbox has its MX already."""
    if not settings.REPLY_TO.startswith("@") or not settings.WAYS_IN:
        return []
    by_us = "smtp" in settings.WAYS_IN
    host = settings.SITE_HOST if by_us else "<what takes its mail: your provider tells the name>"
    return [f"MX     {settings.REPLY_TO[1:]}  10 {host}  replies go there"]


def _return_path(provider: str, domain: str) -> list[str]:
    """Return what lets bounces come back, and SPF pass for the sender's own domain."""
    if settings.BOUNCE_DOMAIN:
        return [f"MX     {settings.BOUNCE_DOMAIN}  must accept mail for bounce+anything@ there"]
    if provider == "smtp":
        name = parseaddr(settings.MAIL_FROM)[1].rpartition("@")[0]
        return [f"       and for {name}+anything@{domain}: every letter has its own return path"]
    if provider == "postmark":
        return [f"RETURN pm-bounces.{domain}  CNAME  pm.mtasv.net"]
    return [f"RETURN what {provider} calls return path or custom bounce domain, if it has one"]
