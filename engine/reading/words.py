"""The words that games of gems and cards share, in English, French and Italian.

All words stand here as the reader compares them: lower case, without accents, `_` between the
words of an expression. A word has one meaning; the few that would have two ("or", "o", "ma") are
told apart in `pieces.py`. A game adds its own words to each table (`lexicon.py`).
"""

from engine.reading.tokens import words

VERBS = {
    "take": """take takes taking pick picks picking grab grabs get collect gather pick_up
        prendre prends prend prenez prenons prenant ramasse ramasser recupere
        prendo prendi prende prendere prendiamo prendendo piglio raccolgo raccogli raccogliere""",
    "reserve": """reserve reserves reserving reserver reservez reservons
        riservare riservo riservi prenotare prenoto prenota prenoti prenotiamo""",
    "draw": """draw draws drawing piocher pioches piochez je_pioche
        pescare pesco pesca peschi peschiamo""",
    "buy": """buy buys buying purchase purchases purchasing acquire acquires
        acheter achete achette achetes achetez achetons acquerir acquiers
        comprare compro compra compri compriamo acquistare acquisto acquista acquisti""",
    "discard": """discard discards discarding drop drops return returns returning put_back puts_back
        give_back throw_away
        defausser defausse defausses defaussez jeter jette jettes jetez rendre rends remets
        remettre
        scartare scarto scarta scarti scartiamo buttare butto butta rendo rendi rende rendere
        rimettere rimetto rimetti""",
    "choose": """choose chooses choosing select selects
        choisir choisis choisit choisissez scelgo scegli scegliere""",
}
"""The verbs of moves, and what people write for them."""

COLOURS = {
    "white": """white whites diamond diamonds blanc blancs blanche blanches diamant diamants
        bianco bianca bianchi bianche diamante diamanti""",
    "blue": """blue blues sapphire sapphires bleu bleus bleue bleues saphir saphirs
        blu zaffiro zaffiri""",
    "green": """green greens emerald emeralds vert verts verte vertes emeraude emeraudes
        verde verdi smeraldo smeraldi""",
    "red": """red reds ruby rubies rouge rouges rubis rosso rossa rossi rosse rubino rubini""",
    "black": """black blacks onyx noir noirs noire noires nero nera neri nere onice""",
    "gold": """gold golden golds ors dore dores doree dorees oro ori dorato dorati joker jokers
        jolly""",
}
"""The canonical colours, and what people write for them."""

LETTERS = {
    "white": "w",
    "blue": "u",
    "green": "g",
    "red": "r",
    "black": "k",
    "gold": "o",
}
"""The letter of each colour, the same in every language."""

NUMBERS = {
    "1": "one",
    "2": "two deux due both entrambe entrambi les_deux tutte_e_due tutti_e_due ambedue",
    "3": "three trois tre all_three tutte_e_tre tutti_e_tre",
    "4": "four quatre quattro",
    "5": "five cinq cinque",
    "6": "six sei",
    "7": "seven sept sette",
    "8": "eight huit otto",
    "9": "nine neuf nove",
    "10": "ten dix dieci",
}

ORDINALS = {
    "1": "first premier premiere primo prima",
    "2": "second deuxieme seconde secondo seconda",
    "3": "third troisieme terzo terza",
    "4": "fourth quatrieme quarto quarta",
    "5": "fifth cinquieme quinto quinta",
}

FACTS = {
    "points": "point points pt pts punto punti vp",
    "market": "market marche mercato pyramid pyramide piramide",
}
"""What tells one card from another."""

MARKS = {
    "then": """then puis ensuite poi quindi after_that afterwards apres apres_ca apres_cela dopo
        dopo_di_che successivamente finally enfin infine""",
    "i": "i je j io we nous noi me mi m",
    "modal": """will shall am am_going_to want_to wanna would_like_to d_like_to id_like_to ill im
        let_me going_to would_love_to
        vais voudrais souhaite aimerais veux souhaiterais
        vorrei voglio vado_a desidero""",
    "so": """also now just simply first_of_all firstly still
        d_abord aussi maintenant premierement tout_d_abord simplement
        adesso ora anche per_prima_cosa prima_di_tutto innanzitutto semplicemente""",
    "article": """the an this that these those le la les l un une ce cette ces
        il lo uno una questo questa questi queste che_sono that_are that_is
        which_is""",
    "my": """my mine own mon ma mes mio mia miei mie""",
    "your": """your yours ta ton tes votre vos tuo tua tuoi tue his her their son sa ses leur suo
        sua""",
    "you": "you tu vous he she they elle lui lei voi",
    "to_you": "te ti t from_you gli",
    "on": """on in at of into onto sur dans en sul sulla sulle sull su nel nella nell nelle di del
        dei della dello delle dell degli du des aux d""",
    "from": "from de depuis da dal dalla dall dalle",
    "to": "to through thru jusqu fino",
    "at": "a au al alla ad",
    "for": "for pour per towards",
    "with": """with using avec con usando by_using by_spending spending par depensant en_utilisant
        en_depensant utilisant spendendo via""",
    "pay": """pay pays paying payer paie paye payant en_payant pagare pago pagando paga
        by_paying""",
    "free": """for_nothing for_free gratis free pour_rien sans_rien_payer gratuitement
        gratuit senza_pagare_nulla senza_pagare_niente senza_pagare gratuita""",
    "as": """as comme come it_counts_as counts_as counting_as comptee_comme compte_comme
        vale_come che_vale_come""",
    "instead": """instead_of in_place_of in_lieu_of a_la_place_du a_la_place_de a_la_place_d
        au_lieu_du au_lieu_de
        al_posto_del al_posto_di al_posto_della al_posto_dei invece_del invece_di""",
    "deck": "deck decks stack pile draw_pile pioche paquet mazzo mazzetto",
    "top": "top dessus sommet cima",
    "blind": "blind blindly a_l_aveugle alla_cieca face_down",
    "level": "level levels lvl niveau niv livello liv tier",
    "card": "card cards carte cartes carta slot jewel joaillerie gioiello",
    "reserved": """reserved reservee reservees in_reserve riserva prenotata
        prenotate riservata riservate hand main mano""",
    "token": """token tokens gem gems ones jeton jetons gemme gemmes gettone gettoni gemma pierre
        pierres pietra pietre stone stones""",
    "opponent": "opponent adversaire avversario avversaria",
    "and": "and et e ed",
    "times": "x times fois volte",
    "colour": "color colour colors colours couleur couleurs colore colori",
}
"""Words that tell how the words around them hang together."""

FRENCH = words(
    """je j nous mon mes le les l du des et sur dans avec prends prendre prenez
    reserver reservez acheter achete achetez defausser defausse
    carte niveau pioche jeton jetons rouge bleu vert noir blanc deux trois comme pour"""
)
"""Words that tell that a text is French, in which "or" is gold."""

ENGLISH = words(
    """i the my take buy discard red blue green black white gold
    as for with please"""
)
"""Words that tell that a text is English, in which "or" offers a choice."""

ITALIAN = words(
    """prendo prendi prendere compro comprare acquisto acquistare prenoto prenotare
    riservo riservare scarto scartare rendo butto con carta livello mazzo gettone
    gettoni rosso verde nero bianco nera bianca rossa due tre come per un uno una il lo gli
    e ed oro"""
)
"""Words that tell that a text is Italian, in which "o" offers a choice and "ma" is "but"."""

NEIGHBOURS = words(
    """there them than cause compare compared comparer button buttons
    comprise compris renders rendered rendez rendus resets voulez vuole vuoi send sending
    busy bury rene play playing plays pair part cart crate
    carton lever write writes near rose roses ruse preserve preserves deserve
    reverse stale returner dropped drown purchaser sends
    raccolta raccolto ripendo riprendo riprendi reprends reprend
    reprendre apprends comprends comprend comprendre comprendo prenda prendano prendete prendono
    venda vendo vendi comprano scartano"""
)
"""Other words that one slip would make into one of these: they are not read as such."""
