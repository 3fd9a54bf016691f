"""The canned answers in Italian."""

from support.disputes.canned_answers.situations import (
    AnswerStatement,
    Language,
    Situation,
    Words,
)

_BY_TWO = "scelte da tutti e due: né noi né %(opponent)s potevamo scegliere le carte"
_BY_ALL = "scelte da tutti: né noi né gli altri potevamo scegliere le carte"

_FAIR = """\
Non devi crederci sulla parola. Prima che ti sedessi, il servizio ha pubblicato un impegno sul \
suo segreto:
%(commitment)s
Il mescolamento segue da quel segreto e dalle parole <chosen>. E ogni tua lettera mostra la \
testa della catena: se una mossa fosse stata alterata, le teste nella tua casella non \
corrisponderebbero più.

Quando il segreto viene mostrato, al più tardi %(hours)s ore dopo la fine, scarica il file della \
partita e fallo verificare sul tuo computer:
%(file)s
python -m engine verify FILE
L’impegno e le teste nel file devono essere quelli delle tue lettere."""
"""How to prove a game; `<chosen>` is whose words are in the shuffle, of two players or more."""

ITALIAN = Language(
    statements={
        AnswerStatement.LETTER_LOST: Words(
            "Una lettera con il tuo turno, di %(lost)s, non ti è arrivata, e non è colpa tua.",
            "Una lettera per %(opponent)s si è persa per strada: non è colpa di nessuno.",
        ),
        AnswerStatement.LETTER_WENT: Words(
            "La lettera con il tuo turno è partita da noi %(left)s, e il tuo server di posta "
            "non l’ha rimandata indietro."
        ),
        AnswerStatement.GOES_ON: Words(
            "L’orologio aveva chiuso la partita; ora continua.",
            "L’orologio aveva chiuso la tua partita con %(opponent)s; ora continua.",
        ),
        AnswerStatement.TIME_GIVEN: Words(
            "Hai ricevuto del tempo. Una lettera a parte ti dice fino a quando puoi giocare.",
            "Per questo abbiamo dato del tempo a %(opponent)s.",
        ),
        AnswerStatement.SET_BACK: Words(
            "Abbiamo riportato la partita a prima della mossa che non volevi fare. Una nuova "
            "lettera ti porta le tue mosse; i collegamenti delle lettere precedenti non giocano "
            "più nulla.",
            "%(opponent)s ha giocato una mossa per errore e ce lo ha detto. Abbiamo riportato la "
            "partita a prima di quella mossa.",
        ),
        AnswerStatement.VOIDED: Words(
            "Non potevamo ritirare quella mossa, perciò la partita non conta: nessuno ha vinto o "
            "perso.",
            "%(opponent)s ha giocato una mossa per errore e ce lo ha detto. Non si poteva "
            "ritirare, perciò la partita non conta: nessuno ha vinto o perso.",
        ),
        AnswerStatement.PROPOSED: Words(
            "Abbiamo proposto una nuova partita alle stesse condizioni. Comincia appena l’invito è "
            "accettato.",
            "Abbiamo proposto una nuova partita alle stesse condizioni. Nessuno è obbligato ad "
            "accettarla.",
            "Abbiamo proposto una nuova partita alle stesse condizioni. Comincia appena tutti "
            "hanno accettato l’invito.",
        ),
        AnswerStatement.MOVE_STANDS: Words("Ci dispiace: quella mossa resta."),
        AnswerStatement.SEEN_SINCE: Words(
            "Da allora è stato scoperto qualcosa di nascosto, oppure il tuo avversario ha "
            "risposto. Se la ritirassimo ora, uno di voi saprebbe ciò che nessuno può dimenticare, "
            "e la partita non sarebbe più equa.",
            among_several="Da allora è stato scoperto qualcosa di nascosto, oppure qualcun altro "
            "ha giocato. Se la ritirassimo ora, qualcuno saprebbe ciò che nessuno può dimenticare, "
            "e la partita non sarebbe più equa.",
        ),
        AnswerStatement.SILENT: Words(
            "%(opponent)s non ha dato segni in questa partita da %(seen)s.",
            "Non hai dato segni in questa partita da %(seen)s, e %(opponent)s ti aspettava.",
        ),
        AnswerStatement.ENDED: Words(
            "Abbiamo chiuso la partita. Una lettera a parte ti dice come vale.",
            "Abbiamo chiuso la partita. Una lettera a parte ti dice come vale. Se non hai potuto "
            "giocare perché le nostre lettere non ti arrivavano, diccelo entro %(hours)s ore da "
            "allora: fino a quel momento la chiusura può essere annullata.",
        ),
        AnswerStatement.SOUND: Words(
            "Abbiamo rigiocato la tua partita dalla prima all’ultima voce: ogni mossa era "
            "permessa, la catena delle impronte è intera e nessuno ha cambiato nulla."
        ),
        AnswerStatement.ALTERED: Words(
            "Hai fatto bene a chiedere. Abbiamo rigiocato la tua partita e l’abbiamo confrontata "
            "con ciò che ne era conservato: quello che è registrato non è quello che era stato "
            "scritto. Alcune voci del suo registro sono state alterate o mancano. Non sappiamo chi "
            "sia stato, e non accusiamo nessuno.",
            "La registrazione della tua partita con %(opponent)s è risultata alterata. Non "
            "sappiamo chi sia stato.",
        ),
        AnswerStatement.SETTLED: Words(
            "Abbiamo deciso, e una lettera a parte ti dice come conta la partita. Questa decisione "
            "non sta nel registro, al quale non si aggiunge più nulla, ma accanto, insieme a ciò "
            "che abbiamo trovato.",
            "Abbiamo deciso, e una lettera a parte ti dice come conta la partita.",
        ),
        AnswerStatement.ERASED: Words(
            "Nessuno qui deve leggere parole simili. Abbiamo cancellato la nota.",
            "Una nota che hai scritto nella tua partita con %(opponent)s era un insulto. L’abbiamo "
            "cancellata.",
        ),
        AnswerStatement.WRITER_TOLD: Words(
            "Abbiamo detto a chi l’ha scritta che non lo accettiamo."
        ),
        AnswerStatement.NOTES_MUTED: Words(
            "Le note di %(opponent)s non ti vengono più trasmesse.",
            "Le tue note non vengono più trasmesse. Le tue mosse valgono come sempre.",
        ),
        AnswerStatement.UNCHANGED: Words("Perciò nella partita nulla è stato cambiato."),
    },
    advice={
        Situation.LOST_MAIL: Words(
            "Perché non succeda di nuovo, guarda nella posta indesiderata e controlla l’indirizzo "
            "nelle tue preferenze."
        ),
        Situation.TAKEN_BACK: Words(
            "Finché la lettera per il tuo avversario non è partita, puoi ritirare da te una mossa "
            "così, sulla pagina del tabellone. Dopo, puoi chiederlo al tuo avversario sulla pagina "
            "«Oltre alle mosse».",
            "Se pensi di rimetterci, diccelo, e guarderemo di nuovo.",
            "Finché la lettera per chi gioca dopo di te non è partita, puoi ritirare da te una "
            "mossa così, sulla pagina del tabellone. Dopo, puoi chiederlo a tutti gli altri sulla "
            "pagina «Oltre alle mosse».",
        ),
        Situation.BEGUN_ANEW: Words(""),
        Situation.STANDS: Words(
            "Puoi proporre a %(opponent)s di annullare la partita, sulla pagina «Oltre alle "
            "mosse», e poi giocare di nuovo con un altro mescolamento.",
            among_several="Puoi proporre a tutti gli altri di annullare la partita, sulla pagina "
            "«Oltre alle mosse», e poi giocare di nuovo con un altro mescolamento.",
        ),
        Situation.VANISHED: Words("Grazie della pazienza."),
        Situation.FAIR: Words(
            _FAIR.replace("<chosen>", _BY_TWO),
            among_several=_FAIR.replace("<chosen>", _BY_ALL),
        ),
        Situation.TAMPERED: Words(
            "Conserva le tue lettere: ogni lettera di turno mostra la testa della catena com’era "
            "allora, e provano ciò che noi non possiamo più provare. Se le tue dicono altro da "
            "quello che abbiamo deciso, mandacele.",
            "Conserva le tue lettere: ogni lettera di turno mostra la testa della catena com’era "
            "allora. Se le tue dicono altro da quello che abbiamo deciso, mandacele.",
        ),
        Situation.ABUSE: Words(
            "Puoi continuare la partita, o proporre di annullarla sulla pagina «Oltre alle mosse».",
            "Usa parole che vorresti leggere tu: se succede ancora, potremo chiudere il tuo conto "
            "a nuove partite.",
        ),
        Situation.NOTHING: Words(
            "Se ci è sfuggito qualcosa, dicci che cosa e quando: guarderemo di nuovo."
        ),
    },
)
