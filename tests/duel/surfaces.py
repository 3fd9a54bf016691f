"""Where people can send something: found by walking the site as it is, not by a list of pages.

A walk begins at every address without parameters and at every address in a letter, and follows
links. Of each view a few addresses are kept, with the forms that they show.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import urljoin, urlsplit

from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from django.urls.resolvers import RoutePattern

PER_VIEW = 1
"""How many addresses of one view are looked at; more take long and found nothing else."""

LEFT_OUT = ("/static/", "/sign-out/", "/admin/logout/", "/admin/jsi18n/")
"""What ends the walk, or takes nothing."""


@dataclass(frozen=True)
class SentForm:
    """A form of a page: where it goes, and its fields as a browser would send them."""

    page: str
    action: str
    method: str
    fields: tuple[tuple[str, str], ...]

    @property
    def name(self) -> str:
        """What is the same for all forms of its kind."""
        view = view_of(self.action) or self.action
        acts = ",".join(value for name, value in self.fields if name == "act")
        return f"{self.method} {view} {acts} {sorted({name for name, _ in self.fields})}"


@dataclass
class Site:
    """What a walk has found."""

    pages: dict[str, list[str]] = field(default_factory=dict)
    forms: dict[str, SentForm] = field(default_factory=dict)

    def addresses(self) -> list[str]:
        """Every page that was kept."""
        return [path for paths in self.pages.values() for path in paths]


def view_of(path: str) -> str:
    """The name of the view that answers this path, or nothing."""
    try:
        found = resolve(urlsplit(path).path)
    except Resolver404:
        return ""
    return found.view_name or found._func_path


def walk(client: Client, start: Iterable[str]) -> Site:
    """What somebody finds who begins at these addresses and follows links."""
    site, waiting, seen = Site(), list(start), set()
    while waiting:
        path = waiting.pop(0)
        name = view_of(path)
        if path in seen or not name or len(site.pages.get(name, [])) >= PER_VIEW:
            continue
        seen.add(path)
        answer = client.get(path)
        if answer.status_code in (301, 302):
            waiting.append(_local(path, answer["Location"]))
        if answer.status_code != 200:
            continue
        site.pages.setdefault(name, []).append(path)
        if "text/html" in answer.get("Content-Type", ""):
            page = _Page(path)
            page.feed(answer.content.decode())
            waiting += [link for link in page.links if not link.startswith(LEFT_OUT)]
            for form in page.forms:
                site.forms.setdefault(form.name, form)
    return site


def plain_addresses() -> Iterator[str]:
    """Every address of the site that takes no parameter."""
    yield from (f"/{path}" for path, pattern in _patterns(get_resolver(), "") if "<" not in path)


def routes() -> list[str]:
    """Every route of the site that takes parameters, such as `people/<slug:public_id>/`."""
    return sorted({path for path, _ in _patterns(get_resolver(), "") if "<" in path})


def _patterns(resolver: URLResolver, before: str) -> Iterator[tuple[str, URLPattern]]:
    for each in resolver.url_patterns:
        if not isinstance(each.pattern, RoutePattern):
            continue
        route = str(each.pattern)
        if isinstance(each, URLResolver):
            yield from _patterns(each, before + route)
        elif not (before + route).startswith(tuple(path[1:] for path in LEFT_OUT)):
            yield before + route, each


def _local(page: str, link: str) -> str:
    parts = urlsplit(urljoin(f"http://here{page}", link))
    return f"{parts.path}?{parts.query}" if parts.query else parts.path


class _Page(HTMLParser):
    """Collects the links and forms of a page."""

    def __init__(self, path: str) -> None:
        super().__init__()
        self.path = path
        self.links: list[str] = []
        self.forms: list[SentForm] = []
        self._form: tuple[str, str] | None = None
        self._fields: list[tuple[str, str]] = []
        self._select = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        words = {name: value or "" for name, value in attrs}
        match tag:
            case "a" if words.get("href", "").startswith(("/", "?", ".")):
                self.links.append(_local(self.path, words["href"]))
            case "form":
                action = _local(self.path, words.get("action") or self.path)
                self._form = (action, words.get("method", "get").upper())
                self._fields = []
            case "input" | "textarea" | "button" if words.get("name"):
                self._fields.append((words["name"], words.get("value", "")))
            case "select" if words.get("name"):
                self._select = words["name"]
            case "option" if self._select:
                self._fields.append((self._select, words.get("value", "")))
                self._select = ""

    def handle_endtag(self, tag: str) -> None:
        if tag == "form" and self._form is not None:
            once = dict(reversed(self._fields))
            acts = [{"act": value} for name, value in self._fields if name == "act"]
            for act in acts or [{}]:
                fields = once | act
                self.forms.append(SentForm(self.path, *self._form, tuple(sorted(fields.items()))))
            self._form = None
