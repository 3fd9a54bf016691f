"""What kind of device a browser says it runs on, roughly: enough to know one's own again."""

_BROWSERS = {
    "Edg": "Edge",
    "OPR": "Opera",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "Chrome": "Chrome",
    "CriOS": "Chrome",
    "Safari": "Safari",
}
_SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


def device_of(user_agent: str) -> str:
    """Return browser and system, such as `Firefox, Android`; what is not known is left out."""
    found = (
        next((name for mark, name in names.items() if mark in user_agent), "")
        for names in (_BROWSERS, _SYSTEMS)
    )
    return ", ".join(filter(None, found))
