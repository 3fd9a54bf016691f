"""What a letter may do inside the frame of one of our pages."""


def framed_policy(*freedoms: str) -> str:
    """Return the Content-Security-Policy of a letter's HTML part in a frame of ours.

    It may bring its own styles and pictures; beyond that only the sandbox's freedoms named here.
    """
    return "; ".join(
        [
            "default-src 'none'",
            "style-src 'unsafe-inline'",
            "img-src data:",
            "form-action 'none'",
            "base-uri 'none'",
            "frame-ancestors 'self'",
            " ".join(["sandbox", *freedoms]),
        ]
    )
