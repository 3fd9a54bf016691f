"""What can carry letters: each name that `MAIL_PROVIDER` takes, with its backend."""

MAIL_PROVIDERS = {
    "mailbox": "mail.sending.backends.MailboxBackend",
    "smtp": "django.core.mail.backends.smtp.EmailBackend",
} | {
    name: f"anymail.backends.{name}.EmailBackend"
    for name in [
        "amazon_ses",
        "brevo",
        "mailersend",
        "mailgun",
        "mailjet",
        "mailtrap",
        "mandrill",
        "postal",
        "postmark",
        "resend",
        "scaleway",
        "sendgrid",
        "sparkpost",
        "unisender_go",
    ]
}
