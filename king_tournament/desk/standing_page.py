"""Parts of the page of the standings: what comes next, tables, ties."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from frame.outline import Button
from frame.page import Context
from frame.standing_page import standing_page
from king_tournament.live import standing_tables
from king_tournament.templatetags.king import protest_time
from scoring.models import Publication
from scoring.publishing import PublishedStandings, read_back
from scoring.standing import TournamentStandings, all_settled, open_ties, standing_settings
from tournaments.models import Round, Tournament
from wording.errata import erratum_of
from wording.results import ranked_at, settlement_words
from wording.sentences import say


def official(
    address: str,
    provisional: Sequence[Round],
    publication: Publication | None,
    *,
    in_all: bool,
    waits: bool,
    alone: bool,
) -> Context:
    """Buttons to make results official. ``in_all``: no partita is left to play, so that one button
    makes all official. ``waits``: something else has to be done first. ``alone``: show a button for
    a single partita.
    """
    time = protest_time(publication)
    early = publication.number if publication and time and time["left"] else ""
    led = not (waits or early)
    sent = (("early", early),) if early else ()
    buttons = []
    if in_all and (len(provisional) > 1 or not alone):
        kind = "next" if led else "quiet"
        buttons = [Button(_("Make the results official"), address, kind, sent, sign="official")]
    if alone:
        title = _("Make partita %(number)s official")
        kind = "next" if led and in_all and len(provisional) == 1 else "quiet"
        buttons += [
            Button(
                title % {"number": round_.number},
                address,
                kind,
                (*sent, ("round", round_.number)),
                sign="official",
            )
            for round_ in provisional
        ]
    return {"time": time, "early": early, "buttons": buttons}


# --- tables


def lists(tournament: Tournament, computed: TournamentStandings, *, whole: bool) -> Context:
    """Lists of the standing. ``whole`` includes long lists, with the reason for each place. Partite
    are listed newest first.
    """
    standings = computed.standings
    unsaved_publication = Publication(
        tournament=tournament,
        standings=computed.as_json(),
        corrections=erratum_of("", ()).as_json(),
    )
    settings = standing_settings(tournament)
    frozen = read_back(unsaved_publication)
    everybody = {entry.pk: entry for entry in computed.entries.values()}
    published = PublishedStandings(
        unsaved_publication,
        standings,
        frozen,
        computed.entries,
        computed.rounds,
        (),
        settings,
        everybody,
    )
    page = standing_page(published)._replace(at_desk=True, whole=whole)
    content = standing_tables.tables(tournament, page)
    states = {
        round_.number: "current" if round_.is_playing else round_.stage
        for round_ in computed.rounds
    }
    for round_ in content["rounds"]:
        round_["state"] = states[round_["number"]]
    return {
        **content,
        "computed": computed,
        "long": page.is_long,
        "problems": [say(problem.phrase) for problem in standings.problems],
        "unranked": ", ".join(standings.unranked),
        "rests_note": page.rests_note,
        "rounds": content["rounds"][::-1],
        "ranked_at": ranked_at(standings.ranked_at, standings.changed_by),
        "ranked_by": standings.changed_by,
    }


# --- ties


def ties(tournament: Tournament, computed: TournamentStandings, *, may_settle: bool) -> Context:
    """Ties of the standing. A settled one has its row, its words, whether it no longer applies, and
    the entries' numbers.
    """
    return {
        "ties": open_ties(computed.standings, computed.entries) if may_settle else (),
        "may_settle": may_settle,
        "settlements": [
            (row, settlement_words(tie), tie in computed.standings.unfit, sorted(numbers))
            for row, tie, numbers in all_settled(tournament, computed.entries)
        ],
    }
