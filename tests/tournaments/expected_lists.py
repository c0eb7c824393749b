"""Expected readings of each list in tests/data/lists, written by hand as a club's secretary would
read them.

Names are invented. A person is ``Surname|Name``, with card, club and e-mail if the list has them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from tournaments.list_reading.rows import RosterRow

FOLDER = Path(__file__).parent.parent / "data" / "lists"


@dataclass(frozen=True)
class Expected:
    """Expected reading of a list. ``filled``: number of cells, or lines of a message. ``doubts``:
    people with a doubt, with some words of its reason. ``leftovers``: unused cells as the balance
    names them. ``cut``: texts that were cut off.
    """

    filled: int
    people: list[str]
    doubts: dict[str, str] = field(default_factory=dict)
    leftovers: list[str] = field(default_factory=list)
    cut: list[str] = field(default_factory=list)


MESSAGES = {
    # the data of the issue
    "poll-emoji.txt": Expected(
        8,
        ["Verdi|Ugo", "Neri|Lia"],
        {
            "Gallo|Eva": "is under “❌ Non vengo (2)”",
            "Re|Ivo": "is under “❌ Non vengo (2)”",
            "Costa|Iva": "is under “❓ Forse (1)”",
        },
        ["line 1: ✅ Ci sono (2)", "line 4: ❌ Non vengo (2)", "line 7: ❓ Forse (1)"],
    ),
    "poll-title-maybe.txt": Expected(
        10,
        ["Verdi|Ugo", "Neri|Lia", "Sala|Pia"],
        {
            "Gallo|Eva": "is under “Assenti (2):”",
            "Re|Ivo": "is under “Assenti (2):”",
            "Costa|Iva": "is under “Forse (1):”",
        },
        [
            "line 1: King venerdì 27/11",
            "line 3: Presenti (3):",
            "line 8: Assenti (2):",
            "line 12: Forse (1):",
        ],
    ),
    "rsvp-en.txt": Expected(
        7,
        ["Ugo|Verdi", "Lia|Neri"],
        {"Eva|Gallo": "“Declined (1)”", "Iva|Costa": "“Tentative (1)”"},
        ["line 1: Accepted (2)", "line 4: Declined (1)", "line 6: Tentative (1)"],
    ),
    "substitutes.txt": Expected(
        4,
        ["Verdi|Ugo", "Sala|Pia", "Bianchi|Ada"],
        {"Re|Ivo": "in place of the other", "Costa|Iva": "in place of the other"},
        cut=["al posto di Neri Lia", "sostituisce Gallo Eva", "x", "dopo le 22"],
    ),
    "tables.txt": Expected(
        10,
        [
            *("Verdi|Ugo", "Neri|Lia", "Sala|Pia", "Gallo|Eva"),
            *("Re|Ivo", "Costa|Iva", "Fichi|Anna", "Bianchi|Ada"),
        ],
        leftovers=["line 1: Tavolo 1", "line 6: Tavolo 2"],
        cut=["N", "E", "S", "O", "N", "E", "S", "O"],
    ),
    "seats-dotted.txt": Expected(
        4,
        ["Verdi|Ugo", "Neri|Lia", "Sala|Pia", "Gallo|Eva"],
        cut=["N.", "E.", "S.", "O."],
    ),
    "words-after-names.txt": Expected(
        5,
        ["Verdi|Ugo"],
        {
            "Neri|Lia": "“con marito” may be another player",
            "Sala|Pia": "“porta un amico” may be another player",
            "De Rossi|A.M.": "only an initial",
            "Gallo|Eva": "Another player takes this place",
            "Re|Ivo": "takes another's place",
        },
        cut=["con marito", "porta un amico", "→ sostituita da"],
    ),
    "mail.txt": Expected(
        13,
        ["Verdi|Ugo", "Neri|Lia"],
        leftovers=[
            "line 1: Da: Circolo <info@example.org>",
            "line 2: Oggetto: iscritti di venerdì",
            "line 3: Data: 20 novembre 2026",
            "line 5: Ciao,",
            "line 6: ti mando gli iscritti:",
            "line 11: Grazie",
            "line 12: Anna",
            "line 13: --",
            "line 14: Circolo Alfa",
            "line 15: Via Roma 12, Genova",
            "line 16: tel. 010 123456",
        ],
    ),
    "chat-android.txt": Expected(
        4,
        ["Verdi|Ugo"],
        {"Neri|Lia": "Is “+1” a yes?", "Gallo|Eva": "The answer is “non vengo”"},
        ["line 4: 20/11/26, 21:05 - Ivo Re: <Media omessi>"],
        [
            "20/11/26, 21:03 - Ugo Verdi:",
            "ci sono",
            "20/11/26, 21:04 - Lia Neri:",
            "+1",
            "20/11/26, 21:05 - Eva Gallo:",
            "non vengo",
        ],
    ),
    "vcard.txt": Expected(4, ["Verdi|Ugo|||ugo@example.org"], leftovers=["TEL (1)"]),
    "pairs-slash-percent.txt": Expected(
        2,
        ["Verdi|Ugo", "Neri|Lia", "Sala|Pia", "Gallo|Eva"],
        cut=["58,33", "41,67"],
    ),
    "pairs-with-percent.txt": Expected(
        3,
        ["Ugo|Verdi", "Lia|Neri", "Pia|Sala", "Eva|Gallo"],
        leftovers=["line 1: N-S"],
        cut=["1", "58.33% 1", "2", "41.67%"],
    ),
    "message-0-roster.txt": Expected(4, ["Rossi|Mario", "Verdi|Ugo", "Neri|Lia", "Sala|Pia"]),
    "message-1.txt": Expected(
        9,
        ["Rossi|Mario", "Verdi|Ugo", "Neri|Lia"],
        {
            "Sala|Pia": "is under “Riserve:”",
            "Gallo|Eva": "is under “Riserve:”",
            "Fichi|Anna": "“92” may be a card",
            "Bianchi|Ada": "is under “Riserve:”",
            "Re|Ivo": "is under “Riserve:”",
        },
        ["line 1: Lista di giovedì 26/11", "line 6: Riserve:"],
        [
            *("1", "✅", "2", "arriva tardi", "3", "(forse)"),
            *("4", "3391234567", "5", "3387654321", "92", "6"),
        ],
    ),
    "scripts.txt": Expected(
        8,
        ["Zoë|Ångström", "李|小龍", "محمد|علي", "כהן|דוד", "ไทย|สมชาย", "Петров|Пётр"],
        {"ラムチャラン|王": "only an initial", "Rossi|": "Only one word"},
        cut=["🎉 Anna"],
    ),
    # polls and chats
    "whatsapp-poll-ios.txt": Expected(
        10,
        ["Rossi|Mario", "Verdi|Ugo", "Neri|Lia"],
        {"Sala|Pia": "“No – 1 voto”", "Gallo|Eva": "“Non so ancora – 1 voto”"},
        [
            "line 1: 📊 King venerdì 4 dicembre",
            "line 2: Seleziona una o più opzioni",
            "line 4: Sì, ci sono – 3 voti",
            "line 8: No – 1 voto",
            "line 10: Non so ancora – 1 voto",
        ],
    ),
    "whatsapp-chat-android.txt": Expected(
        12,
        ["Verdi|Ugo", "Gallo|Eva"],
        {
            "Neri|Lia": "The answer is “io no, mi dispiace”",
            "Sala|Pia": "The answer is “forse”",
            "Rossi|Mario": "The answer is “anzi no, non posso più”",
            "Re|Ivo": "Is “Ci sono anche io con Iva Costa” a yes?",
        },
        [
            "line 1: 26/11/26, 20:15 - I messaggi e le chiamate sono crittografat",
            "line 2: 26/11/26, 20:16 - Circolo King: Ciao a tutti, venerdì si gio",
            "line 3: 26/11/26, 20:18 - Mario Rossi: Ci sono",
            "line 7: 26/11/26, 20:30 - +39 333 111 2222: presente",
            "line 10: 26/11/26, 20:41 - Eva Gallo: <Media omessi>",
            "line 12: 26/11/26, 20:50 - Anna Fichi ha abbandonato il gruppo",
        ],
        [
            *("26/11/26, 20:19 - Ugo Verdi:", "👍"),
            *("26/11/26, 20:21 - Lia Neri:", "io no, mi dispiace"),
            *("26/11/26, 20:25 - Pia Sala:", "forse"),
            *("26/11/26, 20:31 - Mario Rossi:", "anzi no, non posso più"),
            *("26/11/26, 20:40 - Eva Gallo:", "ok ma arrivo tardi"),
            *("26/11/26, 20:45 - Ivo Re:", "Ci sono anche io con Iva Costa"),
        ],
    ),
    "whatsapp-chat-iphone.txt": Expected(
        6,
        ["Rossi|Mario", "Verdi|Ugo", "Neri|Lia", "Gallo|Eva"],
        {"Sala|Pia": "The answer is “non vengo più, scusate”"},
        ["line 1: [26/11/26, 20:18:31] Anna: Iscritti:"],
        [
            *("1", "2", "[26/11/26, 20:20:02] Anna:", "3"),
            *("[26/11/26, 20:21:10] Pia Sala:", "non vengo più, scusate"),
            *("[26/11/26, 20:22:40] Eva Gallo:", "presente!"),
        ],
    ),
    "telegram-copied.txt": Expected(
        6,
        ["Rossi|Mario"],
        {"Verdi|Ugo": "The answer is “non ci sono”", "Neri|Lia": "The answer is “Forse”"},
        [
            "line 1: Mario Rossi, [26.11.26 20:18]",
            "line 4: Ugo Verdi, [26.11.26 20:19]",
            "line 7: Lia Neri, [26.11.26 20:25]",
        ],
        ["ci sono", "non ci sono", "Forse"],
    ),
    "telegram-poll.txt": Expected(
        8,
        ["Rossi|Mario", "Verdi|Ugo"],
        {"Neri|Lia": "“33% Non ci sono”"},
        [
            "line 1: King di giovedì: chi gioca?",
            "line 2: Anonymous Poll",
            "line 3: 67% Ci sono",
            "line 6: 33% Non ci sono",
            "line 8: 3 votes",
        ],
    ),
    "numbered-notes.txt": Expected(
        7,
        ["Rossi|Mario", "Verdi|Ugo", "Sala|Pia"],
        {"Neri|Lia": "“+ ospite” may be another player", "Gallo|Eva": "struck out"},
        ["line 1: Torneo di King - 4 dicembre", "line 5: 4)"],
        ["1", "✔ pagato", "2", "(paga alla porta)", "3", "+ ospite", "5", "vegetariana", "6", "❌"],
    ),
    "waiting-list.txt": Expected(
        8,
        ["Rossi|Mario", "Verdi|Ugo", "Neri|Lia"],
        {
            "Sala|Pia": "“Lista d'attesa”",
            "Gallo|Eva": "“Lista d'attesa”",
            "Re|Ivo": "“Rinunce: Re Ivo”",
        },
        ["line 1: Iscritti (3)", "line 5: Lista d'attesa"],
        ["1", "2", "3", "1", "2", "Rinunce"],
    ),
    "checklist.txt": Expected(
        5,
        ["Rossi|Mario", "Neri|Lia"],
        {"Verdi|Ugo": "not ticked", "Sala|Pia": "not ticked"},
        ["line 1: Chi viene venerdì?"],
        ["☑", "☐", "☑", "☐"],
    ),
    "sections-en.txt": Expected(
        13,
        ["Ugo|Verdi", "Lia|Neri"],
        {
            "Eva|Gallo": "“Not going:”",
            "Iva|Costa": "“Maybe:”",
            "Ivo|Re": "“Waitlist:”",
            "Ada|Bianchi": "“No response yet”",
        },
        [
            "line 1: King night – Friday 4 December",
            "line 2: Going:",
            "line 5: Not going:",
            "line 7: Maybe:",
            "line 9: Waitlist:",
            "line 11: No response yet",
            "line 13: Thanks everyone!",
        ],
    ),
    "sections-pt.txt": Expected(
        11,
        ["Ana|Silva", "Rui|Costa"],
        {"João|Dias": "“Suplentes:”", "Eva|Reis": "“Ausentes:”", "Ivo|Pinto": "“Talvez:”"},
        [
            "line 1: Torneio de sexta-feira",
            "line 2: Confirmados (2):",
            "line 5: Suplentes:",
            "line 7: Ausentes:",
            "line 9: Talvez:",
            "line 11: Obrigado!",
        ],
    ),
    "sections-fr.txt": Expected(
        10,
        ["DUPONT|Jean", "MARTIN|Anne"],
        {
            "PETIT|Luc": "“Absents excusés :”",
            "ROUX|Zoé": "“Remplaçants :”",
            "BLANC|Eve": "“Peut-être”",
        },
        [
            "line 1: Tournoi de vendredi 4 décembre",
            "line 2: Présents :",
            "line 5: Absents excusés :",
            "line 7: Remplaçants :",
            "line 9: Peut-être",
        ],
    ),
    # mails
    "mail-forwarded.txt": Expected(
        15,
        ["Verdi|Ugo", "Neri|Lia", "Sala|Pia"],
        {"Gallo|Eva": "“Non viene: Gallo Eva”", "Anna|Fichi": "signs the message"},
        [
            "line 1: Buonasera,",
            "line 2: inoltro la lista ricevuta oggi.",
            "line 4: ---------- Forwarded message ---------",
            "line 5: Da: Mario Rossi <mario@example.org>",
            "line 6: Date: gio 26 nov 2026 alle ore 18:03",
            "line 7: Subject: Iscritti",
            "line 8: To: Circolo <info@example.org>",
            "line 15: Cordiali saluti",
            "line 17: Segreteria",
            "line 18: Inviato da iPhone",
        ],
        ["1", "2", "3", "Non viene"],
    ),
    "mail-fr.txt": Expected(
        11,
        ["ROSSI|Mario", "VERDI|Ugo", "NERI|Lia"],
        {"SALA|Pia": "“Absents :”"},
        [
            "line 1: De : Club <club@example.org>",
            "line 2: Objet : liste de vendredi",
            "line 3: Bonjour à tous,",
            "line 4: voici les inscrits :",
            "line 8: Absents :",
            "line 10: Cordialement,",
            "line 11: Anne",
        ],
    ),
    # seats, pairs, teams
    "tables-on-a-line.txt": Expected(
        2,
        [
            *("Rossi|Mario", "Verdi|Ugo", "Neri|Lia", "Sala|Pia"),
            *("Gallo|Eva", "Re|Ivo", "Costa|Iva", "Fichi|Anna"),
        ],
        cut=["Tavolo 1:", "N", "E", "S", "O", "Tavolo 2:", "N", "E", "S", "O"],
    ),
    "seats-behind.txt": Expected(
        5,
        ["Rossi|Mario", "Verdi|Ugo", "Neri|Lia", "Sala|Pia", "Gallo|Eva"],
        cut=["N1", "E1", "S1", "O1", "N2"],
    ),
    "seats-of-tables.txt": Expected(
        8,
        [
            *("Rossi|Mario", "Verdi|Ugo", "Neri|Lia", "Sala|Pia"),
            *("Gallo|Eva", "Re|Ivo", "Costa|Iva", "Fichi|Anna"),
        ],
        cut=[
            *("1.N", "1.E", "1.S", "1.O"),
            *("Tavolo 2 Nord:", "Tavolo 2 Est:", "Tavolo 2 Sud:", "Tavolo 2 Ovest:"),
        ],
    ),
    "teams-in-lines.txt": Expected(
        2,
        [
            *("Verdi|Ugo", "Neri|Lia", "Sala|Pia", "Gallo|Eva"),
            *("Costa|Iva", "Fichi|Anna", "Bianchi|Ada", "Rossi|Mario"),
        ],
        {"Re|Ivo": "reserve"},
        cut=["Squadra Alfa", "(C)", "ris", "Squadra Beta", "(cap.)"],
    ),
    "teams-in-blocks.txt": Expected(
        11,
        [
            *("Verdi|Ugo", "Neri|Lia", "Sala|Pia", "Gallo|Eva"),
            *("Costa|Iva", "Fichi|Anna", "Bianchi|Ada", "Rossi|Mario"),
        ],
        {"Re|Ivo": "reserve"},
        ["line 1: Squadra Alfa", "line 8: Squadra Beta"],
        ["(C)"],
    ),
    "pairs-numbered.txt": Expected(
        5,
        ["Rossi|Mario", "Verdi|Ugo", "Neri|Lia", "Sala|Pia"],
        {"Gallo|Eva": "“Riserve:”", "Re|Ivo": "“Riserve:”"},
        ["line 1: Coppie di venerdì", "line 4: Riserve:"],
        ["Coppia 1", "Coppia 2"],
    ),
    "replaced-later.txt": Expected(
        5,
        ["Rossi|Mario", "Re|Ivo", "Costa|Iva"],
        {"Verdi|Ugo": "Line 4 says", "Neri|Lia": "Line 5 says"},
        cut=["1", "2", "3", "al posto di Verdi Ugo", "invece di Neri Lia"],
    ),
    # contacts: filled parts, without the properties of the card itself (VERSION, PHOTO …)
    "contacts-21.vcf": Expected(7, ["Şahin|Zoë", "Verdi|Ugo"], leftovers=["TEL (2)", "NOTE (1)"]),
    "contacts-30.vcf": Expected(
        15,
        ["Rossi|Mario|||mario.rossi.che.ha.un.indirizzo.lungo@example.org", "De Luca|Anna Maria"],
        leftovers=["TITLE (1)", "ORG (2)", "EMAIL (1)", "TEL (2)", "BDAY (1)", "ADR (1)", "FN (1)"],
    ),
    "contacts-40.vcf": Expected(
        6, ["Neri|Lia|||lia@example.org", "Sala|Pia"], leftovers=["TEL (1)"]
    ),
}

TABLES = {
    # the data of the issue
    "form-answers.csv": Expected(
        18,
        [],
        {
            "Verdi|Ugo|||ugo@example.org": "answers again on line 4",
            "Neri|Lia|||lia@example.org": "“Parteciperai alla serata di venerdì?” is “No”",
            "Verdi|Ugo|||ugo@example.org ": "“Parteciperai alla serata di venerdì?” is “No”",
        },
        ["Informazioni cronologiche (4)", "Note (1)"],
    ),
    "status-column.csv": Expected(
        15,
        ["Verdi|Ugo"],
        {
            "Neri|Lia": "“Stato” is “decaduta”",
            "Sala|Pia": "“Stato” is “deceduta”",
            "Gallo|Eva": "“Stato” is “sospesa”",
        },
    ),
    "teams.csv": Expected(
        15,
        [
            *("Verdi|Ugo", "Neri|Lia", "Sala|Pia", "Gallo|Eva"),
            *("Re|Ivo", "Costa|Iva", "Fichi|Anna", "Bianchi|Ada"),
        ],
        leftovers=["Squadra (2)"],
    ),
    "teams-reserve.csv": Expected(
        8,
        ["Verdi|Ugo", "Neri|Lia"],
        {"Sala|Pia": "is under “Riserva”"},
        ["Squadra (1)"],
    ),
    "addressbook.csv": Expected(
        32,
        ["Verdi|Ugo|||ugo@example.org", "Neri|Lia Maria|||lia@example.org"],
        leftovers=[
            "Phonetic First Name (1)",
            "Nickname (1)",
            "File As (1)",
            "Organization Name (1)",
            "Birthday (2)",
            "Labels (3)",
            "E-mail 1 - Label (3)",
            "Phone 1 - Label (3)",
            "Phone 1 - Value (3)",
        ],
    ),
    "false-reasons.csv": Expected(
        15,
        ["Verdi|Ugo", "Neri|Lia"],
        leftovers=["Codice fiscale (3)", "Data di nascita (3)", "Quota (3)"],
    ),
    "consent-sentence.csv": Expected(12, ["Verdi|Ugo", "Sala|Pia", "Gallo|Eva"]),
    "counter-with-gap.csv": Expected(15, ["Rossi|Mario", "Verdi|Ugo", "Neri|Lia", "Sala|Pia"]),
    "italian-errors.csv": Expected(
        12,
        [],
        {
            "Rossi|Mario": "“Tessera” holds a formula",
            "|Ugo|12": "“Cognome” holds a formula",
            "Neri||13": "“Nome” holds a formula",
        },
        cut=["#N/D", "#RIF!", "#NOME?"],
    ),
    "name-suffixes.csv": Expected(
        4,
        ["Rossi Jr.|Mario", "Verdi|Ugo"],
        {"Rossi|M.": "only an initial"},
        cut=["Dott."],
    ),
    "one-cell-too-many.csv": Expected(9, ["Spudić|Ivan||A", "Verdi|Ugo||B"]),
    "particles.csv": Expected(
        5,
        [
            "Van den Berg|Piet",
            "Della Valle Di Sotto|Pia",
            "Abd el-Rahman|Karim",
            "Ter Horst|Jan",
        ],
    ),
    "title-with-comma.csv": Expected(
        7,
        ["Rossi|Mario", "Verdi|Ugo"],
        leftovers=["cell A1: Elenco soci, aggiornato al 3 marzo"],
    ),
    "total-line.csv": Expected(
        8, ["Rossi|Mario", "Verdi|Ugo"], {"Totale|": "looks like a total"}, cut=["2"]
    ),
    "two-blocks.csv": Expected(12, ["Rossi|Mario", "Bianchi|Anna", "Verdi|Ugo", "Neri|Lia"]),
    # workbooks
    "bad-fontfamily.xlsx": Expected(6, ["Rossi|Mario", "Verdi|Ugo"]),
    "card-as-date.xlsx": Expected(
        12,
        ["Rossi|Mario|1-25"],
        {"Verdi|Ugo": "is a date", "Neri|Lia": "is a date"},
        cut=["2026-03-12", "2026-05-03"],
    ),
    "card-format-zeros.xlsx": Expected(
        12, ["Rossi|Mario|00045", "Verdi|Ugo|00046", "Neri|Lia|01007"]
    ),
    "cell-x000d.xlsx": Expected(6, ["Rossi|Mario", "Verdi|Ugo"]),
    "club-merged.xlsx": Expected(
        15,
        [
            "Rossi|Mario||Circolo A",
            "Verdi|Ugo||Circolo A",
            "Neri|Lia||Circolo A",
            "Sala|Pia||Circolo B",
            "Gallo|Eva||Circolo B",
        ],
    ),
    "consent-checkbox.xlsx": Expected(
        16, ["Rossi|Mario|||a@x.it", "Verdi|Ugo|||b@x.it", "Neri|Lia|||c@x.it"]
    ),
    "hidden-sheet.xlsx": Expected(6, ["Rossi|Mario", "Verdi|Ugo"]),
    "strict.xlsx": Expected(6, ["Rossi|Mario", "Verdi|Ugo"]),
    "sheetjs.ods": Expected(
        20,
        ["D'Amico|Fabrizio|45", "Şahin|Zoë|7"],
        leftovers=["Nascita (3)", "Telefono (3)", "Ora (3)", "Formula (2)"],
    ),
    **dict.fromkeys(
        ("gnumeric.ods", "gnumeric.xls", "openpyxl.ods", "openpyxl.xls"),
        Expected(
            42,
            ["D'Amico|Fabrizio|00045", "Şahin|Zoë|00007", "Unito|Ada", "Unito|Bea"],
            {"Nascosto|Ugo": "line is hidden"},
            [
                "Nascita (3)",
                "Telefono (3)",
                "Quota (3)",
                "Perc (3)",
                "Ora (3)",
                "Durata (3)",
                "Qui (3)",
                "Ultima (3)",
                "Note (1)",
                "Formula (2)",
            ],
        ),
    ),
    # polls and forms
    "doodle.csv": Expected(
        18,
        ["Mario|Rossi", "Eva|Gallo"],
        {
            "Ugo|Verdi": "There is nothing under “ven 11",
            "Lia|Neri": "There is nothing under “ven 4",
            "Pia|Sala": "is “(OK)”",
        },
        ['cell A1: Poll "King di dicembre"', "cell A2: https://doodle.com/poll/abc"],
    ),
    "google-form-it.csv": Expected(
        20,
        ["Rossi|Mario||Circolo Nervi", "Sala|Pia"],
        {"Verdi|Ugo": "is “No”", "Neri|Lia||Circolo Nervi": "is “Forse”"},
        ["Informazioni cronologiche (5)", "Telefono (2)"],
    ),
    "google-form-en.csv": Expected(
        33,
        ["Rossi|Mario|||mario@example.org", "Sala|Pia|||pia@example.org"],
        {
            "Verdi|Ugo|||ugo@example.org": "answers again on line 6",
            "Neri|Lia|||lia@example.org": "is “Maybe”",
            "Verdi|Ugo|||ugo@example.org ": "On line 3 the same player answers differently",
        },
        ["Timestamp (6)", "Comments (2)"],
    ),
    "google-form-pt.csv": Expected(
        14,
        ["Rossi|Mário"],
        {"Verdi|Hugo": "is “Não”", "Neri|Lia": "is “Talvez”"},
        ["Carimbo de data/hora (4)", "Observações (1)"],
    ),
    "google-form-fr.csv": Expected(
        17,
        ["Rossi|Mario", "Sala|Pia"],
        {"Verdi|Ugo": "is “Non”", "Neri|Lia": "is “Peut-être”"},
        ["Horodateur (5)", "Remarques (1)"],
    ),
    "outlook-tracking.csv": Expected(
        18,
        ["Ugo|Verdi"],
        {
            "Mario|Rossi": "is “None”",
            "Lia|Neri": "is “Declined”",
            "Pia|Sala": "is “Tentative”",
            "Eva|Gallo": "is “None”",
        },
        ["Attendance (6)"],
    ),
    "present-ticked.csv": Expected(
        16,
        ["Rossi|Mario", "Neri|Lia", "Sala|Pia"],
        {
            "Verdi|Ugo": "There is nothing under “Presente”",
            "Gallo|Eva": "There is nothing under “Presente”",
        },
    ),
    "present-words.csv": Expected(
        16,
        ["Rossi|Mario", "Sala|Pia"],
        {
            "Verdi|Ugo": "is “no”",
            "Neri|Lia": "is “forse”",
            "Gallo|Eva": "is “boh”",
        },
        ["Quota (4)"],
    ),
    "absent-ticked.csv": Expected(
        10, ["Rossi|Mario", "Neri|Lia"], {"Verdi|Ugo": "“Assente” is “x”"}
    ),
    "sections-in-cells.csv": Expected(
        22,
        ["Rossi|Mario||Nervi", "Verdi|Ugo||Nervi"],
        {"Neri|Lia||Sturla": "“RISERVE”", "Sala|Pia||Nervi": "“NON VENGONO”"},
        ["cell A4: RISERVE", "cell A6: NON VENGONO"],
    ),
    "status-fr.csv": Expected(
        20,
        ["Dupont|Jean|F100", "Roux|Zoé|F103"],
        {"Petit|Luc|F101": "“Statut” is “radié”", "Blanc|Eve|F102": "“suspendue”"},
    ),
    # address books and clubs' own lists
    "outlook-en.csv": Expected(
        35,
        ["Rossi Jr.|Mario|||mario@example.org"],
        {"Neri|Lia Maria|||lia@example.org": "not coming: “absent in December”"},
        [
            "Title (1)",
            "Company (2)",
            "Department (1)",
            "Job Title (1)",
            "Business Street (1)",
            "Business Phone (2)",
            "Mobile Phone (2)",
            "Birthday (3)",
            "E-mail Type (3)",
            "E-mail Display Name (3)",
            "Notes (1)",
        ],
    ),
    "outlook-it.csv": Expected(
        32,
        ["Rossi|Mario|||mario@example.org", "Neri|Lia|||lia@example.org"],
        leftovers=[
            "Titolo (1)",
            "Società (2)",
            "Reparto (2)",
            "Via (uff.) (2)",
            "Cellulare (2)",
            "Compleanno (3)",
            "Tipo posta elettronica (3)",
            "Nome visualizzato posta elettronica (3)",
        ],
    ),
    "google-contacts-old.csv": Expected(
        37,
        ["Rossi|Mario|||mario@example.org", "Neri|Lia|||lia@example.org"],
        leftovers=[
            "Name (2)",
            "Nickname (1)",
            "Birthday (2)",
            "Group Membership (3)",
            "E-mail 1 - Type (3)",
            "E-mail 2 - Type (2)",
            "E-mail 2 - Value (2)",
            "Phone 1 - Type (3)",
            "Phone 1 - Value (3)",
            "Organization 1 - Name (2)",
        ],
    ),
    "thunderbird-it.csv": Expected(
        25,
        ["Rossi|Mario|||mario@example.org", "Neri|Lia|||lia@example.org"],
        leftovers=[
            "Nome visualizzato (3)",
            "Soprannome (2)",
            "Email secondaria (2)",
            "Numero ufficio (1)",
            "Numero di casa (1)",
            "Numero di cellulare (2)",
            "Organizzazione (2)",
            "Anno di nascita (2)",
        ],
    ),
    "pairs-in-one-column.csv": Expected(
        9,
        ["Rossi|Mario", "Verdi|Ugo", "Neri|Lia", "Sala|Pia"],
        leftovers=["Punti (3)"],
    ),
    "addresses-and-cards.csv": Expected(
        32,
        ["Rossi|Mario|GE-001", "Verdi|Ugo|GE-002"],
        leftovers=[
            "Indirizzo (3)",
            "CAP (3)",
            "Città (3)",
            "Telefono (2)",
            "Cell. (3)",
            "Nato il (3)",
            "Scadenza tessera (3)",
            "Versato (3)",
        ],
    ),
}


LISTS = {**MESSAGES, **TABLES}
WORKBOOKS = [name for name in TABLES if not name.endswith(".csv")]
TEXTS = [name for name in LISTS if name not in WORKBOOKS]


def written(row: RosterRow) -> str:
    """Row as the expectations write it: ``Rossi|Mario|12||mario@example.org``."""
    parts = [row.surname, row.given_name, row.card_number, row.club, row.email]
    while len(parts) > 2 and not parts[-1]:
        parts.pop()
    return "|".join(parts)


def reasons(expected: Expected) -> list[tuple[str, str]]:
    """Expected doubts as name and reason. A trailing blank tells two lines with the same name apart
    in the expectations; it is stripped.
    """
    return [(who.strip(), why) for who, why in expected.doubts.items()]


def fits(doubts: list[tuple[str, str]], expected: Expected) -> bool:
    """Whether each doubt is an expected one, for the expected reason."""
    waiting = reasons(expected)
    for who, reason in doubts:
        fitting = [item for item in waiting if item[0] == who and item[1] in reason]
        if not fitting:
            return False
        waiting.remove(fitting[0])
    return not waiting
