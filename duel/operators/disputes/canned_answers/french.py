"""The canned answers in French."""

from duel.operators.disputes.canned_answers.situations import Answer, Situation

FRENCH = {
    Situation.LOST_MAIL: Answer(
        to_reporter="""\
Nous avons examiné les lettres de ce tour : la vôtre ne vous est pas parvenue à temps, et ce \
n’est pas votre faute. Le temps perdu vous a été rendu, et si la pendule avait mis fin à la \
partie, celle-ci reprend. Une lettre à part vous dit jusqu’à quand vous pouvez jouer.

Pour que cela ne se reproduise pas, regardez dans vos courriers indésirables et vérifiez votre \
adresse dans vos préférences.""",
        to_opponent="""\
Une lettre destinée à %(opponent)s s’est perdue en route. Nous avons donc rendu le temps perdu \
de ce fait ; si la pendule avait mis fin à votre partie, celle-ci reprend. Ce n’est la faute de \
personne, et rien de ce qui est caché dans la partie n’a été montré à qui que ce soit.""",
    ),
    Situation.TAKEN_BACK: Answer(
        to_reporter="""\
Nous avons ramené la partie avant le coup que vous ne vouliez pas jouer. Vous recevez une \
nouvelle lettre avec vos coups ; les liens des lettres précédentes ne jouent plus rien.

Tant que la lettre à votre adversaire n’est pas partie, vous pouvez reprendre vous-même un tel \
coup sur la page du plateau. Ensuite, vous pouvez le demander à votre adversaire sur la page « \
Plus que des coups ».""",
        to_opponent="""\
%(opponent)s a joué un coup par erreur et nous l’a signalé. Nous avons vérifié ce qui avait été \
révélé depuis, et ramené la partie avant ce coup. Si vous pensez y perdre, dites-le-nous, et \
nous regarderons de nouveau.""",
    ),
    Situation.BEGUN_ANEW: Answer(
        to_reporter="""\
Nous ne pouvions pas reprendre ce coup : depuis, vous avez vu tous les deux ce qu’il a révélé. La \
partie ne compte donc pas, personne n’a gagné ni perdu, et nous en avons proposé une nouvelle aux \
mêmes conditions. Elle commence dès que l’invitation est acceptée.""",
        to_opponent="""\
%(opponent)s a joué un coup par erreur et nous l’a signalé. Il ne pouvait pas être repris, car \
quelque chose avait été révélé depuis. La partie ne compte donc pas, personne n’a gagné ni perdu, \
et nous en avons proposé une nouvelle aux mêmes conditions. Rien n’oblige à l’accepter.""",
    ),
    Situation.STANDS: Answer(
        to_reporter="""\
Nous sommes désolés : ce coup reste joué. Depuis, quelque chose de caché a été révélé, ou votre \
adversaire a répondu. Si nous le reprenions maintenant, l’un de vous saurait ce que personne ne \
peut oublier, et la partie ne serait plus équitable.

Vous pouvez proposer à %(opponent)s d’annuler la partie, sur la page « Plus que des coups », \
puis rejouer avec un nouveau mélange.""",
    ),
    Situation.VANISHED: Answer(
        to_reporter="""\
%(opponent)s n’a ni joué ni répondu ; nous avons donc mis fin à votre partie. Une lettre à part \
vous dit comment elle compte. Merci de votre longue patience.""",
        to_opponent="""\
Vous n’avez ni joué ni répondu depuis longtemps, et %(opponent)s vous attendait ; nous avons \
donc mis fin à votre partie. Une lettre à part vous dit comment elle compte.

Si vous n’avez pas pu jouer parce que nos lettres ne vous parvenaient pas, dites-le-nous dans \
les %(hours)s heures : jusque-là, cette fin peut être annulée.""",
    ),
    Situation.FAIR: Answer(
        to_reporter="""\
Nous avons rejoué votre partie de la première à la dernière entrée : chaque coup était permis, \
la chaîne des empreintes est intacte, et personne n’a rien modifié.

Vous n’avez pas à nous croire. Avant que vous ne preniez place, le service a publié un \
engagement sur son secret :
%(commitment)s
Le mélange découle de ce secret et des mots que vous avez choisis tous les deux : ni nous ni \
%(opponent)s ne pouvions choisir les cartes. Et chacune de vos lettres montre la tête de la \
chaîne : si un coup avait été modifié, les têtes de votre boîte ne correspondraient plus.

Quand le secret est révélé, au plus tard %(hours)s heures après la fin, téléchargez le fichier \
de la partie et faites-le vérifier sur votre propre ordinateur :
%(file)s
python -m engine verify FICHIER
L’engagement et les têtes du fichier doivent être ceux de vos lettres.""",
    ),
    Situation.TAMPERED: Answer(
        to_reporter="""\
Vous avez bien fait de demander. Nous avons rejoué votre partie et l’avons comparée à ce qui en \
était gardé : ce qui est enregistré n’est pas ce qui a été écrit. Des entrées de son journal ont \
été modifiées ou manquent. Nous ne savons pas qui l’a fait, et nous n’accusons personne.

La partie ne peut donc pas continuer. Nous avons tranché, et une lettre à part vous dit comment \
elle compte. Cette décision ne figure pas dans le journal, auquel plus rien n’est ajouté, mais à \
côté de lui, avec ce que nous avons trouvé.

Gardez vos lettres : chaque lettre de tour montre la tête de la chaîne telle qu’elle était alors, \
et elles prouvent ce que nous ne pouvons plus prouver. Si les vôtres disent autre chose que ce que \
nous avons décidé, envoyez-les-nous.""",
        to_opponent="""\
L’enregistrement de votre partie avec %(opponent)s a été modifié. Nous ne savons pas qui l’a fait. \
Elle ne peut pas continuer ; nous avons donc tranché, et une lettre à part vous dit comment elle \
compte.

Gardez vos lettres : chaque lettre de tour montre la tête de la chaîne telle qu’elle était alors. \
Si les vôtres disent autre chose que ce que nous avons décidé, envoyez-les-nous.""",
    ),
    Situation.ABUSE: Answer(
        to_reporter="""\
Merci de nous l’avoir signalé. Personne ici n’a à lire de tels mots. Nous avons effacé le mot et \
dit à son auteur que nous ne l’acceptons pas. Si cela se reproduit, il n’en écrira plus.

Vous pouvez continuer la partie, ou proposer de l’annuler sur la page « Plus que des coups ».""",
        to_opponent="""\
Un mot que vous avez écrit dans votre partie avec %(opponent)s était une insulte. Nous l’avons \
effacé. Tenez-vous-en à des mots que vous aimeriez lire vous-même : si cela se reproduit, nous \
fermerons votre compte à toute nouvelle partie.""",
    ),
    Situation.NOTHING: Answer(
        to_reporter="""\
Nous avons examiné la partie, ses lettres et sa pendule : tout est comme il se doit, et rien n’a \
donc été changé. Si quelque chose nous a échappé, dites-nous quoi et quand ; nous regarderons de \
nouveau.""",
    ),
}
