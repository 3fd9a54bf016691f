"""The canned answers in Italian."""

from duel.operators.disputes.canned_answers.situations import Answer, Situation

ITALIAN = {
    Situation.LOST_MAIL: Answer(
        to_reporter="""\
Abbiamo esaminato le lettere di quel turno: la tua non ti è arrivata in tempo, e non è colpa \
tua. Il tempo perduto ti è stato restituito e, se l’orologio aveva chiuso la partita, questa \
continua. Una lettera a parte ti dice fino a quando puoi giocare.

Perché non succeda di nuovo, guarda nella posta indesiderata e controlla l’indirizzo nelle tue \
preferenze.""",
        to_opponent="""\
Una lettera per %(opponent)s si è persa per strada, perciò abbiamo restituito il tempo perduto; \
se l’orologio aveva chiuso la vostra partita, questa continua. Non è colpa di nessuno, e nulla \
di ciò che è nascosto nella partita è stato mostrato a qualcuno.""",
    ),
    Situation.TAKEN_BACK: Answer(
        to_reporter="""\
Abbiamo riportato la partita a prima della mossa che non volevi fare. Ricevi una nuova lettera \
con le tue mosse; i collegamenti delle lettere precedenti non giocano più nulla.

Finché la lettera per il tuo avversario non è partita, puoi riprendere da te una mossa così, \
sulla pagina del tabellone. Dopo, puoi chiederlo al tuo avversario sulla pagina «Oltre alle \
mosse».""",
        to_opponent="""\
%(opponent)s ha giocato una mossa per errore e ce lo ha detto. Abbiamo guardato che cosa era \
stato scoperto da allora e riportato la partita a prima di quella mossa. Se pensi di rimetterci, \
diccelo, e guarderemo di nuovo.""",
    ),
    Situation.BEGUN_ANEW: Answer(
        to_reporter="""\
Non potevamo ritirare quella mossa: da allora avete visto entrambi ciò che ha rivelato. Perciò la \
partita non conta, nessuno ha vinto o perso, e ne abbiamo proposta una nuova alle stesse \
condizioni. Comincia appena l’invito è accettato.""",
        to_opponent="""\
%(opponent)s ha fatto una mossa per errore e ce l’ha segnalato. Non si poteva ritirare, perché da \
allora era stato rivelato qualcosa. Perciò la partita non conta, nessuno ha vinto o perso, e ne \
abbiamo proposta una nuova alle stesse condizioni. Nessuno è obbligato ad accettarla.""",
    ),
    Situation.STANDS: Answer(
        to_reporter="""\
Ci dispiace: quella mossa resta. Da allora è stato scoperto qualcosa di nascosto, oppure il tuo \
avversario ha risposto. Se la riprendessimo ora, uno di voi saprebbe ciò che nessuno può \
dimenticare, e la partita non sarebbe più equa.

Puoi proporre a %(opponent)s di annullare la partita, sulla pagina «Oltre alle mosse», e poi \
giocare di nuovo con un altro mescolamento.""",
    ),
    Situation.VANISHED: Answer(
        to_reporter="""\
%(opponent)s non ha né giocato né risposto, perciò abbiamo chiuso la vostra partita. Una lettera \
a parte ti dice come vale. Grazie della lunga pazienza.""",
        to_opponent="""\
Da molto tempo non giochi e non rispondi, e %(opponent)s ti aspettava, perciò abbiamo chiuso la \
vostra partita. Una lettera a parte ti dice come vale.

Se non hai potuto giocare perché le nostre lettere non ti arrivavano, diccelo entro %(hours)s \
ore: fino ad allora la chiusura può essere annullata.""",
    ),
    Situation.FAIR: Answer(
        to_reporter="""\
Abbiamo rigiocato la tua partita dalla prima all’ultima voce: ogni mossa era permessa, la catena \
delle impronte è intera e nessuno ha cambiato nulla.

Non devi crederci sulla parola. Prima che ti sedessi, il servizio ha pubblicato un impegno sul \
suo segreto:
%(commitment)s
Il mescolamento segue da quel segreto e dalle parole scelte da tutti e due: né noi né \
%(opponent)s potevamo scegliere le carte. E ogni tua lettera mostra la testa della catena: se \
una mossa fosse stata alterata, le teste nella tua casella non corrisponderebbero più.

Quando il segreto viene mostrato, al più tardi %(hours)s ore dopo la fine, scarica il file della \
partita e fallo verificare sul tuo computer:
%(file)s
python -m engine verify FILE
L’impegno e le teste nel file devono essere quelli delle tue lettere.""",
    ),
    Situation.TAMPERED: Answer(
        to_reporter="""\
Hai fatto bene a chiedere. Abbiamo rigiocato la tua partita e l’abbiamo confrontata con ciò che ne \
era conservato: quello che è registrato non è quello che era stato scritto. Alcune voci del suo \
registro sono state alterate o mancano. Non sappiamo chi sia stato, e non accusiamo nessuno.

Perciò la partita non può continuare. Abbiamo deciso, e una lettera a parte ti dice come conta. \
Questa decisione non sta nel registro, al quale non si aggiunge più nulla, ma accanto, insieme a \
ciò che abbiamo trovato.

Conserva le tue lettere: ogni lettera di turno mostra la testa della catena com’era allora, e \
provano ciò che noi non possiamo più provare. Se le tue dicono altro da quello che abbiamo deciso, \
mandacele.""",
        to_opponent="""\
La registrazione della tua partita con %(opponent)s è risultata alterata. Non sappiamo chi sia \
stato. Non può continuare, perciò abbiamo deciso; una lettera a parte ti dice come conta.

Conserva le tue lettere: ogni lettera di turno mostra la testa della catena com’era allora. Se le \
tue dicono altro da quello che abbiamo deciso, mandacele.""",
    ),
    Situation.ABUSE: Answer(
        to_reporter="""\
Grazie di avercelo detto. Nessuno qui deve leggere parole simili. Abbiamo cancellato la nota e \
detto a chi lo ha scritto che non lo accettiamo. Se succede ancora, non ne scriverà altre.

Puoi continuare la partita, o proporre di annullarla sulla pagina «Oltre alle mosse».""",
        to_opponent="""\
Una nota che hai scritto nella tua partita con %(opponent)s era un insulto. L’abbiamo \
cancellata. Usa parole che vorresti leggere tu: se succede ancora, chiuderemo il tuo conto a \
nuove partite.""",
    ),
    Situation.NOTHING: Answer(
        to_reporter="""\
Abbiamo esaminato la partita, le sue lettere e il suo orologio: tutto è come deve essere, perciò \
nulla è stato cambiato. Se ci è sfuggito qualcosa, dicci che cosa e quando: guarderemo di nuovo.""",
    ),
}
