"""Words that make a text something else than an order: refusals, questions, conditions, reports.

One of them anywhere forbids to play any of the text. Most would be refused as unknown words
anyway; here they get a sentence of their own, and cannot be taken for misspelt ones or names.
"""

from collections.abc import Mapping, Sequence, Set

from engine.reading import Problem
from engine.reading.tokens import Token, words

_WORDS = {
    # In the order in which they are told of.
    "negated": """
        not no never none nothing nobody neither nor without except but cannot dont doesnt didnt
        wont cant refuse cancel stop undo keep leave avoid ignore forget isnt
        ne n pas jamais rien aucun aucune personne ni non sans sauf mais garde garder gardes laisse
        laisser laisses annule annuler evite eviter surtout
        mai niente nulla nessuno nessuna senza tranne eccetto neanche nemmeno neppure tengo
        tenere tieni tiene lascio lasciare lascia annullo annullare annulla evito rifiuto""",
    "condition": """
        if unless until till when whenever while once otherwise else were provided suppose
        assuming before after
        si sinon quand lorsque tant pourvu cas avant jusque
        se quando altrimenti qualora purche finche caso mentre meno""",
    "choice": """
        either rather instead alternatively prefer preferably versus vs
        ou soit plutot prefere
        oppure ovvero piuttosto invece anzi preferisco""",
    "reported": """
        took taken bought used spent stole stolen discarded returned replenished refilled robbed
        grabbed picked got chose chosen drew drawn purchased acquired collected gathered swapped
        have has had was been done did last yesterday already
        pris prise prises ai as-tu avais avait avons avez aurais vole-t-il prenais prenait achetais
        achetait reservais volais hier deja rempli dernier derniere ete
        preso presa presi prese comprato comprata comprai usato usai usata speso spesi
        prenotato prenotai riservato rubato rubai scartato scartai rifornito riempito acquistato
        acquistai pescato ho hai ha abbiamo avete hanno avevo aveva avrei ieri gia ultima ultimo""",
    "hedged": """
        maybe perhaps probably possibly might think thinking guess wonder wondering consider
        considering hesitate hoping hope kidding joking joke wait sorry oops actually scratch
        nah nope psych jk lol haha hmm hm er erm uh um oh whoops gotcha wrong mistake error typo
        false fake test testing draft whatever later tomorrow next soon almost nearly
        anything something any some liked
        peut-etre probablement pense penser hesite crois imagine plaisante blague attends
        attendez attendre pardon oups demain prochain prochaine bientot presque quelque tard
        euh bof hum oublie oubliez zut mince erreur faux brouillon
        prendrais prendrai prendrait acheterais acheterai reserverais reserverai volerais volerai
        forse magari probabilmente penso pensare pensavo credo scherzo scherzavo aspetta aspetto
        aspettare scusa scusate ops domani prossimo prossima dopodomani quasi qualche qualcosa
        boh mah ehm uffa macche dimentica errore sbaglio sbagliato fermo ferma falso bozza prova
        prenderei prendero comprerei comprero prenoterei prenotero ruberei rubero userei usero""",
    "question": """
        can could may should must which what who whose why how whether does is are
        puis-je dois-je est-ce peut-on dois peux peut pourrais devrais pourquoi comment quel quelle
        quels quelles quoi qui faut-il faut est prends-tu peux-tu
        posso puoi potrei devo dovrei dobbiamo possiamo perche quale quali cosa chi
        """,
}

_ENDINGS = {
    # French: what was done, what would be done.
    "achet acquer choisi defauss depens derob jet pioch ramass recharg reserv utilis vol": (
        "ee ees ai as a ais ait aient erai eras era erons erez erait erais",
        "reported",
    ),
    "prend rend remett rempli": ("rai ras ra rons rez ront rais rait ais ait aient", "hedged"),
    # Italian, the same.
    "acquist butt compr pesc prenot ricaric riserv rub scart us utilizz": (
        "ai avo avi ava avamo ato ata ati ero erai era eremo erebbe eresti erei",
        "reported",
    ),
    "prend rend spend rimett scegli raccogli": (
        "ero erai era eremo erete eranno erei eresti erebbe evo evi eva",
        "hedged",
    ),
}
"""Forms of the verbs of moves that are no orders: near to the others, but not to be played."""

_ADJECTIVES = words("reservee reservees riservata prenotata riservate prenotate")
"""Participles that say which card is meant."""

MOODS: dict[str, str] = {
    stem + ending: code
    for stems, (endings, code) in _ENDINGS.items()
    for stem in stems.split()
    for ending in endings.split()
    if stem + ending not in _ADJECTIVES
} | {word: code for code, listed in _WORDS.items() for word in listed.split()}
"""For each word the code of the refusal it brings."""

COMPOUNDS = frozenset(word for word in MOODS if "-" in word)

_PAST = words(
    """acheté achetée réservé utilisé volé volée défaussé jeté dépensé rechargé dérobé pioché
    comprò usò rubò scartò prenotò riservò acquistò ricaricò utilizzò pescò"""
)
"""Only the accent tells these forms from the present tense."""


def forbids(
    tokens: Sequence[Token], moods: Mapping[str, str], past: Set[str] = frozenset()
) -> Problem | None:
    """Return why the text, whatever else it says, is no order; None if it may be one.

    `moods` are the words that forbid it, with the code of each; `past` are forms of the game's
    verbs that tell of the past only by their accent.
    """
    found = [(mood_of(token, moods, past), token.text) for token in tokens]
    for code in _WORDS:
        for mood, text in found:
            if mood == code:
                return Problem(code, {"word": text})
    return None


def mood_of(token: Token, moods: Mapping[str, str], past: Set[str]) -> str | None:
    """Return the code of the refusal that the word brings."""
    if token.plain == "?":
        return "question"
    written = token.text.lower()
    if written in _PAST or written in past:
        return "reported"
    if written in ("è", "é"):  # the Italian "is"; without its accent it is "and"
        return "question"
    if written == "sì":
        return None
    if token.plain.endswith("n't"):
        return "negated"
    return moods.get(token.plain) if token.shape == "word" else None
