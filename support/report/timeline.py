"""A game's timeline for its page: moves, letters, links, clocks, reports, decisions."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from django.contrib.admin.models import LogEntry as AuditEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import Q
from django.utils.translation import gettext, ngettext

from accounts.audit import operator_name
from duel.models import Game, LinkUse
from duel.timeline.entries import entry_sentence
from duel.timeline.items import Item, beginning, items_for_all_games, restored_end, sort_of
from duel.timeline.letters import report_words
from duel.words.naming import joined, span
from mail.models import Letter
from mail.mutes import name_of_one
from support.models import Act, Decision, Dispute
from support.report.game_report import GameReport
from support.report.letters import fate_of, reader_of

FOLDED_WITHIN = timedelta(minutes=5)
"""Fetches that follow one another so closely are one line, also of different pages."""


def timeline(report: GameReport) -> list[Item]:
    """Return everything that happened, the first first."""
    items = [
        *beginning(report.game),
        *_entries(report),
        *_settlements(report),
        *_letters(report),
        *_mail(report),
        *_links(report),
        *_notes(report),
        *items_for_all_games(report.game, report.surroundings.interruptions),
    ]
    if not report.is_own:  # what is reported about a game is not for its players
        items += [*_disputes(report), *_audit(report)]
    return sorted(items, key=lambda item: item.at)  # what came at once stays in its order


def _entries(report: GameReport) -> Iterator[Item]:
    decisions = {made.seq: made for made in report.decisions if made.settlement_id is None}
    for entry, ply in zip(report.entries, report.plies, strict=True):
        decision = decisions.get(entry.seq)
        if report.is_withheld(ply):
            name = {"name": report.names[entry.seat or 0]}
            sentence = gettext("%(name)s made a move that was taken back.") % name
        else:
            restored = restored_end(report.game, entry, decision, report.names)
            sentence = restored or entry_sentence(entry, report.names)
            if ply in report.by_order:
                sentence = " ".join([sentence, gettext("It was a standing order.")])
            if ply in report.taken_back:
                sentence = " ".join([sentence, gettext("It was taken back.")])
            elif report.is_unsent(ply):
                sentence = " ".join([sentence, gettext("It is not final yet.")])
        if ply is not None:
            sentence = " ".join([sentence, gettext("Ply %(ply)s.") % {"ply": ply}])
        if decision is not None:
            sentence = " ".join([sentence, _decided(decision)])
        yield Item(datetime.fromisoformat(entry.time), sort_of(entry, decision), sentence)


def _settlements(report: GameReport) -> Iterator[Item]:
    """Yield what was decided beside a log that is broken."""
    decisions = {made.settlement_id: made for made in report.decisions}
    for settlement in report.settlements:
        decision = decisions.get(settlement.pk)
        words = {"act": settlement.get_act_display(), "seq": settlement.seq}
        sentence = gettext("Settled beside the log (entries found: %(seq)s): %(act)s.") % words
        reason = [_decided(decision)] if decision else []
        yield Item(settlement.made_at, "operator", " ".join([sentence, *reason]))


def _decided(decision: Decision) -> str:
    words = {"name": decision.operator or gettext("somebody who left"), "reason": decision.reason}
    sentence = gettext("Decided by %(name)s: %(reason)s") % words
    if decision.message:
        message = gettext("Message to the players: %(message)s") % {"message": decision.message}
        sentence = " ".join([sentence, message])
    if decision.revokes is not None:
        revoked = {"act": decision.revokes.get_act_display(), "seq": decision.revokes.seq}
        sentence = " ".join([sentence, gettext("(revokes “%(act)s” of entry %(seq)s)") % revoked])
    return sentence


def _letters(report: GameReport) -> Iterator[Item]:
    for letter in report.letters:
        words = {"kind": name_of_one(letter.kind), "name": reader_of(letter, report.names)}
        if letter.sent_at is None:
            yield Item(letter.created_at, "letter", fate_of(letter, report.names).sentence)
        else:
            queued = gettext("Letter “%(kind)s” to %(name)s posted.") % words
            yield Item(letter.created_at, "letter", queued)
            sent = gettext("Letter “%(kind)s” to %(name)s sent.") % words
            yield Item(letter.sent_at, "letter", sent)
        yield from _reports(letter, words)


def _reports(letter: Letter, words: dict[str, str]) -> Iterator[Item]:
    events = list(letter.events.all())
    for event in events:
        sentence = gettext("Letter “%(kind)s” to %(name)s: %(what)s.")
        yield Item(event.happened_at, "letter", sentence % {**words, "what": report_words(event)})
    if letter.delivered_at and not any(event.kind == "delivered" for event in events):
        sentence = gettext("Letter “%(kind)s” to %(name)s: delivered.")
        yield Item(letter.delivered_at, "letter", sentence % words)


def _mail(report: GameReport) -> Iterator[Item]:
    for came in report.mail:
        words = {"name": _name(came.seat, report.names), "fate": came.fate, "text": came.quote}
        if not came.is_own:
            sentence = gettext("A mail came in for %(name)s: %(fate)s.")
        elif came.quote:
            sentence = gettext("%(name)s wrote a mail, “%(text)s”: %(fate)s.")
        else:
            sentence = gettext("%(name)s wrote a mail: %(fate)s.")
        yield Item(came.received_at, "letter", sentence % words, came.key)


def _links(report: GameReport) -> Iterator[Item]:
    for use in report.link_uses:
        if use.is_press:
            words = {"name": _name(use.seat, report.names), "page": use.purpose, "ply": use.ply}
            sentence = gettext("%(name)s pressed a button (page “%(page)s” of ply %(ply)s).")
            yield Item(use.first_at, "player", sentence % words)
    for burst in bursts(use for use in report.link_uses if not use.is_press):
        name = _name(burst[0].seat, report.names)
        yield Item(burst[0].first_at, "link", _fetched(burst, name))


def bursts(uses: Iterable[LinkUse]) -> list[list[LinkUse]]:
    """Return the fetches, those of one seat together that follow closely upon one another."""
    folded: list[list[LinkUse]] = []
    last: dict[int, list[LinkUse]] = {}
    for use in uses:
        burst = last.get(use.seat)
        if burst and use.first_at - max(each.last_at for each in burst) <= FOLDED_WITHIN:
            burst.append(use)
        else:
            last[use.seat] = [use]
            folded.append(last[use.seat])
    return folded


def _fetched(burst: Sequence[LinkUse], name: str) -> str:
    count = sum(use.count for use in burst)
    lasted = max(use.last_at for use in burst) - burst[0].first_at
    sentence = ngettext(
        "A link of %(name)s was fetched, perhaps by a scanner.",
        "Links of %(name)s were fetched %(count)d times within %(time)s, perhaps by a scanner.",
        count,
    )
    within = span(lasted) if lasted >= timedelta(minutes=1) else gettext("a minute")
    return sentence % {"name": name, "count": count, "time": within}


def _notes(report: GameReport) -> Iterator[Item]:
    for note in report.notes:
        readers = joined([_name(seat, report.names) for seat in note.readers])
        words = {
            "name": _name(note.seat, report.names),
            "text": report.text_of(note),
            "readers": readers,
        }
        yield Item(note.written_at, "player", _note_words(words) % words)


def _note_words(words: Mapping[str, str]) -> str:
    """Return the sentence about a note, with its text if that is shown."""
    if words["text"] and words["readers"]:
        return gettext("%(name)s wrote to %(readers)s alone: “%(text)s”")
    if words["text"]:
        return gettext("%(name)s wrote: “%(text)s”")
    if words["readers"]:
        return gettext("%(name)s wrote a note to %(readers)s alone.")
    return gettext("%(name)s wrote a note.")


def _disputes(report: GameReport) -> Iterator[Item]:
    for reported in report.reports:
        dispute = reported.dispute
        words = {
            "name": _name(dispute.seat, report.names),
            "topic": dispute.get_topic_display(),
            "text": dispute.text,
        }
        sentence = gettext("%(name)s reported %(topic)s: “%(text)s”")
        yield Item(dispute.reported_at, "player", sentence % words)
        for written_at, text in reported.additions:
            sentence = gettext("%(name)s added to the report: “%(text)s”")
            yield Item(written_at, "player", sentence % {**words, "text": text})
        if dispute.settled_at is not None:
            words = {"state": dispute.get_state_display(), "text": dispute.resolution}
            sentence = gettext("Dispute %(state)s: “%(text)s”")
            yield Item(dispute.settled_at, "operator", sentence % words)


def _audit(report: GameReport) -> Iterator[Item]:
    """Yield what operators did but for decisions, which stand beside their entries."""
    kinds = ContentType.objects.get_for_models(Game, Dispute)
    disputes = [str(reported.dispute.pk) for reported in report.reports]
    acts = AuditEntry.objects.filter(
        Q(content_type=kinds[Game], object_id=str(report.game.pk))
        | Q(content_type=kinds[Dispute], object_id__in=disputes)
    )
    for act in acts.select_related("user").order_by("pk"):
        message = act.get_change_message()
        if message.partition(":")[0].partition(" ")[0] not in Act.values:
            words = {"name": operator_name(act.user), "what": message}
            yield Item(act.action_time, "operator", gettext("Operator %(name)s: %(what)s") % words)


def _name(seat: int, names: Sequence[str]) -> str:
    return names[seat] if seat < len(names) else str(seat)
