"""The words of Splendor Duel, beside those that games share (`engine/reading/words.py`)."""

from engine.duel.reading.piece import BAG, GETS, PLACE, PRIVILEGE, ROYAL
from engine.reading.lexicon import Lexicon
from engine.reading.tokens import words

VERBS = {
    "use": """use uses spend spends utiliser utilise utilises utilisez utilisons depenser depense
        depenses depensez
        usare uso usa usi utilizzare utilizzo utilizza spendere spendo spendi""",
    "replenish": """replenish replenishes replenishing refill refills refilling fill fill_up
        remplir remplis remplit remplissez remplissons reapprovisionner reapprovisionne
        reapprovisionnez recharger recharge rechargez realimenter realimente realimentez
        regarnir regarnis completer complete
        rifornire rifornisco rifornisci rifornisce riempire riempio riempi riempie
        ricaricare ricarico ricarica""",
    "steal": """steal steals stealing rob robs snatch
        voler vole voles volez volons derober derobe derobes derobez
        rubare rubo ruba rubi rubiamo""",
}

COLOURS = {"pearl": "pearl pearls perle perles perla"}

FACTS = {
    "crowns": "crown crowns couronne couronnes corona corone",
    "bonuses": "bonus bonuses",
    "wild": """wild couleur_au_choix multicolore colore_a_scelta any_colour any_color""",
    "colourless": """no_colour no_color colourless colorless sans_couleur incolore senza_colore""",
    "again": """another_turn extra_turn nouveau_tour tour_supplementaire altro_turno
        turno_extra un_altro_turno""",
    "steals": """vol furto that_lets_me_steal lets_me_steal that_steals qui_vole qui_permet_de_voler
        che_ruba che_fa_rubare""",
}

MARKS = {
    "royal": """royal royals noble nobles royale royales royaux reale reali nobile nobili
        royal_card""",
    "privilege": """privilege privileges scroll scrolls privilegio privilegi pergamena pergamene
        parchemin""",
    "gets": """gets receive receives gain gains obtain obtains
        gagnes gagne gagnez recois recoit recevez obtiens obtient
        ottieni ottiene ricevi riceve guadagni guadagna""",
    "place": """board table cell cells square squares space spaces line diagonal row
        plateau case cases ligne diagonale
        tabellone casella caselle linea fila""",
    "bag": "bag sac sacchetto sacco back",
}

LEXICON = Lexicon(
    verbs=VERBS,
    colours=COLOURS,
    letters={"pearl": "p"},
    facts=FACTS,
    marks=MARKS,
    kinds={"royal": ROYAL, "privilege": PRIVILEGE, "gets": GETS, "place": PLACE, "bag": BAG},
    corrected=("privilege",),
    french=words("utiliser utilise remplir remplis voler vole perle"),
    english=words("steal use refill replenish pearl"),
    italian=words("uso usare rubo rubare perla"),
    neighbours=words(
        """defense defenses completed completes seal sealing users volker privileged snatched robe
        robes utente spendono usano rubano riempii rifornii"""
    ),
)
"""All words that are understood."""
