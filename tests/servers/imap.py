"""A small IMAP server with one mailbox: the part of RFC 3501 that fetching mail needs.

It can fail as real ones do, and records its commands, so that a test sees which mails were fetched.
"""

import re
import socketserver
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime


@dataclass
class KeptMail:
    """A mail of the mailbox."""

    raw: bytes
    kept_at: datetime | None
    flags: set[str] = field(default_factory=set)


@dataclass
class Mailbox:
    """What the server shows, and how it misbehaves."""

    user: str = "play@club.example"
    password: str = "one password"
    folders: tuple[str, ...] = ("INBOX",)
    validity: int = 7
    mails: dict[int, KeptMail] = field(default_factory=dict)
    next_uid: int = 1
    hangs_up_in_body: bool = False
    """It breaks off in the middle of the first mail that is fetched whole, once."""
    hangs_up_at: str = ""
    """It hangs up when it hears this command, once."""
    answers_after: float = 0.0
    takes_plus_addresses: bool = True
    loses_mail: bool = False
    """For programs that deliver to it."""
    asked: list[str] = field(default_factory=list)
    port: int = 0

    def keep(self, raw: bytes, at: datetime | None = None, *flags: str) -> int:
        """Keep a mail and return its number."""
        uid, self.next_uid = self.next_uid, self.next_uid + 1
        self.mails[uid] = KeptMail(raw, at or datetime.now(UTC), set(flags))
        return uid

    def renumber(self) -> None:
        """Give every mail a new number, as a server does that lost its index."""
        self.validity += 1
        mails, self.mails, self.next_uid = list(self.mails.values()), {}, 1
        for mail in mails:
            self.mails[self.next_uid] = mail
            self.next_uid += 1

    def fetched(self) -> list[int]:
        """Return the numbers of the mails that were fetched whole."""
        found = (re.match(r"UID FETCH (\d+) \(?BODY\.PEEK\[\]", line) for line in self.asked)
        return [int(match[1]) for match in found if match]

    def seen(self) -> set[int]:
        """Return the numbers of the mails that are marked as seen."""
        return {uid for uid, mail in self.mails.items() if "\\Seen" in mail.flags}


@contextmanager
def imap_server(mailbox: Mailbox) -> Iterator[Mailbox]:
    """Show the mailbox on a free port of this machine."""

    class Session(_Session):
        shown = mailbox

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Session) as server:
        server.daemon_threads = True
        mailbox.port = server.server_address[1]
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        try:
            yield mailbox
        finally:
            server.shutdown()
            thread.join()


class _HangUp(Exception):
    pass


class _Session(socketserver.StreamRequestHandler):
    """One connection: a command a line."""

    shown: Mailbox
    disable_nagle_algorithm = True  # else each answer of several lines takes 40 milliseconds more

    def handle(self) -> None:
        """Answer until the client or the test's wish ends it."""
        self._say("* OK ready")
        try:
            for line in self.rfile:
                self._answer(line.decode().strip())
        except (_HangUp, OSError):
            return

    def _answer(self, line: str) -> None:
        tag, _, command = line.partition(" ")
        word, _, rest = command.partition(" ")
        if word.upper() == "UID":
            word, _, rest = rest.partition(" ")
            word = f"UID {word}"
        word = word.upper()
        self.shown.asked.append(word if word == "LOGIN" else f"{word} {rest}")
        if self.shown.hangs_up_at == word:
            self.shown.hangs_up_at = ""
            raise _HangUp
        time.sleep(self.shown.answers_after)
        self._say(f"{tag} {self._do(word, rest)}")
        if word == "LOGOUT":
            raise _HangUp

    def _do(self, word: str, rest: str) -> str:
        match word:
            case "CAPABILITY":
                self._say("* CAPABILITY IMAP4rev1")
            case "LOGIN":
                wanted = f'"{self.shown.user}" "{self.shown.password}"'
                if rest.replace('"', "") != wanted.replace('"', ""):
                    return "NO [AUTHENTICATIONFAILED] no such user"
            case "SELECT":
                if rest.strip('"') not in self.shown.folders:
                    return "NO no such folder"
                self._select()
                return "OK [READ-WRITE] open"
            case "UID SEARCH":
                uids = [uid for uid in self.shown.mails if self._matches(uid, rest)]
                self._say(" ".join(["* SEARCH", *map(str, uids)]))
            case "UID FETCH":
                self._fetch(rest)
            case "UID STORE":
                numbers, _, flags = rest.partition(" ")
                added = set(re.findall(r"\\\w+", flags))
                for uid in map(int, numbers.split(",")):
                    self.shown.mails[uid].flags |= added
            case "LOGOUT":
                self._say("* BYE")
            case _:
                return "BAD not understood"
        return "OK done"

    def _select(self) -> None:
        self._say(f"* {len(self.shown.mails)} EXISTS")
        self._say("* 0 RECENT")
        self._say("* FLAGS (\\Seen \\Flagged)")
        self._say(f"* OK [UIDVALIDITY {self.shown.validity}] valid")
        self._say(f"* OK [UIDNEXT {self.shown.next_uid}] next")

    def _matches(self, uid: int, wanted: str) -> bool:
        """Return whether the mail is among `UNSEEN`, or in a range, which ends with the last."""
        if wanted == "UNSEEN":
            return "\\Seen" not in self.shown.mails[uid].flags
        found = re.fullmatch(r"UID (\d+):\*", wanted)
        assert found, wanted
        return uid >= int(found[1]) or uid == max(self.shown.mails)

    def _fetch(self, rest: str) -> None:
        number, _, items = rest.partition(" ")
        uid = int(number)
        if uid not in self.shown.mails:
            return
        mail = self.shown.mails[uid]
        place = list(self.shown.mails).index(uid) + 1
        if "BODY.PEEK[HEADER]" in items:
            head = mail.raw.partition(b"\r\n\r\n")[0] + b"\r\n\r\n"
            self._say(f"* {place} FETCH (UID {uid} BODY[HEADER] {{{len(head)}}}")
            self.wfile.write(head + b")\r\n")
            return
        if "BODY.PEEK[]" not in items:
            date = f"{mail.kept_at:%d-%b-%Y %H:%M:%S %z}" if mail.kept_at else ""
            kept = f'INTERNALDATE "{date}"' if date else "INTERNALDATE NIL"
            self._say(f"* {place} FETCH (UID {uid} RFC822.SIZE {len(mail.raw)} {kept})")
            return
        self._say(f"* {place} FETCH (UID {uid} BODY[] {{{len(mail.raw)}}}")
        if self.shown.hangs_up_in_body:
            self.shown.hangs_up_in_body = False
            self.wfile.write(mail.raw[: len(mail.raw) // 2])
            raise _HangUp
        self.wfile.write(mail.raw + b")\r\n")

    def _say(self, line: str) -> None:
        self.wfile.write(f"{line}\r\n".encode())
