"""The words of lists, in the languages of clubs: headings of columns and of parts, titles, yes and
no, errors.
"""

import re
from collections.abc import Mapping, Sequence

from king.words import folded


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_HEADERS = {
    "card_number": (
        "Tessera | Numero tessera | Numero di tessera | N. tessera | Nr. tessera | Num. tessera | Tessera n. | "
        "Tessera nr. | N° tessera | Nº tessera | Tessera socio | Tessera FIGB | Cod. tessera | Codice tessera | "
        "Codice | Codice socio | Numero socio | N. socio | Matricola | Card | Card number | Card no. | "
        "Membership number | Membership no. | Member number | Member no. | Licence | License | Licence number | "
        "Cartão | N.º do cartão | N.º de sócio | Número de sócio | Nº sócio | Licença | Carte | Numéro de carte | "
        "N° de carte | N° de licence | Numéro de licence | Numéro d'adhérent | Karte | Kartennummer | "
        "Mitgliedsnummer | Mitglieds-Nr. | Mitgliedsnr. | Ausweis | Carné | Carnet | Tarjeta | N.º de socio | "
        "Número de socio | Nº socio | Licencia"
    ),
    "counter": (
        "Numero | Number | No. | N. | Nr. | N° | Nº | Num. | # | № | Número | Numéro | Nummer | Pos. | Posizione | "
        "Riga | Prog. | Progressivo | Ord. | Ordine | Rank | Lfd. Nr. | Lfd."
    ),
    "surname": (
        "Cognome | Cognomi | Surname | Last name | Family name | Lastname | Apelido | Apelidos | Sobrenome | "
        "Nome de família | Último nome | Nom de famille | Nachname | Familienname | Zuname | Apellido | Apellidos | "
        "Primer apellido | Apellido 1"
    ),
    "middle_name": (
        "Middle name | Additional name | Secondo nome | Deuxième prénom | Segundo nome | Segundo nombre"
    ),
    "suffix": "Suffix | Name suffix | Suffisso | Suffixe | Sufixo",
    "second_surname": "Segundo apellido | Apellido 2 | Secondo cognome | Second surname",
    "given_name": (
        "First name | Given name | Given names | Forename | Firstname | Nome di battesimo | Nome próprio | "
        "Primeiro nome | Prénom | Prénoms | Vorname | Vornamen | Nombre de pila | Primer nombre"
    ),
    "name": "Nome | Nomi | Name | Nom | Nombre | Nombres",
    "surname_then_name": (
        "Cognome e nome | Cognome Nome | Cognome, nome | Cognome/Nome | Surname and name | Surname, name | "
        "Surname name | Last name, first name | Nominativo | Nominativi | Giocatore | Giocatrice | Giocatori | "
        "Giocatore/Giocatrice | Player | Players | Player name | Socio | Soci | Iscritto | Iscritti | "
        "Partecipante | Partecipanti | Member | Jogador | Jogadora | Jogador(a) | Sócio | Apelido e nome | "
        "Apelido, nome | Nom et prénom | Nom, prénom | Nom prénom | NOM Prénom | Joueur | Joueuse | Adhérent | "
        "Spieler | Spielerin | Mitglied | Name, Vorname | Nachname, Vorname | Nachname Vorname | Name Vorname | "
        "Teilnehmer | Apellidos y nombre | Apellidos, nombre | Apellido y nombre | Jugador | Jugadora | "
        "Capitano | Captain | Capitaine | Capitão | Capitán | Kapitän | Componente | Componenti | Compagno | Compagna | "
        "Partner | Partenaire | Parceiro | Parceira"
    ),
    "name_then_surname": (
        "Nome e cognome | Nome Cognome | Nome/Cognome | Full name | Name and surname | Name surname | "
        "First and last name | Nome completo | Nome e apelido | Nome e sobrenome | Prénom et nom | Prénom Nom | "
        "Nom complet | Vorname Nachname | Vor- und Nachname | Vorname und Nachname | Vor- und Zuname | "
        "Nombre y apellidos | Nombre y apellido | Nombre completo"
    ),
    "club": (
        "Circolo | Club | Società | Associazione | Squadra | Sezione | Circolo di appartenenza | Clube | "
        "Associação | Association | Cercle | Verein | Klub | Asociación | Círculo | Sociedad"
    ),
    "email": (
        "E-mail | Email | Mail | Posta elettronica | Indirizzo e-mail | Indirizzo mail | Indirizzo email | "
        "E-mail address | Email address | Correio eletrónico | Correio electrónico | Endereço de e-mail | "
        "Courriel | Adresse e-mail | Adresse mail | Adresse électronique | E-Mail-Adresse | Mailadresse | Correo | "
        "Correo electrónico | Dirección de correo | E-mail 1 - Value | Primary Email | Email primaria | "
        "Indirizzo posta elettronica | Indirizzo di posta elettronica | Posta elettronica primaria | "
        "Adresse de messagerie | Adresse électronique principale | E-mail principal | Endereço de correio eletrónico"
    ),
    "emails_agreed": (
        "Consenso e-mail | Consenso | Consenso email | Consenso mail | Consenso alle e-mail | "
        "Consenso invio mail | Agreed to e-mails | Agreed | Consent | Consent to e-mails | Email consent | "
        "Consenso newsletter | Newsletter | Autorizza e-mail | Autorizzazione e-mail | Vuole e-mail | Consentimento | "
        "Consentement | Accord | Accord e-mail | Einwilligung | Zustimmung | Consentimiento | Acuerdo"
    ),
    "title": (
        "Titolo | Title | Título | Titre | Titel | Anrede | Civilité | Name prefix | Prefisso | Titolo personale"
    ),
    "answer": (
        "Presente | Presenti | Presenza | Partecipa | Partecipazione | Adesione | Risposta | Viene | Vieni | Conferma | "
        "Confermato | Attending | Attends | Coming | Going | RSVP | Response | Reply | Guest status | Present | Presence | "
        "Présent | Présence | Participe | Participation | Réponse | Vient | Presença | Participa | Vem | Vai | Resposta | "
        "Confirmação | Confirmado | Zusage | Anwesend | Antwort | Asiste | Asistencia | Respuesta | Presencia"
    ),
    "absent": "Assente | Assenti | Assenza | Absent | Absence | Ausente | Ausência | Ausencia | Abwesend",
    "status": (
        "Stato | Stato socio | Stato iscrizione | Situazione | Status | Membership status | Statut | État | Estado | "
        "Situação | Mitgliedsstatus"
    ),
    "reserve": "Riserva | Riserve | Reserve | Reserves | Substitute | Remplaçant | Suplente | Reserva | Ersatz",
    "group": (
        "Coppia | Coppie | Nome coppia | Nome squadra | Nome della squadra | Team | Team name | Pair | Pair name | Équipe | "
        "Paire | Dupla | Quadra | Equipa | Equipe | Equipo | Pareja"
    ),
    "note": (
        "Note | Nota | Notes | Commenti | Commento | Osservazioni | Annotazioni | Comments | Remarks | Remarques | "
        "Commentaires | Observações | Comentários | Notas | Comentarios | Bemerkungen"
    ),
}
HEADERS: Mapping[str, Sequence[str]] = {
    column: texts.split(" | ") for column, texts in _HEADERS.items()
}
"""The headers that are understood, in the order in which they are offered to a person."""

ACCEPTED = (
    "Tessera / Card; Cognome / Surname; Nome / Name; Cognome e nome / Player; Circolo / Club; E-mail; "
    "Consenso / Consent"
)
"""The headers to recommend, in two languages at once: a file may come in either."""

NAMES = frozenset({"surname", "given_name", "name", "surname_then_name", "name_then_surname"})

COLUMN_OF = {
    folded(header) or header: column for column, headers in HEADERS.items() for header in headers
}


LONGEST_HEADER = 80


def column_of(header: str) -> str | None:
    """Kind of the column with this heading. Marks and brackets are ignored: ``Cognome *``,
    ``Cognome (obbligatorio)``.
    """
    if len(header) > LONGEST_HEADER:
        return None
    bare = re.sub(r"\([^)]{3,}\)|\[[^\]]*\]", " ", header)
    return COLUMN_OF.get(folded(bare) or header.strip(" .:*"))


_ERRORS = _words(
    "N/A N/D NV REF! RIF! BEZUG! REFERENCIA! VALUE! VALORE! WERT! VALEUR! VALOR! DIV/0! NAME? NOME? NOMBRE? NOM? "
    "NULL! NULLO! NULO! NUL! NUM! ZAHL! NOMBRE! NÚM! NUMERO! SPILL! ESPANSIONE! PROPAGATION! CALC! CALCOLO! "
    "FIELD! BLOCKED! CONNECT! BUSY! UNKNOWN! GETTING_DATA N/DISP ¡REF! ¡VALOR! ¡DIV/0! ¿NOMBRE? ¡NULO! ¡NUM! "
    "¡NÚM! ¡CALC! ¡DESBORDAMIENTO! ÜBERLAUF! DESPEJAR! CAMPO! RECUPERO_DATI BEZUG RIF REF"
)
_ERROR = re.compile(
    rf"#\s?(?:{'|'.join(map(re.escape, sorted(_ERRORS)))}|#+)|#[^\s\d]{{2,16}}[!?]|Err:\s?\d{{3}}|#{{3,}}",
    re.I,
)


def is_error(text: str) -> bool:
    return _ERROR.fullmatch(text.strip()) is not None


PLACEHOLDERS = frozenset(
    {"-", "--", "---", "–", "—", "/", "//", ".", "..", "...", "…", "_", "?", "n.d.", "n/a", "n/d"}
)
"""Texts that people write into a cell that would be empty."""

YES = _words(
    "si s yes y x ok 1 true vero sim oui ja j wahr vrai verdadero verdadeiro v agreed accordato da"
)
_AGREES = _words(
    "acconsento acconsente jaccepte accetto accetta autorizzo autorizza concesso dato prestato consento consente "
    "favorevole agree agrees accept accepts given consent consents granted concordo aceito autorizo consinto "
    "accepte autorise consens accord daccord daccordo acepto acepta autoriza consiento einverstanden zugestimmt "
    "zustimme erteilt spuntato"
)
_NO = _words(
    "no n 0 false falso falsch faux nein non nao not nicht pas nego nega negato rifiuto rifiuta rifiutato refuse "
    "refused declined niente revocato revoked recuso rechazo ablehnen abgelehnt mai never"
)
_FILLERS = _words(
    "il lo la le al alle allo ai a e ed per di del della dei i io do presto mail email mails consenso invio "
    "ricevere comunicazioni to the for of je j me d de l les aux ich bin mit yo dou concedo meu mi"
)
_SIGNS_OF_YES, _SIGNS_OF_NO = "✓✔☑✅🗸🗹👍", "✗✘☐❌☒✖👎🗷"


def consent_of(text: str) -> bool | None:
    """Whether the words agree to something; None if they say neither yes nor no."""
    signs = {letter for letter in text if letter in _SIGNS_OF_YES + _SIGNS_OF_NO}
    words = set(folded(text).split())
    answers = {sign in _SIGNS_OF_YES for sign in signs}
    if words & _NO:
        answers.add(False)
    if words & YES or (words & _AGREES and not words & _NO):
        answers.add(True)
    if words - (YES | _AGREES | _NO | _FILLERS) or len(answers) != 1:
        return None
    return answers.pop()


HEADINGS = _words(
    "lista elenco iscritti iscritte iscrizioni presenti partecipanti riserve riserva assenti giocatori giocatrici "
    "soci torneo serata gara coppie squadre tavolo tavoli girone gruppo turno totale totali attesa ospiti "
    "convocati list lists players present absent reserves reserve waiting members entries tournament total guests "
    "participants inscritos inscricoes presentes ausentes reservas suplentes jogadores jugadores torneio "
    "participantes socios liste inscrits presents absents reserves joueurs tournoi remplacants membres "
    "poll sondaggio sondage enquete participants "
    "spieler teilnehmer anwesend abwesend reserve turnier mitglieder warteliste ersatz gaste "
    "anmeldungen"
)
"""Words that head a list or a part of it, folded."""

GROUPS = _words("squadra")
"""Words before a club's name that make it the name of a team if several players follow."""

WEEKDAYS = _words(
    "lunedi martedi mercoledi giovedi venerdi sabato domenica oggi domani stasera monday tuesday wednesday thursday "
    "friday saturday sunday today tomorrow tonight segunda terca quarta quinta sexta feira hoje amanha lundi mardi "
    "mercredi jeudi vendredi samedi dimanche lunes martes miercoles jueves viernes sabado domingo hoy montag dienstag "
    "mittwoch donnerstag freitag samstag sonntag heute"
)
MONTHS = (
    "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre january february "
    "march april may june july august september october november december janeiro fevereiro março abril maio junho "
    "julho setembro outubro novembro dezembro janvier février fevrier mars avril mai juin juillet août aout septembre "
    "octobre novembre décembre enero febrero mayo junio julio septiembre octubre noviembre diciembre januar februar "
    "märz marz juni juli oktober dezember gen feb mar apr mag giu lug ago set sett ott nov dic jan may jun jul aug sep "
    "sept oct dec"
)
_GREETINGS = (
    "ciao buongiorno buonasera salve ragazzi tutti grazie hello hi everybody thanks bonjour bonsoir merci hola gracias "
    "ola obrigado obrigada bom boa hallo guten danke ecco"
)
_BETWEEN = "a ai al alla alle d da dalle del della delle di e ed il in la le lo of on ore per the top today de da do du"
OPENINGS = frozenset(_GREETINGS.split())
GREETINGS = OPENINGS - _words("ola salve tutti thanks bom boa guten ecco everybody")
"""Words that greet also before a name: ``Ciao Anna``."""
SALUTATIONS = _words(
    "caro cara cari care carissimi gentile gentili egregio dear cher chere chers prezado prezada"
)
"""Words of address that are surnames too, unless a comma ends the line: ``Cara Anna,``."""
SAYS_WHEN = WEEKDAYS | frozenset((MONTHS + " " + _BETWEEN).split())
GAMES = _words(
    "king bridge burraco scopone tressette duplicato duplicate partita partite partie partida sociale circolo club "
    "ore alle h iscrizioni aperte chiuse chi gioca viene"
)
"""Words of a title. Beside a day, none of them is a player."""

NOTE_WORDS = _words(
    "arriva arrivo arriverà arrivera tardi ritardo forse assente presente ospite riserva confermo conferma "
    "confermato confermata ok paga pagato pagata deve viene vengo non ci ce sono c sì si no anche se solo porta "
    "gioca giocherà late maybe perhaps comes coming absent present guest reserve confirmed paid not will only if "
    "talvez atrasado chega vem confirmado convidado suplente peut peutetre arrive retard invité absent confirmé "
    "tarde llega quizas quizá viene tal vez invitado kommt spät spater später vielleicht gast bezahlt moglie "
    "marito figlio figlia amico amica fratello sorella wife husband friend ore "
    "dopo prima verso entro dalle alle after before apres vers depois capitano captain"
)
"""Lower-case words with which a note begins if nothing separates it from the name."""

SMALL_WORDS = _words(
    "ci vi mi ti si ce che chi cosa come quando dove perche per con non sono siamo sei ho ha hanno una uno un piu anche "
    "questa questo questi queste alla alle allo agli nella sulla ore o io noi voi nostro nostra vostro prossimo prossima "
    "vediamo gioca giochiamo inoltro allego mando invio ricevuta oggi stasera opzioni opzione serata "
    "we you they our your the this that these and or for with please see are is was will not no some who what when where "
    "nous vous ils les des est sont pour avec pas plus notre votre voici ici ce cette qui quand "
    "nos voces eles uma os as ao aos por para mais nosso nossa esta este quem quando aqui segue"
)
"""Lower-case words of a sentence, none of which is a part of a name."""

COMPANIONS = _words(
    "moglie marito figlio figlia figli amico amica amici amiche fratello sorella compagno compagna consorte signora "
    "ospite ospiti nipote cognato cognata fidanzato fidanzata partner genero suocera suocero wife husband friend friends "
    "guest guests brother sister son daughter femme mari ami amie amis epouse frere soeur copain copine conjoint esposa "
    "marido amigo amiga amigos irmao irma filho filha convidado convidada convidados frau mann freund freundin gast"
)
"""Lower-case words for somebody who comes along, without a name."""

TOTALS = _words(
    "totale totali tot total totals totaux gesamt summe somma soma suma subtotale subtotal"
)

TITLES = _words(
    "dott dottssa dottore dottoressa dr drssa dra prof profssa professore professoressa ing avv arch geom rag sig "
    "sigra sigri signa signor signora signorina mr mrs ms mme mlle sra srta dipling"
)
TITLES_OF_WHOLE_NAMES = TITLES | _words(
    "cav comm uff on sr d m mons p rev ten col cap gen miss herr frau monsieur madame mag eng"
)
"""Words that are titles only before two more words, because each is a surname or an initial too.
``Sr.`` at the end is no title."""
SUFFIXES = _words("jr sr jun sen junior senior ii iii iv filho neto")
