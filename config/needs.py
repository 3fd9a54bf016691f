"""What production does not start without, each with a hint."""

NEEDED: dict[str, str] = {
    "SECRET_KEY": "Draw at least 50 random characters and keep them for good.",
    "SITE_URL": "Write the public address, such as https://duelpost.example.",
    "ALLOWED_HOSTS": "Write the host names of the site, with commas between them.",
    "DATABASE_URL": "Write postgres://user:password@host:5432/name.",
    "REDIS_URL": "Write redis://host:6379/0.",
    "MAIL_PROVIDER": "Write what carries the letters: smtp, or a provider such as postmark.",
    "MAIL_FROM": "Write the sender, such as Duelpost <play@duelpost.example>.",
    "CONTACT_ADDRESS": "Write the e-mail address at which players reach you.",
}
