"""Why a player may be unhappy, in the few sentences that open the operators' page of a game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext, ngettext

from accounts.models import User
from duel.games.results import places_of, result_of, result_sentence
from duel.models import KnownGame, Status
from duel.models.game import TURN_KINDS, YOUR_TURN
from duel.record.links import Purpose
from duel.words.naming import joined, moment, span
from mail.mutes import name_of_kind
from support.models import UNSETTLED
from support.report.clocks import clock_findings, last_turn_findings
from support.report.game_report import Finding, GameReport
from support.report.letters import fate_of
from support.report.people import Player


@dataclass(frozen=True)
class Diagnosis:
    """Where a game stands in one sentence, and all that may be behind it in some more."""

    headline: str
    findings: list[Finding]

    def about(self, sort: str) -> list[Finding]:
        """Return the findings of one sort."""
        return [finding for finding in self.findings if finding.sort == sort]


def diagnose(report: GameReport, players: Sequence[Player], *, now: datetime) -> Diagnosis:
    """Return what an operator has to know first."""
    return Diagnosis(_headline(report, now), list(_findings(report, players, now)))


def _headline(report: GameReport, now: datetime) -> str:
    game, names, log = report.game, report.names, report.log
    if game.status == Status.PROPOSED:
        return _proposed(report)
    if game.status == Status.OFF:
        return _never_began(game)
    if report.is_broken:
        return _broken(report)
    if game.result is not None:
        how = (
            result_of(log, names, None) if log else result_sentence(game, game.result, names, None)
        )
        when = moment(game.ended_at) if game.ended_at else "?"
        ended = gettext("It ended %(when)s, at ply %(ply)d.") % {"when": when, "ply": game.ply}
        places = places_of(log.course, names) if log else ""
        return " ".join(filter(None, [how, places, ended]))
    if log is None or game.to_move is None:
        return gettext("The game runs, but what is stored of it cannot be read.")
    since = log.history.turn.since
    words = {
        "name": names[game.to_move],
        "when": moment(since),
        "time": span(now - since),
        "ply": game.ply,
    }
    sentence = gettext("%(name)s is to move, since %(when)s, for %(time)s now (ply %(ply)d).")
    return sentence % words


def _broken(report: GameReport) -> str:
    """Return how a game stands that cannot be replayed: what is decided, or what is to be."""
    game = report.game
    if game.is_settled and game.result is not None and game.ended_at is not None:
        how = result_sentence(game, game.result, report.names, None)
        sentence = gettext(
            "The record is damaged. %(how)s That was settled %(when)s, beside the log."
        )
        return sentence % {"how": how, "when": moment(game.ended_at)}
    if game.result is not None:
        how = result_sentence(game, game.result, report.names, None)
        sentence = gettext("The record is damaged. By its columns the game is over: %(how)s")
        return sentence % {"how": how}
    return gettext(
        "The record is damaged: nobody can move, and nobody runs out of time. Hold the game, or "
        "end it."
    )


def _breakage(report: GameReport) -> Iterator[Finding]:
    """Yield what the log has come to, and what the columns say, each by itself."""
    game, log = report.game, report.log
    words = {"found": len(report.entries), "written": game.seq, "ply": game.ply}
    sentence = gettext(
        "Entries found: %(found)s. By the columns of the game, %(written)s were written, up to ply "
        "%(ply)s."
    )
    yield Finding(sentence % words, "operator", is_bad=True)
    if log is None:
        yield Finding(gettext("Nothing of the log can be replayed."), "operator", is_bad=True)
        return
    sentence = gettext(
        "The log can be replayed up to entry %(seq)s, ply %(ply)s. Position and log below show "
        "that; what came after it is not known."
    )
    replayed = {"seq": len(log.entries), "ply": log.course.ply}
    yield Finding(sentence % replayed, "operator", is_bad=True)


def _never_began(game: KnownGame) -> str:
    match game.off_because:
        case "declined":
            return gettext("The game never began: the invitation was declined.")
        case "withdrawn":
            return gettext("The game never began: it was withdrawn.")
        case "expired":
            return gettext("The game never began: nobody accepted in time.")
    return gettext("The game never began.")


def _proposed(report: GameReport) -> str:
    waiting = [
        name
        for seat, name in zip(report.seats, report.names, strict=True)
        if seat.joined_at is None
    ]
    game = report.game
    words = {
        "names": joined(waiting),
        "when": moment(game.proposed_at),
        "until": moment(game.expires_at) if game.expires_at else "?",
    }
    return gettext("Proposed %(when)s; waits for %(names)s until %(until)s.") % words


def _findings(report: GameReport, players: Sequence[Player], now: datetime) -> Iterator[Finding]:
    game, log = report.game, report.log
    if report.problems:
        count = len(report.problems)
        sentence = ngettext(
            "What is stored contradicts itself or the rules in %(count)d place, named below.",
            "What is stored contradicts itself or the rules in %(count)d places, named below.",
            count,
        )
        yield Finding(sentence % {"count": count}, "operator", is_bad=True)
    else:
        yield from _divergence(report)
    yield from _disputes(report)
    since = game.proposed_at
    if report.is_broken:  # what is left of the log says nothing of the turn that was being made
        since = game.moved_at or since
        yield from _breakage(report)
        if game.status == Status.OVER:
            yield _secret(game, now)
    elif log is not None:
        turn = log.history.turn
        since, player = turn.since, players[turn.seat]
        yield from _left(report)
        if game.status == Status.RUNNING:
            yield from _unsent(report)
            yield from clock_findings(report, log, player, now=now)
            yield from _acts(report, player, since)
        else:
            yield from last_turn_findings(log, player)
            yield from _acts(report, player, since)
            yield _secret(game, now)
    yield from _letters(report, since)
    for player in players:
        yield from _reach(player)


def _divergence(report: GameReport) -> Iterator[Finding]:
    """Yield what the last check found that the page does not look for itself, as of clocks."""
    found = report.divergence
    if found is not None and found.gone_at is None:
        words = {"when": moment(found.seen_at), "problems": found.problems.replace("\n", "; ")}
        sentence = gettext("The check of all games found, %(when)s: %(problems)s")
        yield Finding(
            sentence % words, "operator", is_bad=True, page="duel_divergence_change", key=found.pk
        )


def _letters(report: GameReport, since: datetime) -> Iterator[Finding]:
    letters = [letter for letter in report.letters if letter.created_at >= since]
    for letter in letters:
        fate = fate_of(letter, report.names)
        yield Finding(
            fate.sentence, "letter", fate.is_bad, page="mail_letter_change", key=letter.pk
        )
    to_move = report.game.to_move
    if to_move is None or report.is_broken or report.seats[to_move].is_bot:
        return
    turn = (report.game.ply, to_move)
    bringing = {
        notice.key
        for notice in report.notices
        if (notice.ply, notice.seat) == turn and notice.kind in TURN_KINDS
    }
    if not any(letter.key in bringing for letter in letters):
        name = {"name": report.names[to_move]}
        sentence = gettext("There is no letter that brings %(name)s this turn.")
        yield Finding(sentence % name, "letter", is_bad=True)


def _reach(player: Player) -> Iterator[Finding]:
    """Yield what keeps letters from a player, or holds them back."""
    user, suppression = player.seat.user, player.suppression
    if suppression is not None:
        words = {
            "name": player.name,
            "when": moment(suppression.since),
            "why": suppression.get_reason_display(),
        }
        sentence = gettext("The address of %(name)s has got no letters since %(when)s: %(why)s.")
        page = "accounts_user_change"  # there the address can be taken up again
        key = user.pk if user else None
        yield Finding(sentence % words, "letter", is_bad=True, page=page if user else "", key=key)
    for mute in player.mutes:
        words = {
            "name": player.name,
            "what": name_of_kind(mute.kind) if mute.kind else gettext("all letters"),
            "where": gettext("in this game") if mute.topic else gettext("in all games"),
            "when": moment(mute.since),
        }
        sentence = gettext("%(name)s has muted %(what)s %(where)s, %(when)s.")
        yield Finding(sentence % words, "letter", is_bad=mute.kind in ("", YOUR_TURN))
    if user is not None and user.letters == User.Letters.DIGEST:
        words = {"name": player.name, "time": f"{user.digest_at:%H:%M}", "zone": user.time_zone}
        sentence = gettext("%(name)s gets one letter a day, at %(time)s (%(zone)s).")
        yield Finding(sentence % words, "letter")


def _unsent(report: GameReport) -> Iterator[Finding]:
    """Yield that what was played last is not final, and who sees it."""
    game = report.game
    if game.unsent_seat is None or report.final_ply is None:
        return
    name = {"name": report.names[game.unsent_seat]}
    sentence = gettext(
        "What %(name)s played last is not final: it can be taken back, and nobody else who plays "
        "or watches is shown it. Any decision makes it final."
    )
    if game.unsent_until is not None:
        until = gettext("It is final %(when)s.") % {"when": moment(game.unsent_until)}
        sentence = " ".join([sentence, until])
    yield Finding(sentence % name, "player")


def _left(report: GameReport) -> Iterator[Finding]:
    """Yield who has left the game, and whose seat is offered until when."""
    for seat, name in zip(report.seats, report.names, strict=True):
        if seat.left_at is None:
            continue
        words = {"name": name, "when": moment(seat.left_at)}
        sentence = gettext("%(name)s has left the game, %(when)s.") % words
        if seat.open_until is not None:
            until = gettext("The seat is offered to others until %(when)s.")
            sentence = " ".join([sentence, until % {"when": moment(seat.open_until)}])
        yield Finding(sentence, "player")


def _acts(report: GameReport, player: Player, since: datetime) -> Iterator[Finding]:
    """Yield whether the player was seen in this turn: only a press is a person."""
    of_seat = (use for use in report.link_uses if use.seat == player.seat.number)
    # A report that no letter came is made by the link of an older one.
    trouble = Purpose.TROUBLE.name.lower()
    uses = [use for use in of_seat if use.last_at >= since and use.purpose != trouble]
    name = {"name": player.name}
    presses = [use.last_at for use in uses if use.is_press]
    if presses:
        sentence = gettext("In this turn %(name)s pressed a button of a link, last %(when)s.")
        yield Finding(sentence % {**name, "when": moment(max(presses))}, "player")
    else:
        sentence = gettext("In this turn %(name)s has pressed no button of a link.")
        yield Finding(sentence % name, "player")
    fetches = [use for use in uses if not use.is_press]
    if fetches:
        count = sum(use.count for use in fetches)
        sentence = ngettext(
            "A link of %(name)s was fetched, %(when)s, perhaps by a scanner.",
            "Links of %(name)s were fetched %(count)d times, last %(when)s, perhaps by a scanner.",
            count,
        )
        when = moment(max(use.last_at for use in fetches))
        yield Finding(sentence % {**name, "count": count, "when": when}, "player")


def _disputes(report: GameReport) -> Iterator[Finding]:
    for dispute in (reported.dispute for reported in report.reports):
        if dispute.state not in UNSETTLED:
            continue
        words = {
            "name": report.names[dispute.seat],
            "topic": dispute.get_topic_display(),
            "state": dispute.get_state_display(),
            "when": moment(dispute.reported_at),
            "text": dispute.text,
        }
        sentence = gettext("%(name)s reported %(when)s: %(topic)s (%(state)s). “%(text)s”")
        yield Finding(
            sentence % words, "operator", is_bad=True, page="support_dispute_change", key=dispute.pk
        )


def _secret(game: KnownGame, now: datetime) -> Finding:
    opens_at = game.secret_opens_at
    if opens_at is None or opens_at > now:
        words = {"when": moment(opens_at) if opens_at else "?"}
        sentence = gettext(
            "The result can still be changed until %(when)s; then the secret is shown."
        )
        return Finding(sentence % words, "operator")
    sentence = gettext("The secret has been shown: nothing can be changed any more.")
    return Finding(sentence, "operator")
