"""Which of one's fellow players get no letters just now, asked once for all games."""

from collections.abc import Sequence

from duel.lobby.lines import Line
from duel.words.naming import joined
from mail.reports.suppression import addresses_put_aside


def note_unreached(lines: Sequence[Line]) -> None:
    """Note in each line to whom else at the table letters do not arrive.

    No more than that is anybody's business: neither why, nor since when, nor any address.
    """
    others = {line: line.others_playing for line in lines}
    aside = addresses_put_aside(user.email for users in others.values() for user in users)
    for line, users in others.items():
        line.unreached = joined([str(user) for user in users if user.email in aside])
