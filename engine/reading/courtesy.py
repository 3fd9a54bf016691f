"""What people write around a move: greetings, thanks, wishes, and their name at the end.

It is passed over only where it belongs: a greeting before everything, a name behind a greeting or
at the very end, thanks that are for nothing in particular.
"""

import re
from collections.abc import Callable, Iterator, Sequence

from engine.reading.mood import MOODS
from engine.reading.tokens import LINE_END, MARK, WORD, Token, words

_PLEASE = """please pls plz kindly
    s_il_te_plait s_il_vous_plait svp stp
    per_favore per_piacere per_cortesia"""
"""Anywhere."""

_OPENERS = """ok okay yes yep yeah right alright well so now_then all_right
    oui d_accord bon eh_bien alors voila
    va_bene bene allora dunque ecco certo
    my_move my_turn my_move_is my_turn_is move here_is_my_move this_is_my_move
    mon_coup mon_tour mon_coup_est voici_mon_coup coup
    la_mia_mossa mia_mossa mossa il_mio_turno ecco_la_mia_mossa"""
"""At the beginning of a sentence or behind a comma."""

_GREETINGS = """hi hello hey dear good_morning good_afternoon good_evening good_day greetings
    hi_there hello_there hey_there hi_all hello_all morning evening good_evening_all
    morning_all evening_all hi_again hello_again happy_new_year
    bonjour salut bonsoir coucou cher chere mon_cher ma_chere rebonjour bonne_annee
    ciao salve buongiorno buon_giorno buonasera buona_sera buon_pomeriggio caro cara ehi
    mio_caro mia_cara buon_anno"""
"""Before everything else, perhaps with a name."""

_THANKS = """thanks thank_you thanks_a_lot many_thanks thank_you_very_much thanks_very_much
    thank_you_so_much thx ty cheers thanks_again thanks_in_advance
    merci merci_beaucoup mille_mercis merci_bien un_grand_merci merci_d_avance merci_encore
    grazie grazie_mille tante_grazie molte_grazie grazie_ancora mille_grazie"""
"""Anywhere, unless they are for something."""

_FOR_SOMETHING = words("for to pour de d du des per di del della che que a")

_WISHES = """good_luck have_fun good_game gg nice_move good_move well_played nice_one your_turn
    your_move over_to_you have_a_nice_day have_a_good_day have_a_nice_evening have_a_nice_weekend
    have_a_good_weekend enjoy see_you see_you_soon talk_soon take_care all_the_best
    that_is_all that_is_it
    bonne_chance bon_jeu bien_joue beau_coup joli_coup bonne_partie a_toi a_toi_de_jouer a_vous
    a_ton_tour bonne_journee bonne_soiree bon_week-end bon_weekend amuse_toi_bien bon_courage
    buona_fortuna buon_gioco bella_mossa bel_colpo ben_giocato bravo brava complimenti tocca_a_te
    a_te a_te_la_mossa tuo_turno buona_giornata buona_serata buon_weekend buon_fine_settimana
    buon_divertimento buona_partita"""
"""A sentence of their own."""

_CLOSINGS = """cheers regards best best_regards kind_regards warm_regards best_wishes warmly
    sincerely yours love bye bye_bye goodbye cordially ciao salut ciao_ciao
    a_bientot a_plus a_plus_tard cordialement amicalement amities bises bisous bien_a_toi
    bien_a_vous bien_cordialement salutations au_revoir a_la_prochaine
    a_presto saluti cordiali_saluti un_saluto un_abbraccio abbracci baci un_caro_saluto
    cari_saluti tanti_saluti arrivederci alla_prossima a_dopo
    sent_from_my_iphone sent_from_my_phone sent_from_my_ipad sent_from_my_android
    envoye_de_mon_iphone envoye_de_mon_telephone inviato_da_iphone inviato_dal_mio_iphone
    inviato_da_mobile"""
"""Behind everything else, perhaps with a name."""

_Phrase = tuple[str, ...]


def _phrases(text: str) -> list[_Phrase]:
    return [tuple(phrase.split("_")) for phrase in text.split()]


_KINDS = {
    "please": _phrases(_PLEASE),
    "opener": _phrases(_OPENERS),
    "greeting": _phrases(_GREETINGS),
    "thanks": _phrases(_THANKS),
    "wish": _phrases(_WISHES),
    "closing": _phrases(_CLOSINGS),
}
_BY_FIRST: dict[str, list[tuple[_Phrase, str]]] = {}
for _kind, _all in _KINDS.items():
    for _one in _all:
        _BY_FIRST.setdefault(_one[0], []).append((_one, _kind))
for _found in _BY_FIRST.values():
    _found.sort(key=lambda entry: -len(entry[0]))

WORDS = frozenset(
    word for entries in _BY_FIRST.values() for phrase, _ in entries for word in phrase
)
"""Every word of a courtesy."""

COMPOUNDS = frozenset(word for word in WORDS if "-" in word)

_SIGNATURE = re.compile(r"^-- ?$.*", re.MULTILINE | re.DOTALL)
_PAUSES = frozenset([LINE_END, *",;.!:-"])
MOST_NAMES = 3
"""Words of a name at the end."""

Knows = Callable[[str], bool]


def without_signature(text: str) -> str:
    """Return the text up to the line of two hyphens with which mail programs begin a signature."""
    return _SIGNATURE.sub("", text.replace("\r\n", "\n"), count=1)


def without_courtesy(tokens: Sequence[Token], knows: Knows) -> list[Token]:
    """Return the tokens without what is mere courtesy.

    `knows` tells of a plain word whether the game knows it; only an unknown one can be a name.
    """
    rest: list[Token] = []
    at = 0
    while at < len(tokens):
        begins = at == 0 or tokens[at - 1].plain in _PAUSES or not _said(rest)
        length = 0
        for kind, size in [*_yes(tokens[at : at + 2]), *_matches(tokens, at)]:
            if _fits(kind, tokens[at + size :], knows, begins=begins, first=not _said(rest)):
                length = size
                if kind in ("thanks", "wish", "closing"):
                    length += _name(tokens, at + size, knows, last=True)
                if kind in ("greeting", "thanks") and length == size:
                    length += _name(tokens, at + size, knows, last=False)
                break
        if not length:
            rest.append(tokens[at])
        at += length or 1
    return _without_last_name(rest, knows)


def _yes(tokens: Sequence[Token]) -> Iterator[tuple[str, int]]:
    """Yield the Italian yes, which the French "if" resembles: its accent or a comma tells."""
    written, after = tokens[0].text.lower(), tokens[1].plain if len(tokens) > 1 else ""
    if written == "sì" or (written == "si" and after == ","):
        yield "opener", 1


def _matches(tokens: Sequence[Token], at: int) -> Iterator[tuple[str, int]]:
    """Yield the kind and the length of each courtesy that the tokens begin with, longest first."""
    for phrase, kind in _BY_FIRST.get(tokens[at].plain, ()):
        if tuple(token.plain for token in tokens[at : at + len(phrase)]) == phrase:
            yield kind, len(phrase)


def _fits(kind: str, after: Sequence[Token], knows: Knows, *, begins: bool, first: bool) -> bool:
    """Return whether a courtesy of that kind may stand before those tokens."""
    pauses = not after or after[0].plain in _PAUSES
    match kind:
        case "please":
            return True
        case "thanks":
            return not after or after[0].plain not in _FOR_SOMETHING
        case "opener":
            return begins
        case "greeting":
            return first
        case "wish":
            return begins and pauses
    return begins and all(
        token.plain in _PAUSES or token.plain in WORDS or _is_name(token, knows) for token in after
    )


def _said(tokens: Sequence[Token]) -> bool:
    return any(token.plain not in _PAUSES for token in tokens)


def _is_name(token: Token, knows: Knows) -> bool:
    # "don't" is listed as "dont".
    is_mood = token.plain in MOODS or token.plain.replace("'", "") in MOODS
    known = token.plain in WORDS or is_mood or knows(token.plain)
    return token.shape == WORD and len(token.plain) > 1 and not known


def _name(tokens: Sequence[Token], at: int, knows: Knows, *, last: bool) -> int:
    """Return how many tokens from there on are a name that belongs to a courtesy."""
    begin = at
    if last:
        while at < len(tokens) and tokens[at].plain in _PAUSES:
            at += 1
    end = at
    while end < len(tokens) and end - at < MOST_NAMES and _is_name(tokens[end], knows):
        end += 1
    written_so = all(token.is_capital for token in tokens[at:end])
    if last:
        ends = all(token.plain in _PAUSES for token in tokens[end:])
        return end - begin if end > at and ends and (written_so or end == at + 1) else 0
    pauses = end == len(tokens) or tokens[end].plain in _PAUSES
    return end - begin if written_so or (pauses and end == at + 1) else 0


def _without_last_name(tokens: list[Token], knows: Knows) -> list[Token]:
    """Take away a name that stands alone on the last line, or behind a dash at the end."""
    end = len(tokens)
    while end and tokens[end - 1].plain in _PAUSES:
        end -= 1
    start = end
    while start and _is_name(tokens[start - 1], knows) and tokens[start - 1].is_capital:
        start -= 1
    alone = start and tokens[start - 1].shape == MARK and tokens[start - 1].plain in (LINE_END, "-")
    if 0 < end - start <= MOST_NAMES and alone and _said(tokens[:start]):
        return tokens[: start - 1]
    return tokens
