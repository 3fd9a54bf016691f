"""Mail programs in the hands of players who only read letters and answer them."""

import random
import re
import smtplib
from collections.abc import Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage
from email.utils import make_msgid

IN_WORDS = 3
"""So many of its moves a player takes the trouble to write in words."""

_MOVE = re.compile(r"^(\d+)\) (.+)$", re.MULTILINE)
_TOKENS = re.compile(r"([a-e][1-5](?: [a-e][1-5])*)\s?:")


@dataclass(frozen=True)
class Manner:
    """How a mail program of one language writes, and a word of that language."""

    attribution: str
    take: str


MANNERS = {
    "fr": Manner(
        "Le lun. 16 nov. 2026 à 09:12, Duelpost <play@duelpost.example> a écrit :", "prends"
    ),
    "it": Manner(
        "Il giorno lun 16 nov 2026 alle ore 09:12 Duelpost <play@duelpost.example> ha scritto:",
        "prendi",
    ),
}


@dataclass
class MailClient:
    """One player's: it reads what came, and answers the newest letter that lists moves."""

    address: str
    language: str
    received: Sequence[EmailMessage]
    """What the mail server has for everybody, the newest last."""
    port: int
    """Where mail for the service is taken in."""
    chance: random.Random
    answered: set[str] = field(default_factory=set)
    """The reply addresses of letters that are done with."""
    sent: list[EmailMessage] = field(default_factory=list)
    in_words: int = 0

    def answer(self) -> bool:
        """Return whether there was a new letter with moves, which is now answered."""
        letters = [each for each in list(self.received) if each["To"] == self.address]
        # A letter that a killed worker had sent already comes again; a late answer shows a position
        # that a letter has shown. Both have the reply address of that position.
        new = [each for each in letters if _place(each) not in self.answered and _moves_in(each)]
        if not new:
            return False
        mail = self._reply_to(new[-1])
        with smtplib.SMTP("127.0.0.1", self.port, timeout=20) as server:
            server.send_message(mail)
        self.answered.update(map(_place, letters))
        self.sent.append(mail)
        return True

    def _reply_to(self, letter: EmailMessage) -> EmailMessage:
        mail = EmailMessage()
        mail["From"] = self.address
        mail["To"] = letter["Reply-To"]
        mail["Subject"] = f"Re: {letter['Subject']}"
        mail["Message-ID"] = make_msgid(domain="elsewhere.example")
        mail["In-Reply-To"] = letter["Message-ID"]
        mail["References"] = f"{letter['References'] or ''} {letter['Message-ID']}".strip()
        quoted = "".join(f"> {line}\n" for line in _text_of(letter).splitlines())
        attribution = MANNERS[self.language].attribution
        mail.set_content(f"{self._choice(_moves_in(letter))}\n\n{attribution}\n{quoted}")
        return mail

    def _choice(self, moves: list[tuple[str, str]]) -> str:
        """Return a move in words, as long as that was seldom done, else a number.

        Mostly the first one, as what can be bought stands there and games have to end.
        """
        takes = [found[1] for _, words in moves if (found := _TOKENS.match(words))]
        if takes and self.in_words < IN_WORDS:
            self.in_words += 1
            return f"{MANNERS[self.language].take} {self.chance.choice(takes)}"
        return moves[0][0] if self.chance.random() < 7 / 8 else self.chance.choice(moves)[0]


def _place(letter: EmailMessage) -> str:
    return str(letter["Reply-To"])


def _text_of(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    return str(body.get_content())


def _moves_in(letter: EmailMessage) -> list[tuple[str, str]]:
    return _MOVE.findall(_text_of(letter))
