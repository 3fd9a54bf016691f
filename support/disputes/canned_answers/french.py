"""The canned answers in French."""

from support.disputes.canned_answers.situations import (
    AnswerStatement,
    Language,
    Situation,
    Words,
)

_BY_TWO = "avez choisis tous les deux : ni nous ni %(opponent)s ne pouvions choisir les cartes"
_BY_ALL = "avez tous choisis : ni nous ni les autres ne pouvions choisir les cartes"

_FAIR = """\
Vous n’avez pas à nous croire. Avant que vous ne preniez place, le service a publié un \
engagement sur son secret :
%(commitment)s
Le mélange découle de ce secret et des mots que vous <chosen>. Et chacune de vos lettres \
montre la tête de la chaîne : si un coup avait été modifié, les têtes de votre boîte ne \
correspondraient plus.

Quand le secret est révélé, au plus tard %(hours)s heures après la fin, téléchargez le fichier \
de la partie et faites-le vérifier sur votre propre ordinateur :
%(file)s
python -m engine verify FICHIER
L’engagement et les têtes du fichier doivent être ceux de vos lettres."""
"""How to prove a game; `<chosen>` is whose words are in the shuffle, of two players or more."""

FRENCH = Language(
    statements={
        AnswerStatement.LETTER_LOST: Words(
            "Une lettre avec votre tour, du %(lost)s, ne vous est pas parvenue, et ce n’est pas "
            "votre faute.",
            "Une lettre destinée à %(opponent)s s’est perdue en route ; ce n’est la faute de "
            "personne.",
        ),
        AnswerStatement.LETTER_WENT: Words(
            "La lettre avec votre tour nous a quittés le %(left)s, et votre serveur de messagerie "
            "ne l’a pas renvoyée."
        ),
        AnswerStatement.GOES_ON: Words(
            "La pendule avait mis fin à la partie ; celle-ci reprend.",
            "La pendule avait mis fin à votre partie avec %(opponent)s ; celle-ci reprend.",
        ),
        AnswerStatement.TIME_GIVEN: Words(
            "Vous avez reçu du temps. Une lettre à part vous dit jusqu’à quand vous pouvez jouer.",
            "Nous avons donné du temps à %(opponent)s pour cela.",
        ),
        AnswerStatement.SET_BACK: Words(
            "Nous avons ramené la partie avant le coup que vous ne vouliez pas jouer. Une nouvelle "
            "lettre vous apporte vos coups ; les liens des lettres précédentes ne jouent plus "
            "rien.",
            "%(opponent)s a joué un coup par erreur et nous l’a signalé. Nous avons ramené la "
            "partie avant ce coup.",
        ),
        AnswerStatement.VOIDED: Words(
            "Nous ne pouvions pas reprendre ce coup ; la partie ne compte donc pas : personne n’a "
            "gagné ni perdu.",
            "%(opponent)s a joué un coup par erreur et nous l’a signalé. Il ne pouvait pas être "
            "repris ; la partie ne compte donc pas : personne n’a gagné ni perdu.",
        ),
        AnswerStatement.PROPOSED: Words(
            "Nous avons proposé une nouvelle partie aux mêmes conditions. Elle commence dès que "
            "l’invitation est acceptée.",
            "Nous avons proposé une nouvelle partie aux mêmes conditions. Rien n’oblige à "
            "l’accepter.",
            "Nous avons proposé une nouvelle partie aux mêmes conditions. Elle commence dès que "
            "tous ont accepté l’invitation.",
        ),
        AnswerStatement.MOVE_STANDS: Words("Nous sommes désolés : ce coup reste joué."),
        AnswerStatement.SEEN_SINCE: Words(
            "Depuis, quelque chose de caché a été révélé, ou votre adversaire a répondu. Si nous "
            "le reprenions maintenant, l’un de vous saurait ce que personne ne peut oublier, et la "
            "partie ne serait plus équitable.",
            among_several="Depuis, quelque chose de caché a été révélé, ou quelqu’un d’autre a "
            "joué. Si nous le reprenions maintenant, quelqu’un saurait ce que personne ne peut "
            "oublier, et la partie ne serait plus équitable.",
        ),
        AnswerStatement.SILENT: Words(
            "%(opponent)s n’a donné aucun signe dans cette partie depuis le %(seen)s.",
            "Vous n’avez donné aucun signe dans cette partie depuis le %(seen)s, et %(opponent)s "
            "vous attendait.",
        ),
        AnswerStatement.ENDED: Words(
            "Nous avons mis fin à la partie. Une lettre à part vous dit comment elle compte.",
            "Nous avons mis fin à la partie. Une lettre à part vous dit comment elle compte. Si "
            "vous n’avez pas pu jouer parce que nos lettres ne vous parvenaient pas, dites-le-nous "
            "dans les %(hours)s heures qui suivent : jusque-là, cette fin peut être annulée.",
        ),
        AnswerStatement.SOUND: Words(
            "Nous avons rejoué votre partie de la première à la dernière entrée : chaque coup "
            "était permis, la chaîne des empreintes est intacte, et personne n’a rien modifié."
        ),
        AnswerStatement.ALTERED: Words(
            "Vous avez bien fait de demander. Nous avons rejoué votre partie et l’avons comparée à "
            "ce qui en était gardé : ce qui est enregistré n’est pas ce qui a été écrit. Des "
            "entrées de son journal ont été modifiées ou manquent. Nous ne savons pas qui l’a "
            "fait, et nous n’accusons personne.",
            "L’enregistrement de votre partie avec %(opponent)s a été modifié. Nous ne savons pas "
            "qui l’a fait.",
        ),
        AnswerStatement.SETTLED: Words(
            "Nous avons tranché, et une lettre à part vous dit comment la partie compte. Cette "
            "décision ne figure pas dans le journal, auquel plus rien n’est ajouté, mais à côté de "
            "lui, avec ce que nous avons trouvé.",
            "Nous avons tranché, et une lettre à part vous dit comment la partie compte.",
        ),
        AnswerStatement.ERASED: Words(
            "Personne ici n’a à lire de tels mots. Nous avons effacé le mot.",
            "Un mot que vous avez écrit dans votre partie avec %(opponent)s était une insulte. "
            "Nous l’avons effacé.",
        ),
        AnswerStatement.WRITER_TOLD: Words(
            "Nous avons dit à son auteur que nous ne l’acceptons pas."
        ),
        AnswerStatement.NOTES_MUTED: Words(
            "Les mots de %(opponent)s ne vous sont plus transmis.",
            "Vos mots ne sont plus transmis. Vos coups comptent comme toujours.",
        ),
        AnswerStatement.UNCHANGED: Words("Rien n’a donc été changé à la partie."),
    },
    advice={
        Situation.LOST_MAIL: Words(
            "Pour que cela ne se reproduise pas, regardez dans vos courriers indésirables et "
            "vérifiez votre adresse dans vos préférences."
        ),
        Situation.TAKEN_BACK: Words(
            "Tant que la lettre à votre adversaire n’est pas partie, vous pouvez reprendre "
            "vous-même un tel coup sur la page du plateau. Ensuite, vous pouvez le demander à "
            "votre adversaire sur la page « Plus que des coups ».",
            "Si vous pensez y perdre, dites-le-nous, et nous regarderons de nouveau.",
            "Tant que la lettre à la personne suivante n’est pas partie, vous pouvez reprendre "
            "vous-même un tel coup sur la page du plateau. Ensuite, vous pouvez le demander à "
            "tous les autres sur la page « Plus que des coups ».",
        ),
        Situation.BEGUN_ANEW: Words(""),
        Situation.STANDS: Words(
            "Vous pouvez proposer à %(opponent)s d’annuler la partie, sur la page « Plus que des "
            "coups », puis rejouer avec un nouveau mélange.",
            among_several="Vous pouvez proposer à tous les autres d’annuler la partie, sur la page "
            "« Plus que des coups », puis rejouer avec un nouveau mélange.",
        ),
        Situation.VANISHED: Words("Merci de votre patience."),
        Situation.FAIR: Words(
            _FAIR.replace("<chosen>", _BY_TWO),
            among_several=_FAIR.replace("<chosen>", _BY_ALL),
        ),
        Situation.TAMPERED: Words(
            "Gardez vos lettres : chaque lettre de tour montre la tête de la chaîne telle qu’elle "
            "était alors, et elles prouvent ce que nous ne pouvons plus prouver. Si les vôtres "
            "disent autre chose que ce que nous avons décidé, envoyez-les-nous.",
            "Gardez vos lettres : chaque lettre de tour montre la tête de la chaîne telle qu’elle "
            "était alors. Si les vôtres disent autre chose que ce que nous avons décidé, "
            "envoyez-les-nous.",
        ),
        Situation.ABUSE: Words(
            "Vous pouvez continuer la partie, ou proposer de l’annuler sur la page « Plus que des "
            "coups ».",
            "Tenez-vous-en à des mots que vous aimeriez lire vous-même : si cela se reproduit, "
            "nous pourrons fermer votre compte à toute nouvelle partie.",
        ),
        Situation.NOTHING: Words(
            "Si quelque chose nous a échappé, dites-nous quoi et quand ; nous regarderons de "
            "nouveau."
        ),
    },
)
