"""What a record can be compared with: the commitment, words, heads and key that its reader holds.

A file that was made up from its first entry to its last is consistent too. Only what its reader
wrote down, or finds in their letters, tells it from the true one.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import EngineError
from engine.exported_file import SIGNATURE
from engine.fairness import normalise_nonce
from engine.record import Entry, Header, Problem

_HEX32 = re.compile(r"[0-9a-f]{64}", re.ASCII)


class BadHex(EngineError):
    """Something that was given to compare with is not a hash or a key."""


@dataclass(frozen=True, slots=True)
class Expectations:
    """What the reader of a record knows from elsewhere; nothing, if it is empty."""

    commitment: str = ""
    words: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    key: str = ""

    @classmethod
    def parse(
        cls,
        *,
        commitment: str | None = None,
        words: Sequence[str] = (),
        heads: Sequence[str] = (),
        key: str | None = None,
    ) -> "Expectations":
        """What a person has typed or copied from a letter; raises BadHex or BadNonce."""
        return cls(
            commitment=_hex("commitment", commitment) if commitment is not None else "",
            words=tuple(map(normalise_nonce, words)),
            heads=tuple(_hex("head", head) for head in heads),
            key=_hex("key", key) if key is not None else "",
        )


def _hex(name: str, text: str) -> str:
    """The digits without the blanks that letters put between them."""
    digits = "".join(text.split()).lower()
    if not _HEX32.fullmatch(digits):
        raise BadHex(f"The {name} {text!r} is not 64 hexadecimal digits.")
    return digits


@dataclass(frozen=True, slots=True)
class Comparison:
    """A record beside what its reader knows: what is printed of it, and what differs."""

    header: Header
    entries: Sequence[Entry]
    names: Sequence[str]
    is_open: bool
    signature: dict[str, Any] | None
    known: Expectations

    def problems(self) -> Iterator[Problem]:
        """What is not as the reader knows it."""
        header, known = self.header, self.known
        if known.commitment not in ("", header.commitment):
            yield Problem(None, "commitment", "is not the one that you gave")
        for word in known.words:
            if word not in header.nonces:
                yield Problem(None, "nonces", f"the word {word!r} is not among them")
        hashes = self._hashes()
        for head in known.heads:
            if head not in hashes:
                yield Problem(None, "entries", f"none has the hash {head}")
        if known.key and self.signature is None:
            yield Problem(None, SIGNATURE, "is missing")
        elif self.signature is not None and known.key not in ("", self.signature["key"]):
            yield Problem(None, SIGNATURE, "was not made with the key that you gave")

    def lines(self) -> Iterator[str]:
        """What was compared, a line each."""
        header, known = self.header, self.known
        given = "as you gave it" if known.commitment == header.commitment else "compare it"
        yield f"commitment: {header.commitment} ({given})"
        for seat, (name, nonce) in enumerate(zip(self.names, header.nonces, strict=True)):
            origin = self._origin(seat)
            given = "; as you gave it" if nonce in known.words else ""
            yield f"word of seat {seat}, {name!r}: {nonce!r} ({origin}{given})"
        head = self.entries[-1].hash if self.entries else header.hash
        yield f"head of the chain: {head} (after entry {len(self.entries)})"
        hashes = self._hashes()
        for head in known.heads:
            if head in hashes:
                yield f"head that you gave: {head} (after entry {hashes[head]})"
        if self.signature is not None:
            given = "as you gave it" if known.key == self.signature["key"] else "compare it"
            made = f"signed at {self.signature['made_at']}"
            yield f"key of the signature: {self.signature['key']} ({given}; {made})"
        else:
            yield "key of the signature: none, the file is not signed"
        if header.drawn is None:
            yield (
                "format 1: words that the server drew were not committed to, so it could have "
                "drawn them until it liked the cards"
            )

    def reader_line(self) -> str:
        """What only the reader can know."""
        compare = "the commitment, your word and the heads of the chain are those of your letters"
        if self.signature is not None:
            compare += ", and the key is the one that the service publishes"
        return (
            f"only you can know: whether {compare}; a game that was made up from its first entry "
            "to its last passes every other check"
        )

    def _origin(self, seat: int) -> str:
        drawn = self.header.drawn
        if drawn is None:
            return "the file does not say whose choice it was"
        if not drawn[seat]:
            return "the player's own, says the file"
        return "derived from the secret" if self.is_open else "to be derived from the secret"

    def _hashes(self) -> dict[str, int]:
        """The hashes that letters may have carried, each with the number of its entry."""
        return {self.header.hash: 0} | {entry.hash: entry.seq for entry in self.entries}
