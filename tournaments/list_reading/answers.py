"""Words of an answer, by which a list says who comes.

An answer may be in a column of a form, beside a name, in a chat message, or above the names of
those who gave it. A player without a clear yes is asked about, and not entered before.
"""

import re
from enum import StrEnum
from typing import NamedTuple

from king.words import folded


class Says(StrEnum):
    YES = "yes"
    NO = "no"
    PERHAPS = "perhaps"
    RESERVE = "reserve"


class Answer(NamedTuple):
    says: Says
    is_sure: bool = True
    """Whether the text says nothing else. A yes with more words has to be asked about."""


SIGNS = {
    Says.YES: "✓✔☑✅🗸🗹👍🙋💪🆗",
    Says.NO: "✗✘❌✖👎🗷🚫⛔🙅☒",
    Says.PERHAPS: "❓❔🤔🤷⏳",
}
UNTICKED = "☐"

_PERHAPS = re.compile(
    r"\b(?:forse|magari|probabil\w*|vediamo|vedremo|dubbi\w*|incert\w|provvisori\w*|non ancora"
    r"|non (?:lo |ne )?(?:so|sa|sappiamo|sanno)|non (?:sono|e|siamo) sicur\w"
    r"|da (?:confermare|decidere|definire)|se (?:posso|riesco|possono|riescono|necessario|serve)"
    r"|(?:nessuna|senza) risposta|non (?:ha|hanno) (?:ancora )?risposto"
    r"|in attesa di (?:risposta|conferma)"
    r"|maybe|perhaps|tentative\w*|unsure|undecided|not sure|dont know|if need be|ifneedbe"
    r"|awaiting|pending|needs action|no (?:response|answer|reply)|none"
    r"|not (?:yet )?(?:responded|replied|answered)"
    r"|peut etre|pas sur|pas encore|sans reponse|en attente de reponse|si besoin|a confirmer"
    r"|incertain\w*"
    r"|talvez|nao sei|ainda nao|sem resposta|pendentes?|se necessario|(?:por|a) confirmar"
    r"|quizas?|tal vez|vielleicht)\b"
)
_RESERVE = re.compile(
    r"\b(?:riserv[ae]|panchina|lista d ?attesa|lista dattesa|in attesa|waiting ?list|waitlist\w*"
    r"|stand ?by|reserv(?:e|es|a|as)|remplacante?s?|liste dattente|en attente|suplentes?"
    r"|lista de espera|warteliste|ersatz\w*)\b"
)
NOT_COMING = re.compile(
    r"\b(?:non|not|nao|nicht|assent[ei]|rinunc\w+|ritirat[oaie]|annullat\w*|cancellat\w*|disd\w+"
    r"|salta(?:no)?|declin\w+|rifiut\w+|impossibilitat\w|indisponibil\w|impegnat\w|purtroppo|mi dispiace|sorry|desolee?"
    r"|absente?s?|cannot|cant|wont|out|unable|unavailable|regrets?|excuse[ds]?|refus\w+"
    r"|cancelled|withdrawn|ne (?:peu\w+|ser\w+|sont|suis|vien\w+)|excuses?|indisponibles?"
    r"|ausentes?|desiste\w*|indisponive\w+|abwesend|abgesagt)\b"
)
_NO_MEMBER = re.compile(
    r"\b(?:decadut[oaie]|decedut[oaie]|sospes[oaie]|dimess[oaie]|dimissionari\w|espuls[oaie]"
    r"|radiat[oaie]|cessat[oaie]|moros[oaie]|scadut[oaie]|inattiv[oaie]|ex"
    r"|lapsed|deceased|suspended|expired|resigned|inactive|expelled|former"
    r"|decedee?s?|suspendue?s?|radiee?s?|demissionnaires?|inactifs?|inactives?"
    r"|falecid[oa]s?|suspens[oa]s?|inativ[oa]s?)\b"
)
"""Reasons why somebody is no member any more, in a column of the club's own list."""
_STAYS_AWAY = re.compile(
    r"\b(?:non (?:viene|vengo|verra|verro|puo|posso|ci sara|ci sono|partecipa|gioca)|assente"
    r"|rinuncia|ritirat[oa]|disdett[oa]|not coming|cant come|cannot come|wont come|absente?"
    r"|ne vient pas|nao vem|nao pode|ausente)\b"
)
_NO = re.compile(r"(?:no|nein|nope|false|falso|faux|falsch|never|mai|jamais|pas|nunca)\b|(?:n|0)$")

_YES = frozenset(
    """
    si yes yep sim oui ja ok okay true vero vrai verdadeiro verdadero wahr
    present presente presenti presents presentes eccomi eccoci confermo conferma confermato
    confermata confermati confermate confirmed confirm confirmado confirmada confirmados
    confirmadas confirme confirmes confirmo accetto accetta accettato accettata accettati accepted
    accept accepte acceptes aceito aceite aceites coming going attending attend attends
    vengo vengono viene veniamo verro verremo partecipo partecipa partecipano partecipero
    partecipiamo participo participa participam participe participent participants participantes
    partecipanti gioco gioca giocano giochiamo iscritto iscritta iscritti iscritte inscrit inscrite
    inscrits inscrites inscrito inscrita inscritos inscritas certo certamente volentieri sono siamo
    saro saremo in vou vamos venho vem viens vient viennent serai serons estarei estaremos irei
    available disponibile disponibili disponible disponibles disponivel disponiveis organizer
    organizzatore attivo attiva attivi active actif actifs ativo ativos ativa regolare regolari
    regular valido valida valid convocati titolari
    """.split()
)
_YES_ALONE = frozenset(("s", "y", "j", "x", "1"))
"""Letters and digits that are a tick if nothing else stands beside them."""
_BESIDE_YES = frozenset(
    """
    a ai al alla anch anche anchio avec bien buongiorno buonasera certeza che chi ci ciao claro com
    con count course da dei della di domani du e ed elenco et eu everybody gia giovedi grazie i il
    im invitati io is j je la le list lista lo lunedi me merci mi moi noi o obrigada obrigado of os
    per piacere plaisir qui quem ragazzi sabato sera serata soci stasera sur sure tambem thanks the
    there to too tutte tutti venerdi mercoledi martedi domenica will y oggi regola aussi ancora yet
    """.split()
)
"""Words that change nothing beside a yes."""
_LATE = re.compile(
    r"\b(?:ma |mais |mas |but )?(?:arriv\w+|sono|saro|viene|vengo|chego|chega|coming)?\s*"
    r"(?:in |en |un po |a bit |com )?(?:tardi|ritardo|late|retard|tarde|atrasad[oa]|atraso"
    r"|(?:dopo le|alle|verso le|per le|after|vers|depois das|as) \d+(?: \d+)?)\b"
)
_VOTES = re.compile(r"\b\d+ (?:vot[oi]|votes?|votos?|voix)\b")
_IF_NEED_BE = re.compile(r"\(\s*(?:ok|yes|si|oui|sim|x)\s*\)", re.IGNORECASE)
"""Doodle's words for a yes if need be."""


def answer_of(text: str) -> Answer | None:
    """Answer of a cell or a short text, or None if it has none."""
    signs = {says for says, letters in SIGNS.items() if any(map(text.__contains__, letters))}
    words = _VOTES.sub(" ", folded(text)).strip()
    if _PERHAPS.search(words) or _IF_NEED_BE.fullmatch(text.strip()) or signs == {Says.PERHAPS}:
        return Answer(Says.PERHAPS)
    if _RESERVE.search(words):
        return Answer(Says.RESERVE)
    if _NO.match(words) or NOT_COMING.search(words) or signs == {Says.NO}:
        return Answer(Says.NO)
    listed = set(_LATE.sub(" ", words).split())
    if words in _YES_ALONE:
        return Answer(Says.YES, "+" not in text)
    if not (listed & _YES or signs == {Says.YES}):
        return Answer(Says.PERHAPS) if re.fullmatch(r"\s*\?+\s*", text) or signs else None
    is_sure = listed <= _YES | _BESIDE_YES and signs <= {Says.YES} and not re.search("[?+]", text)
    return Answer(Says.YES, is_sure)


def membership_of(text: str) -> Answer | None:
    """Answer of a cell in the column that says who is a member: ``attivo`` is a yes."""
    return Answer(Says.NO) if _NO_MEMBER.search(folded(text)) else answer_of(text)


def answer_of_note(text: str) -> Answer | None:
    """Answer of a cell in a column of notes, or None: most notes say nothing about coming."""
    words = folded(text)
    if _STAYS_AWAY.search(words):
        return Answer(Says.NO)
    return Answer(Says.RESERVE) if _RESERVE.fullmatch(words) else None


_ASKS = re.compile(
    r"\b(?:partecip\w*|vieni|verrai|viene|verra|ci sei|ci sarai|sarai presente|presente|presenza|giochi|giocherai"
    r"|attend\w*|coming|come to|join\w*|participar\w*|participas?|vens|vem|viras?|particip(?:es|erez|eras|ez|e)"
    r"|viens|venez|viendr\w+|serez|seras)\b"
)
"""Questions of a form: ``Parteciperai alla serata di venerdì?``"""


def asks_who_comes(header: str) -> bool:
    return _ASKS.search(folded(header)) is not None and ("?" in header or len(header.split()) < 5)


def is_only_an_answer(text: str) -> bool:
    """Whether every word of a text belongs to an answer, without a name: ``Non vengono``."""
    rest = folded(text)
    for pattern in (_VOTES, _PERHAPS, _RESERVE, NOT_COMING, _LATE):
        rest = pattern.sub(" ", rest)
    rest = rest.strip()
    rest = rest[no.end() :] if (no := _NO.match(rest)) else rest
    return rest in _YES_ALONE or set(rest.split()) <= _YES | _BESIDE_YES
