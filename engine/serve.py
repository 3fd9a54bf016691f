"""A request a line in, an answer a line out, until the input ends.

Bad input is answered and never ends the process. So that no request can keep it for ever, a line
holds at most LONGEST_LINE bytes, and `perft` lists the moves of at most PERFT_POSITIONS positions.
"""

import traceback
from typing import BinaryIO

from engine.errors import EngineError
from engine.operations import answer
from engine.record import canonical_json
from engine.request import read_json

LONGEST_LINE = 1 << 20
PERFT_POSITIONS = 200_000


def serve(requests: BinaryIO, answers: BinaryIO) -> None:
    """Answer every line of `requests` on `answers`, each at once."""
    while line := requests.readline(LONGEST_LINE + 1):
        if len(line) > LONGEST_LINE:
            _skip_rest_of_line(requests, line)
            reply = _error(f"A request has at most {LONGEST_LINE} bytes.")
        else:
            reply = reply_to(line)
        answers.write(reply + b"\n")
        answers.flush()


def reply_to(line: bytes) -> bytes:
    """The answer to one line, `{"ok":…}` or `{"error":"…"}`, without a line end."""
    try:
        return canonical_json({"ok": answer(read_json(line), perft_at_most=PERFT_POSITIONS)})
    except EngineError as error:
        return _error(str(error))
    except Exception:
        # A fault of ours must not end the process for everybody; it goes to stderr.
        traceback.print_exc()
        return _error("This request met a fault of the engine.")


def _error(sentence: str) -> bytes:
    # A text may hold half a surrogate pair, which UTF-8 cannot express.
    return canonical_json({"error": sentence.encode(errors="replace").decode()})


def _skip_rest_of_line(requests: BinaryIO, line: bytes) -> None:
    while line and not line.endswith(b"\n"):
        line = requests.readline(LONGEST_LINE)
