"""Steps of an evening as a whole: made, settled, its people, its draw, its standing, its end."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.http import Http404
from django.shortcuts import resolve_url
from django.utils.translation import get_language, gettext_lazy as _
from rest_framework.request import Request
from rest_framework.serializers import CharField, ChoiceField, IntegerField

from frame.print_rights import why_withheld
from ground.roles import ARBITER, DEALING, ORGANIZER
from king_tournament.api.shapes import EntryShape, TournamentShape
from king_tournament.api.steps import ORGANIZERS, Answer, Fields, Key, Scope, Step, first_of
from king_tournament.api.steps.answers import (
    CountShape,
    DrawShape,
    EnteredNumbersShape,
    GoneShape,
    JobShape,
    ListShape,
    PostedShape,
    RevealShape,
)
from king_tournament.api.steps.bodies import (
    ByNumberField,
    EveningBody,
    EveningChangesBody,
    OptionsBody,
    flag,
    number,
    numbers,
    text,
)
from king_tournament.demo import remove_demo
from night.evenings import with_progress
from night.lookups import find_tournament
from printing import services as printing
from printing.document_list import DOCUMENTS, find_document
from printing.models import PrintJob
from printing.paper_status import WHOLE, held_too
from scoring.models import Settlement
from scoring.publishing import (
    Changed,
    changed_since_published,
    drafted,
    final_hold,
    publish,
)
from scoring.round_steps import make_results_official, withdraw_official
from scoring.standing import closed_rounds, settle_tie
from scoring.wrong_winds import rank_changed_winds
from screens import reveals
from tournaments import entries, entry_members, services, wind_draw
from tournaments.head_count import head_count
from tournaments.models import Entry, Player, Round, Tournament
from tournaments.pasted_lists import enter_pasted
from wording.sentences import refusal

# --- where steps are done


def find_code(_request: Request, key: Key) -> Tournament:
    return find_tournament(key.pop("code"))


def progress_of(evening: Tournament) -> Tournament:
    return with_progress(Tournament.objects.filter(pk=evening.pk)).get()


CLUB = Scope("club", "", lambda _request, _key: None, TournamentShape)
EVENING = Scope(
    "tournament",
    "tournaments/<code:code>/",
    find_code,
    TournamentShape,
    lambda evening: evening,
    progress_of,
)


def _find_entry(request: Request, key: Key) -> Entry:
    evening = find_code(request, key)
    entry = first_of(evening.entries.with_players().filter(number=key.pop("number")))
    entry.tournament = evening
    return entry


def player_of(key: int) -> Player:
    roster = Player.objects.filter(is_house=False)
    return first_of(roster.filter(pk=key), _("Nobody on the roster has this key."))


class DeskEntryShape(EntryShape):
    """An entry as the desk has it: with its wind as soon as it is drawn."""

    def __init__(self, *args: Any, **options: Any) -> None:
        context = {**options.pop("context", {}), "seated": True}
        super().__init__(*args, context=context, **options)


ENTRY = Scope(
    "entry",
    "tournaments/<code:code>/entries/<int:number>/",
    _find_entry,
    DeskEntryShape,
    lambda entry: entry.tournament,
)

# --- what needs more than one service


def _remove(*, tournament: Tournament, author: Any) -> None:
    if tournament.is_demo:
        remove_demo(tournament=tournament)
    else:
        services.remove_unplayed(tournament=tournament, author=author)


def _entered(tournament: Tournament, number: int) -> Entry:
    entries = tournament.entries.filter(number=number)
    return first_of(entries, _("No entry of this evening has this number."))


def _enter_new(*, tournament: Tournament, entry: int | None = None, **person: Any) -> Entry:
    if entry is None:
        return entries.enter_new_player(tournament=tournament, **person)
    return entry_members.join_new_player(entry=_entered(tournament, entry), **person)


def _enter_known(
    *, tournament: Tournament, player: int, author: Any, entry: int | None = None
) -> Entry:
    who = player_of(player)
    if entry is None:
        return entries.enter_player(tournament=tournament, player=who, author=author)
    joined = _entered(tournament, entry)
    return entry_members.join_entry(entry=joined, player=who, author=author)


def _join(*, entry: Entry, other: int, author: Any) -> Entry:
    second = _entered(entry.tournament, other)
    return entry_members.join_entries(first=entry, second=second, author=author)


def _leave(*, entry: Entry, player: int, author: Any) -> Entry:
    return entry_members.leave_entry(entry=entry, player=player_of(player), author=author)


def _order(*, entry: Entry, players: Sequence[int], author: Any) -> Entry:
    ordered = [player_of(key) for key in players]
    return entry_members.order_members(entry=entry, players=ordered, author=author)


def _send(*, tournament: Tournament, request: Any, author: Any) -> int:
    link = request.build_absolute_uri(resolve_url("live:evening", tournament.code))
    return printing.mail_results(tournament=tournament, link=link, author=author)


def _look(
    *, tournament: Tournament, text: str, author: Any, meant: Mapping[int, int | None] | None = None
) -> Any:
    return enter_pasted(tournament=tournament, text=text, meant=meant, author=author, looking=True)


def _enter_list(
    *,
    tournament: Tournament,
    text: str,
    author: Any,
    meant: Mapping[int, int | None] | None = None,
    present: bool = True,
) -> Any:
    return enter_pasted(
        tournament=tournament, text=text, meant=meant, author=author, present=present
    )


def _fill(*, tournament: Tournament, author: Any) -> list[Entry]:
    return [
        entries.add_house_player(tournament=tournament, author=author)
        for _place in range(head_count(tournament).missing)
    ]


def _make_room(*, tournament: Tournament, author: Any) -> Sequence[Entry]:
    over = head_count(tournament).over
    return entries.fillers_leave(tournament=tournament, count=over, author=author)


def _numbers_of(_row: Any, result: Any) -> dict[str, Any]:
    entered = result if isinstance(result, list | tuple) else [result]
    return {"entries": [getattr(entry, "number", entry) for entry in entered]}


def _draw_of(evening: Tournament, drawn: Sequence[Entry]) -> dict[str, Any]:
    evening.refresh_from_db(fields=["draw_seed"])
    winds = {str(entry.number): f"{entry.wind}{entry.wind_number}" for entry in drawn}
    return {"seed": evening.draw_seed, "winds": winds}


def _chosen_rounds(tournament: Tournament, numbers: Sequence[int], stage: str) -> list[Round]:
    chosen = [
        round_
        for round_ in closed_rounds(tournament)
        if round_.stage == stage and (not numbers or round_.number in numbers)
    ]
    if not chosen:
        raise refusal(_("No such partita waits for this step."), "no_round_to_change")
    return chosen


def _official(
    *,
    tournament: Tournament,
    author: Any,
    rounds: Sequence[int] = (),
    early: int | str = "",
    ahead: Changed | None = None,
) -> None:
    chosen = _chosen_rounds(tournament, rounds, Round.Stage.PROVISIONAL)
    make_results_official(
        tournament=tournament, rounds=chosen, author=author, early=str(early), ahead=ahead
    )


def _provisional(
    *, tournament: Tournament, author: Any, reason: str, rounds: Sequence[int] = ()
) -> None:
    for round_ in _chosen_rounds(tournament, rounds, Round.Stage.OFFICIAL):
        withdraw_official(round=round_, author=author, reason=reason)


def _print(
    *,
    tournament: Tournament,
    request: Any,
    author: Any,
    document: str,
    round: int | None = None,
    options: Mapping[str, Any] | None = None,
) -> PrintJob:
    """Print a document under the desk's rules: cards only for accounts that may open them, results
    only for those that see them.
    """
    rounds = tournament.rounds.select_related("board_set", "tournament").order_by("number")
    of = rounds.filter(number=round).first() if round is not None else rounds.last()
    if round is not None and of is None:
        raise Http404
    paper: Any = find_document(document)
    if withheld := why_withheld(request.user, paper, tournament, of):
        raise refusal(withheld, "withheld")
    chosen = {**(options or {})}
    if of and "round" in paper.options and (paper.scope == "round" or round is not None):
        chosen["round"] = of.number
    if of and paper.key in WHOLE:
        chosen |= held_too(of, str(chosen.get("base_url", "")))
    return printing.request_document(
        tournament=tournament,
        document=document,
        options=chosen,
        author=author,
        language=get_language(),
    )


def _press(*, tournament: Tournament, step: str, version: int, author: Any) -> Any:
    hold = reveals.reveal_of(tournament)
    if hold is None:
        raise refusal(_("Nothing is being read out."), "no_reveal")
    return reveals.press(hold=hold, step=step, version=version, author=author)


# --- the tables

NEW_EVENING = Answer(TournamentShape, lambda _row, evening: progress_of(evening))
GONE = Answer(GoneShape, lambda _row, _none: {"done": True})

CLUB_STEPS = (
    Step(
        "tournaments/new/",
        _("Make an evening"),
        services.create_tournament,
        EveningBody,
        roles=ORGANIZERS,
        always=True,
        answer=NEW_EVENING,
    ),
)

LIST: Fields = {
    "text": CharField(
        max_length=100_000, help_text=_("A list as people write it: an entry a line.")
    ),
    "meant": ByNumberField(
        child=IntegerField(allow_null=True),
        required=False,
        help_text=_(
            "For the key of a doubtful line, one of its candidates, or null for somebody new."
        ),
    ),
}
PERSON: Fields = {
    "surname": text(longest=80, needed=True),
    "given_name": text(longest=80),
    "card_number": text(longest=30),
    "club": text(longest=80),
    "email": text(longest=254),
}
INTO = number(_("The entry that is joined; without it, a new entry is made."), 1)
ROUNDS = numbers(_("Partite that this is for; without it, all that are possible."))
ENTRIES = Answer(EnteredNumbersShape, _numbers_of)
LIST_OF = Answer(ListShape)
DRAWN = Answer(DrawShape, _draw_of)
PUBLISHED = Answer(PostedShape)
REVEALED = Answer(RevealShape)

EVENING_STEPS = (
    Step(
        "settings/",
        _("Change an evening's settings"),
        final_hold.change_evening,
        EveningChangesBody,
        roles=ORGANIZERS,
    ),
    Step(
        "remove/",
        _("Delete an evening that nobody has played"),
        _remove,
        roles=ORGANIZERS,
        answer=GONE,
    ),
    # people
    Step(
        "entries/preview/",
        _("Look at a list; nobody is entered"),
        _look,
        LIST,
        answer=LIST_OF,
    ),
    Step(
        "entries/enter/",
        _("Enter a list that was looked at"),
        _enter_list,
        {**LIST, "present": flag(_("Whether they are already in the hall."))},
        answer=LIST_OF,
    ),
    Step(
        "entries/new/",
        _("Enter a player who is new on the roster, alone or in a pair or team"),
        _enter_new,
        {**PERSON, "entry": INTO},
        answer=ENTRIES,
    ),
    Step(
        "entries/known/",
        _("Enter a player of the roster, alone or in a pair or team"),
        _enter_known,
        {"player": number(_("The key on the roster."), needed=True), "entry": INTO},
        answer=ENTRIES,
    ),
    Step(
        "entries/house/",
        _("Enter a house player"),
        entries.add_house_player,
        answer=ENTRIES,
    ),
    Step("entries/fill/", _("Fill the tables with house players"), _fill, answer=ENTRIES),
    Step(
        "entries/make-room/",
        _("Remove house players who are not needed"),
        _make_room,
        answer=ENTRIES,
    ),
    Step(
        "entries/presence/",
        _("Say whether several entries are in the hall"),
        entries.set_all_present,
        {"numbers": numbers(_("Entries; without it, everybody."))},
        answer=ENTRIES,
    ),
    # the draw
    Step(
        "draw/",
        _("Draw the winds"),
        wind_draw.draw_winds,
        {
            "seed": text(_("A seed of your own; without it, a new one."), 200),
            "seen": number(_("The number in the log of the draw that was looked at, 0 for none.")),
        },
        answer=DRAWN,
    ),
    Step(
        "draw/type/",
        _("Write down a draw from slips"),
        wind_draw.type_winds,
        {"winds": ByNumberField(child=CharField(max_length=20), help_text=_("By entry: N1, E3."))},
        answer=DRAWN,
    ),
    # paper
    Step(
        "print/",
        _("Ask for a document"),
        _print,
        {
            "document": ChoiceField(choices=list(DOCUMENTS)),
            "round": number(_("The partita; without it, the last one."), 1),
            "options": OptionsBody(required=False, help_text=_("As on the Print page.")),
        },
        roles=(ORGANIZER, ARBITER, DEALING),
        asks=True,
        answer=Answer(JobShape),
    ),
    # the standing
    Step(
        "standings/publish/",
        _("Publish the standings"),
        publish,
        {"erratum": text(_("Your own words above what changed."))},
        answer=PUBLISHED,
        ahead=drafted,
    ),
    Step(
        "standings/official/",
        _("Make results official"),
        _official,
        {"rounds": ROUNDS, "early": number(_("The publication whose protest time is cut short."))},
        ahead=changed_since_published,
    ),
    Step(
        "standings/provisional/",
        _("Take official results back"),
        _provisional,
        {"rounds": ROUNDS},
    ),
    Step("standings/hold/", _("Hold the final standings back"), final_hold.hold_final),
    Step(
        "standings/release/", _("Show the standings that were held back"), final_hold.release_final
    ),
    Step(
        "standings/changed-winds/",
        _("Say where a player who changed wind is ranked"),
        rank_changed_winds,
        {"by": text(longest=20, needed=True)},
    ),
    Step(
        "standings/settle-tie/",
        _("Settle a tie"),
        settle_tie,
        {
            "tie": text(longest=400, needed=True),
            "kind": ChoiceField(choices=Settlement.Kind.values),
            "places": ByNumberField(child=IntegerField(), required=False),
            "source": text(longest=200),
            "seed": text(longest=200),
        },
        author="arbiter",
    ),
    # the prize-giving
    Step(
        "reveal/begin/",
        _("Begin to read the held standings out"),
        reveals.begin_reveal,
        {
            "winds": number(_("Places of each wind."), needed=True),
            "overall": number(_("Places of all."), needed=True),
        },
        answer=REVEALED,
    ),
    Step(
        "reveal/press/",
        _("Show the next place, or take another step of the prize-giving"),
        _press,
        {"step": ChoiceField(choices=list(reveals.PRESSED))},
        answer=REVEALED,
    ),
    Step("reveal/end/", _("End the reading"), reveals.end_reveal),
    Step(
        "prizes/",
        _("Say which prizes are called up"),
        services.set_prizes,
        roles=ORGANIZERS,
        author="",
    ),
    Step(
        "results/send/",
        _("Send the results to those who agreed to mails, each once"),
        _send,
        roles=ORGANIZERS,
        asks=True,
        answer=Answer(CountShape),
    ),
    Step(
        "close/",
        _("Close the evening"),
        final_hold.close_evening,
        {"still_held": flag(_("Even while the final standings are held back."))},
        roles=ORGANIZERS,
    ),
    Step(
        "open/",
        _("Open a closed evening again"),
        services.open_tournament_again,
        roles=ORGANIZERS,
    ),
)

ENTRY_STEPS = (
    Step(
        "presence/",
        _("Say whether an entry is here"),
        entries.set_present,
    ),
    Step("fee/", _("Note a fee"), entries.set_fee_paid),
    Step("ranking/", _("Rank an entry or leave it unranked"), entries.set_unranked),
    Step("withdraw/", _("Withdraw an entry"), entries.withdraw),
    Step("return/", _("Let a withdrawn entry play again"), entries.return_to_play),
    Step(
        "name/",
        _("Name a pair or team"),
        entry_members.name_entry,
        {"name": CharField(max_length=160, allow_blank=True)},
    ),
    Step(
        "join/",
        _("Join the players of another entry to this one"),
        _join,
        {"other": number(least=1, needed=True)},
        leaves=EVENING,
    ),
    Step("leave/", _("Take a player out of a pair or team"), _leave),
    Step(
        "order/",
        _("Order the players of a pair or team"),
        _order,
        {
            "players": numbers(
                _("Their keys on the roster, in the order in which they sit."), needed=True
            )
        },
    ),
    Step("wind/", _("Give an entry another wind"), wind_draw.change_wind),
    Step("remove/", _("Delete an entry"), entries.remove_entry, leaves=EVENING),
)
