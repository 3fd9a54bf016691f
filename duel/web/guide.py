"""Rules and help: a page for each game, pages about playing here, the imprint and privacy.

Each language has all their templates in its folder of `locale/`; a missing one is an error.
"""

import re
from dataclasses import dataclass
from functools import cache

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from duel.games.registry import aid_lines, game_choices, presentation_named

ABOUT_PLAYING: dict[str, Promise] = {
    "mail": _("Playing by mail"),
    "table": _("The table"),
    "how-we-play": _("How we play"),
}
"""The pages that are about no single game, and what menus call them."""

_TITLE = re.compile(r"<h1>(.*?)</h1>", re.DOTALL)
_HEADING = re.compile(r'<h2 id="([\w-]+)">(.*?)</h2>', re.DOTALL)


@dataclass(frozen=True)
class Page:
    """One page of help, in one language."""

    title: str
    contents: tuple[tuple[str, str], ...]
    """The anchor and the words of each heading."""
    article: SafeString


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show what help there is."""
    return _show(request, "index")


@require_safe
def page(request: HttpRequest, name: str) -> HttpResponse:
    """Show the rules of a game, or how one plays here."""
    if name not in ABOUT_PLAYING and name not in dict(game_choices()):
        raise Http404
    return _show(request, name)


def _show(request: HttpRequest, name: str) -> HttpResponse:
    page = page_in(translation.get_language() or "en", name)
    return render(request, "help/page.html", {"here": name, "menu": menu(), "page": page})


def menu() -> list[tuple[str, str]]:
    """Return each page's name in addresses, and what it is called."""
    return [*game_choices(), *((name, str(words)) for name, words in ABOUT_PLAYING.items())]


@cache
def page_in(language: str, name: str) -> Page:
    """Return a page in a language; nothing in it changes while the service runs."""
    games = [
        {
            "name": each,
            "title": title,
            "rulings": f"{language}/{presentation_named(each).templates}/rulings.html",
        }
        for each, title in game_choices()
    ]
    context: dict[str, object] = {"games": games, "contact_address": settings.CONTACT_ADDRESS}
    template = f"{language}/help/{name}.html"
    if name in dict(game_choices()):
        presentation = presentation_named(name)
        template = f"{language}/{presentation.templates}/help.html"
        context |= {"game": presentation, "aid": aid_lines(presentation, [], language)}
    with translation.override(language):
        article = render_to_string(template, context)
    title = _TITLE.search(article)
    return Page(
        title=title[1] if title else "",
        contents=tuple(_HEADING.findall(article)),
        # Templates of our own, rendered just now.
        article=mark_safe(article),  # noqa: S308
    )


@require_safe
def imprint(request: HttpRequest) -> HttpResponse:
    """Say who runs this service."""
    return render(request, "duel/imprint.html")


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Say what is kept about people, why, and for how long."""
    return render(request, "duel/privacy.html")
