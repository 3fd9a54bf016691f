"""The words of Splendor, beside those that games share (`engine/reading/words.py`)."""

from engine.reading.lexicon import Lexicon
from engine.reading.tokens import words
from engine.splendor.facts import (
    DOUBLE_GOLD,
    DRAW_TWO,
    POINTS_PER_POST,
    TOKEN_AFTER_BUY,
    TOKEN_AFTER_PAIR,
)
from engine.splendor.reading.piece import BANK, BONUS, EXTRA, NOBLE, POST, TURN

VERBS = {
    "keep": """keep keeps keeping garder garde gardes gardez gardons conserver conserve conserves
        conservez tenere tengo tieni tiene teniamo""",
    "pass": """pass passes passing passer passe passez passons passare passo passa passi passiamo
        skip""",
}

NUMBERS = {"2": "pair paire coppia"}

FACTS = {
    TOKEN_AFTER_BUY: """token_after_buying token_after_a_purchase token_after_each_purchase
        token_after_purchase token_when_i_buy token_for_each_purchase token_with_each_purchase
        gem_after_buying gem_after_a_purchase gem_when_i_buy
        jeton_apres_achat jeton_apres_un_achat jeton_apres_chaque_achat jeton_a_chaque_achat
        jeton_quand_j_achete jeton_apres_l_achat
        gettone_dopo_l_acquisto gettone_dopo_un_acquisto gettone_dopo_ogni_acquisto
        gettone_a_ogni_acquisto gettone_ad_ogni_acquisto gettone_quando_compro""",
    TOKEN_AFTER_PAIR: """token_after_a_pair token_after_pair token_with_a_pair token_after_two
        token_after_taking_two token_when_i_take_two third_token third_gem
        jeton_apres_une_paire jeton_avec_une_paire jeton_apres_deux troisieme_jeton
        gettone_dopo_una_coppia gettone_con_una_coppia gettone_dopo_due terzo_gettone""",
    DOUBLE_GOLD: """double_gold doubled_gold doubles_gold gold_counts_double gold_counts_twice
        gold_is_worth_two gold_worth_two double_value_gold
        or_double double_or double_l_or qui_double_l_or or_compte_double or_vaut_double
        or_vaut_deux
        oro_doppio doppio_oro oro_vale_doppio oro_vale_due raddoppia_l_oro
        che_raddoppia_l_oro""",
    DRAW_TWO: """draw_two draws_two draw_2 draw_two_cards draw_2_cards look_at_two
        look_at_two_cards
        piocher_deux piocher_2 piocher_deux_cartes piocher_2_cartes pioche_deux
        pioche_deux_cartes pioche_2_cartes
        pescare_due pescare_2 pescare_due_carte pescare_2_carte pesca_due pesca_due_carte""",
    POINTS_PER_POST: """point_per_post points_per_post point_for_each_post points_for_posts
        point_par_comptoir points_par_comptoir points_pour_les_comptoirs
        punto_per_posto punti_per_posto punto_per_ogni_posto punto_per_avamposto
        punti_per_avamposto punto_per_ogni_avamposto""",
}
"""The powers of trading posts."""

MARKS = {
    "noble": "noble nobles nobile nobili",
    "post": """post posts trading_post trading_posts comptoir comptoirs posto posti
        posto_commerciale posti_commerciali avamposto avamposti avamposto_commerciale
        emporio empori stazione stazioni stazione_commerciale""",
    "extra": """extra additional further supplementaire supplementaires en_plus additionnel
        aggiuntivo aggiuntiva supplementare in_piu""",
    "bank": "bank banque banca supply table tavolo plateau board",
    "bonus": "bonus bonuses",
    "turn": "turn tour turno",
    "blind": """hidden unseen sight_unseen cachee cache face_cachee coperta coperto nascosta
        from_the_top""",
    "card": "development developpement sviluppo",
    "pay": """use uses spend spends utiliser utilise utilises utilisez depenser depense depenses
        usare uso usa usi utilizzare utilizzo utilizza spendere spendo spendi""",
}

LEXICON = Lexicon(
    verbs=VERBS,
    numbers=NUMBERS,
    facts=FACTS,
    marks=MARKS,
    kinds={
        "noble": NOBLE,
        "post": POST,
        "extra": EXTRA,
        "bank": BANK,
        "bonus": BONUS,
        "turn": TURN,
    },
    moods={
        "negated": "nessun",
        "reported": "passed kept skipped passai passato tenni tenuto tenne conservato",
        "hedged": """passerai passerais passero passerei garderai garderais terro terrei
            conserverai conserverais""",
    },
    past=words("passé passée gardé gardée conservé conservée passò"),
    french=words("passe garde gardes comptoir rendre rends banque bleus verts noirs blancs"),
    english=words("keep pass post"),
    italian=words("passo passa tengo tieni nobile"),
    neighbours=words(
        """garden gardens gander guarder guarda guardo pastes parses passage passate passata
        passante tenete tenore tenero conservo conserva skipper"""
    ),
)
"""All words that are understood."""
