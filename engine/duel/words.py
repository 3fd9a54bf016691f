"""The words people use for moves, in English, French and Italian.

All words stand here as the reader compares them: lower case, without accents. A word has one
meaning; words that would have two (the English and the French "or") are told apart in
`pieces.py`.
"""

from collections.abc import Mapping

VERBS = {
    "take": """take takes taking pick picks grab grabs get gets collect gather
        prendre prends prend prenez prenons pris ramasse ramasser
        prendo prendi prende prendere prendiamo piglio raccolgo raccogli raccogliere""",
    "use": """use uses spend spends privilege privileges scroll scrolls
        utiliser utilise utilises utilisez depenser depense depenses depensez
        usare uso usa usi utilizzare utilizzo utilizza spendere spendo spendi
        privilegio privilegi pergamena pergamene""",
    "replenish": """replenish replenishes replenishing refill refills refilling fill
        remplir remplis remplit remplissez reapprovisionner reapprovisionne reapprovisionnez
        recharger recharge rechargez realimenter realimente realimentez regarnir regarnis
        rifornire rifornisco rifornisci rifornisce riempire riempio riempi riempie
        ricaricare ricarico ricarica""",
    "reserve": """reserve reserves reserving reserved
        reserver reservez reservons reservee reservees
        riservare riservo riserva riservi riservata riservate prenotare prenoto prenota prenoti
        prenotata prenotate""",
    "buy": """buy buys buying bought purchase purchases acquire acquires
        acheter achete achetes achetez achetons achat acquerir acquiers
        comprare compro compra compri acquistare acquisto acquista acquisti""",
    "token": """token tokens gem gems jeton jetons gemme gemmes
        gettone gettoni gemma""",
    "steal": """steal steals stealing rob robs snatch
        voler vole voles volez derober derobe derobes derobez
        rubare rubo ruba rubi""",
    "royal": """royal royals noble nobles royale royales royaux reale reali nobile nobili""",
    "discard": """discard discards discarding drop drops return returns
        defausser defausse defausses defaussez jeter jette jettes jetez rendre rends remets
        remettre scartare scarto scarta scarti buttare butto butta""",
}
"""The canonical verbs, and what people write for them."""

COLOURS = {
    "white": """white whites diamond diamonds blanc blancs blanche blanches diamant diamants
        bianco bianca bianchi bianche diamante diamanti""",
    "blue": """blue blues sapphire sapphires bleu bleus bleue bleues saphir saphirs
        blu zaffiro zaffiri""",
    "green": """green greens emerald emeralds vert verts verte vertes emeraude emeraudes
        verde verdi smeraldo smeraldi""",
    "red": """red reds ruby rubies rouge rouges rubis rosso rossa rossi rosse rubino rubini""",
    "black": """black blacks onyx noir noirs noire noires nero nera neri nere onice""",
    "pearl": """pearl pearls perle perles perla""",
    "gold": """gold golden ors dore dores doree dorees oro ori dorato dorati joker jokers
        jolly""",
}
"""The canonical colours, and what people write for them."""

COLOUR_LETTERS = {
    "w": "white",
    "u": "blue",
    "g": "green",
    "r": "red",
    "k": "black",
    "p": "pearl",
    "o": "gold",
}
"""The same letters in every language."""

NUMBERS = {
    "1": "one",
    "2": "two deux due",
    "3": "three trois tre",
}

MARKS = {
    "as": "as comme come",
    "deck": "deck decks stack pile top pioche paquet dessus sommet mazzo cima",
    "draw": "draw draws piocher pioches piochez pescare pesco pesca peschi",
    "level": "level levels lvl niveau niv livello liv tier",
    "card": "card cards carte cartes carta slot jewel joaillerie gioiello",
    "pay": "for pour per pay paying payer paie paye payant pagare pago pagando",
    "to": "to through jusqu fino",
    "from": "from de depuis da dal",
    "at": "a au al",
}
"""Words that tell how the words around them hang together. Where nothing hangs on them, they
are passed over like the fillers."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


FILLERS = _words(
    # English
    """i we d ll m my me the an and of on in at with using spending please pls plz would like want
    will shall let s it this that these its his her their your him them here now just also first
    finally ok okay yes hi hello thanks thank you board table market pyramid cell cells square
    squares space spaces place line diagonal choose select play opponent bag back into up
    color colour colors colours row"""
    # French
    """ je j nous moi un une mon ma mes le la les l du des et aux en sur dans avec par ce cette ces
    il te vous tu plait svp stp merci bonjour salut oui voudrais veux vais souhaite aimerais
    plateau case cases marche pyramide main adversaire sac son sa ses utilisant depensant
    ligne diagonale couleur couleurs choisis choisir joue abord enfin"""
    # Italian
    """ io vorrei voglio noi uno una lo gli di del dei della dello delle dell dalla nel
    nella nell sul sulla sulle sull su con e ed alla ai usando spendendo favore piacere
    grazie ciao salve tabellone casella caselle mercato piramide mano mio mia miei mie suo sua
    avversario sacchetto sacco questo questa linea fila colore colori scelgo scegliere gioco
    infine"""
)
"""Words that change nothing. What is in no list is refused, never skipped: "not" matters."""

FRENCH = _words(
    """je j nous mon ma mes le les l du des et sur dans avec prends prendre prenez utiliser utilise
    remplir remplis reserver reservez acheter achete achetez voler vole defausser defausse
    carte niveau pioche jeton jetons rouge bleu vert noir blanc perle deux trois comme pour"""
)
"""Words that tell that a text is French, in which "or" is gold."""

ENGLISH = _words(
    """i the my take buy discard steal use refill replenish red blue green black white pearl gold
    as for with please"""
)
"""Words that tell that a text is English, in which "or" offers a choice."""

NEVER_SHORT = _words("no non not ne ni nor but pas sans senza ou")
"""Words that say the contrary or offer a choice: never taken for the beginning of another."""


def _meanings(table: Mapping[str, str]) -> dict[str, str]:
    return {word: meaning for meaning, words in table.items() for word in words.split()}


KINDS: dict[str, tuple[str, str]] = {
    word: (kind, meaning)
    for kind, table in (
        ("verb", VERBS),
        ("colour", COLOURS),
        ("number", NUMBERS),
        ("mark", MARKS),
    )
    for word, meaning in _meanings(table).items()
} | {letter: ("colour", colour) for letter, colour in COLOUR_LETTERS.items()}
"""For each word its kind and its meaning."""


SHORTEST_READ = 3
"""Letters of an abbreviation that is read; shorter ones are too often other words ("do", "go")."""


def long_forms(word: str) -> set[tuple[str, str]]:
    """Return what an abbreviation may stand for: the verbs and colours beginning with it."""
    if word in NEVER_SHORT:
        return set()
    kinds = ("colour",) if len(word) == 1 else ("verb", "colour")
    return {
        (kind, meaning)
        for full, (kind, meaning) in KINDS.items()
        if kind in kinds and full.startswith(word)
    }
