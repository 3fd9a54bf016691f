"""Calls functions of the scripts in `static/`, in a page without scripts of its own."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import Page

_CALL = """async ([script, name, given]) => {
  const plain = (found) =>
    found instanceof Set ? [...found]
      : Array.isArray(found) || typeof found !== "object" ? found
      : Object.fromEntries(Object.entries(found).map(([key, each]) => [key, plain(each)]));
  return plain((await import(`/static/${script}`))[name](...given));
}"""


class Script:
    """A script whose functions take and return plain values."""

    def __init__(self, page: "Page", name: str) -> None:
        self.page = page
        self.name = name
        page.goto("/help/")

    def call(self, function: str, *given: object) -> Any:
        """Return what a function of the script returns; sets come as lists."""
        return self.page.evaluate(_CALL, [self.name, function, list(given)])
