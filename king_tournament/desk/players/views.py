"""Entering players: the one box that takes a name, a list or a file; presence, fee, withdrawal."""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.db.models import F, Max
from django.http import HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _, gettext_lazy, ngettext
from django.views.decorators.http import require_GET, require_POST

from frame import page
from frame.page import (
    LONGEST_SEARCH,
    Context,
    DeskRequest,
    View,
    desk_page,
    on_evening,
    own_step,
    refusing,
    show_refusal,
    show_refusals,
    staff_only,
    steps_for,
    tell,
    text_of,
    unsigned,
)
from frame.person_entry import (
    UNDO,
    offer_undo,
    player_choices,
    who_is_meant,
)
from ground.roles import ORGANIZER, holds
from king.words import folded
from king_tournament.desk.players.entry_list import entries_shown
from king_tournament.desk.players.groups import (
    entry_named,
    in_words,
    paste_form,
)
from king_tournament.desk.players.report import ENTERED, SHEETS_SALT, report_shown, sheets_shown
from night.facts import gather
from night.lookups import find_tournament, read_number
from night.next_steps import PLAYERS, next_step
from tournaments import entries as tournaments_entries
from tournaments.entry_members import join_entry, join_new_player, leave_entry
from tournaments.head_count import entry_size
from tournaments.list_reading.groups import read_groups
from tournaments.list_reading.lines import person_of, read_text
from tournaments.list_reading.pieces import ORDINAL, plain, take_apart
from tournaments.list_reading.rows import MOST_LENGTH, Known
from tournaments.models import Entry, EntryMember, Player, Tournament
from tournaments.pasted_lists import (
    ListText,
    Outcome,
    PastedLine,
    enter_pasted,
    list_texts,
    pair_written,
)
from tournaments.roster import (
    RosterIndex,
    find_players,
    invented,
    nearly_called,
    not_entered,
    players_for,
    players_of_last_time,
    who_may_come,
)
from wording.sentences import refusal


class NewPlayerForm(forms.Form):
    surname = forms.CharField(label=gettext_lazy("Surname"), max_length=MOST_LENGTH["surname"])
    given_name = forms.CharField(
        label=gettext_lazy("Name"), max_length=MOST_LENGTH["given_name"], required=False
    )
    card_number = forms.CharField(
        label=gettext_lazy("Card number"), max_length=MOST_LENGTH["card_number"], required=False
    )
    club = forms.CharField(
        label=gettext_lazy("Club"), max_length=MOST_LENGTH["club"], required=False
    )


OFFERED = 10
FULL_HOUSE = 40
"""Lines of a list of one night; a longer one is the club's roster, and of those most are not here."""


@staff_only
@require_GET
def players(request: DeskRequest, code: str) -> HttpResponse:
    return players_page(request, find_tournament(code), query=page.letters(request))


def players_page(
    request: DeskRequest,
    tournament: Tournament,
    *,
    query: str = "",
    report: Sequence[PastedLine] = (),
    looked: Context | None = None,
    pasting: bool = False,
    opened: int | None = None,
    **more: Any,
) -> HttpResponse:
    facts = gather(tournament)
    step = own_step(request, tournament, next_step(facts))
    size = entry_size(tournament)
    answers = report_shown(report, looked, size=size) if report else {}
    unread = bool(answers.get("report_lines"))
    context = {
        "next_step": step,
        **_search_players(tournament, query),
        **_ways(tournament),
        **entries_shown(request, tournament, step, opened=opened),
        "new_player": NewPlayerForm(initial=_split_query(query)),
        "paste": paste_form(tournament),
        "pasting": pasting or unread,
        "paste_title": _("Change the list") if unread else _("Paste a list"),
        "caret": "" if unread else "data-autofocus",
        "list_url": _list_url(request, tournament, size),
        **answers,
        **more,
    }
    return desk_page(
        request, "desk/players/players.html", tournament, step=PLAYERS, facts=facts, **context
    )


def _list_url(request: DeskRequest, tournament: Tournament, size: int) -> str:
    """Address for uploading a list: one that also fills the roster, or, for pairs and for arbiters,
    only the evening.
    """
    name = (
        "people:import_entries" if size == 1 and _may_import(request, tournament) else "desk:paste"
    )
    return resolve_url(name, tournament.code)


def _ways(tournament: Tournament) -> Context:
    """Ways to enter players besides the field: everybody of the last evening, until most are here;
    three large buttons while the club has nobody.
    """
    before = list(players_of_last_time(tournament)) if entry_size(tournament) == 1 else []
    missing = not_entered(tournament, before)
    people = Player.objects.filter(is_house=False).exclude(invented())
    return {
        "is_first": not (people.exists() or tournament.entries.exists()),
        "last_time": len(before) if 2 * len(missing) > len(before) else 0,
    }


def _may_import(request: DeskRequest, tournament: Tournament) -> bool:
    return holds(request.user, ORGANIZER, evening=tournament.code)


def _split_query(query: str) -> dict[str, str]:
    """Surname, given name and card of a new player, split as the reader of lists does."""
    row, _left = person_of(plain(ORDINAL.sub("", query)), 1, "", Known())
    return {"surname": row.surname, "given_name": row.given_name, "card_number": row.card_number}


def _search_letters(query: str) -> str:
    """Letters of the query without a telephone number or a note behind the name."""
    pieces = take_apart(plain(query), Known())
    return pieces.name if pieces.left and pieces.name else query


def _search_players(tournament: Tournament, query: str) -> Context:
    """Players who match the typed letters, or the matching ones who are already entered. Without
    letters, those who played last.
    """
    if folded(query):
        return _found_by_letters(tournament, query)
    known = players_for(tournament).annotate(last=Max("memberships__pk"))
    latest = known.order_by(F("last").desc(nulls_last=True), "search")[:OFFERED]
    return {"query": query, "found": latest}


def _found_by_letters(tournament: Tournament, query: str) -> Context:
    if pair := _pair_typed(tournament, query):
        return {"query": query, "pair": pair}
    letters = _search_letters(query)
    matches = find_players(letters, limit=OFFERED, among=who_may_come(tournament))
    candidates = matches or find_players(letters, None, OFFERED)
    entered = set(
        Player.objects.filter(memberships__tournament=tournament).values_list("pk", flat=True)
    )
    near = [] if candidates else nearly_called(letters, tournament, OFFERED)
    return {
        "query": query,
        "found": matches,
        "entered_already": entered,
        "already": [player for player in candidates if player.pk in entered],
        "near": near,
        "somebody_new": _("Somebody new") if near else _("Add as a new player"),
        "typed": _split_query(query),
    }


def _pair_typed(tournament: Tournament, query: str) -> str:
    if entry_size(tournament) != 2 or len(query.split()) < 3:
        return ""
    return pair_written(query, RosterIndex.load(tournament).known)


@staff_only
@require_GET
@on_evening
def find(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    context = {"tournament": tournament, **_search_players(tournament, page.letters(request))}
    return render(request, "desk/players/_found.html", context)


def answer(
    request: DeskRequest,
    tournament: Tournament,
    *,
    status: int = 200,
    refused: Mapping[int, Sequence[str]] | None = None,
    reason: str = "",
    **more: Any,
) -> HttpResponse:
    if not request.htmx:
        if status == 200:
            return redirect("desk:players", tournament.code)
        return players_page(request, tournament, **more)
    facts = gather(tournament)
    step = own_step(request, tournament, next_step(facts))
    context = {
        "tournament": tournament,
        "answering": True,
        "steps": steps_for(request, facts),
        "step_now": PLAYERS,
        "next_step": step,
        **entries_shown(request, tournament, step, refused=refused, reason=reason),
        **more,
    }
    return render(request, "desk/players/_entries.html", context, status=status)


def of_list(view: Callable[..., Context | None]) -> View:
    """Make a view the target of a button above the list. It answers with the new list; a refusal is
    shown above it.
    """

    @staff_only
    @require_POST
    @wraps(view)
    def pressed(request: DeskRequest, code: str) -> HttpResponse:
        tournament = find_tournament(code)
        with show_refusals(request):
            return answer(request, tournament, **(view(request, tournament) or {}))
        return answer(request, tournament, status=422, query=text_of(request, "q")[:LONGEST_SEARCH])

    answered: View = pressed
    return answered


@of_list
def enter(request: DeskRequest, tournament: Tournament) -> Context:
    query = text_of(request, "q")[:LONGEST_SEARCH]
    if "player" not in request.POST and _pair_typed(tournament, query):
        return _enter_pair(request, tournament, query)
    player = _chosen_player(
        tournament, text_of(request, "q")[:LONGEST_SEARCH], text_of(request, "player")
    )
    existing = entry_named(tournament, text_of(request, "into"))
    author = request.user
    away = tournament.entries.filter(members__player=player, present=False, withdrawn_at=None)
    if come := away.first():
        entry = tournaments_entries.set_present(entry=come, present=True, author=author)
        tell(request, _("%(player)s is here."), player=entry.title)
        return {"entered": entry}
    if existing:
        entry = join_entry(entry=existing, player=player, author=author)
    else:
        entry = tournaments_entries.enter_player(
            tournament=tournament, player=player, author=author
        )
    sentence = ngettext(
        "%(player)s is entered, number %(number)s.",
        "%(player)s are entered, number %(number)s.",
        entry.members.count(),
    )
    _say_entered(request, entry, sentence % _entry_fields(entry), player)
    return {"entered": entry}


def _enter_pair(request: DeskRequest, tournament: Tournament, query: str) -> Context:
    """Enter both players of a line, in the same way as a list of one line."""
    [line] = enter_pasted(tournament=tournament, text=query, author=request.user)
    if line.entry is None or line.outcome not in ENTERED:
        sentence = _("%(pair)s: %(reason)s Paste the list to say whom you mean.")
        raise refusal(sentence, "pair_doubtful", pair=query, reason=str(line.reason))
    sentence = ngettext(
        "%(player)s is entered, number %(number)s.",
        "%(player)s are entered, number %(number)s.",
        2,
    ) % _entry_fields(line.entry)
    offer_undo(request, tournament, sentence, entries=[line.entry.pk], players=line.added)
    return {"entered": line.entry}


@of_list
def enter_last_time(request: DeskRequest, tournament: Tournament) -> None:
    before = list(players_of_last_time(tournament)) if entry_size(tournament) == 1 else []
    entries = tournaments_entries.enter_many(
        tournament=tournament, players=not_entered(tournament, before), author=request.user
    )
    if not entries:
        messages.info(request, _("Everybody from last time is already entered."))
        return
    sentence = ngettext(
        "%(count)s player from last time is entered: remove anybody who is missing.",
        "%(count)s players from last time are entered: remove anybody who is missing.",
        len(entries),
    ) % {"count": len(entries)}
    offer_undo(request, tournament, sentence, entries=[entry.pk for entry in entries], players=[])


def _say_entered(
    request: DeskRequest, entry: Entry, sentence: str, player: Player, added: Sequence[int] = ()
) -> None:
    """Show a message with an undo. In a pair or team the undo removes one player and leaves the
    others.
    """
    undo = (
        {"joined": [entry.pk, player.pk]} if entry.members.count() > 1 else {"entries": [entry.pk]}
    )
    offer_undo(request, entry.tournament, sentence, players=added, **undo)


NOT_FROM_HERE = gettext_lazy("This cannot be undone from here: use the menu of each row.")


@of_list
def undo(request: DeskRequest, tournament: Tournament) -> None:
    entering = unsigned(text_of(request, "made"), UNDO) or {}
    if entering.get("evening") != tournament.code:
        raise refusal(NOT_FROM_HERE, "not_from_here")
    author = request.user
    if "absent" in entering:
        tournaments_entries.set_all_present(
            tournament=tournament, present=True, numbers=entering["absent"], author=author
        )
        tell(request, _("The players who were here are here again."))
        return
    if "joined" in entering:
        entry, player = entering["joined"]
        members = EntryMember.objects.filter(tournament=tournament)
        member = members.filter(entry=entry, player=player).first()
        if member is None:
            raise refusal(NOT_FROM_HERE, "not_from_here")
        leave_entry(entry=member.entry, player=member.player, author=author)
        tournaments_entries.forget_players(entering["players"])
        fields = {"player": member.name, "number": member.entry.number}
        tell(request, _("%(player)s leaves entry %(number)s."), **fields)
        return
    gone, staying = tournaments_entries.undo_entering(
        tournament=tournament,
        entries=entering["entries"],
        players=entering["players"],
        author=author,
    )
    if gone:
        sentence = ngettext("Taken back: %(count)s entry.", "Taken back: %(count)s entries.", gone)
        tell(request, sentence, count=gone)
    if staying:
        sentence = _("Still entered, because something has happened to them since: %(players)s.")
        messages.warning(request, sentence % {"players": _("; ").join(staying)})


@of_list
def all_absent(request: DeskRequest, tournament: Tournament) -> None:
    numbers = tournaments_entries.set_all_present(
        tournament=tournament, present=False, author=request.user
    )
    if numbers:
        sentence = _("Nobody is in the hall: press “not here” for each player who arrives.")
        offer_undo(request, tournament, sentence, absent=numbers)


def _entry_fields(entry: Entry) -> Context:
    return {"player": entry.title, "number": entry.number}


def _chosen_player(tournament: Tournament, query: str, key: str) -> Player:
    """Player of the button. A result list older than the typed letters is ignored."""
    query = _search_letters(query)
    matching = find_players(query, limit=200) if folded(query) else []
    if (pk := read_number(key, 11)) is not None:
        player = Player.objects.filter(pk=pk, is_house=False).first()
        if player and (not folded(query) or player in matching):
            return player
    free = find_players(query, limit=OFFERED, among=who_may_come(tournament))
    if len(free) == 1:
        return free[0]
    if free:
        sentence = _("Several names begin with “%(letters)s”: choose one from the list.")
        raise refusal(sentence, "more_than_one", letters=query)
    if len(matching) > 1:
        sentence = _("Everybody whose name begins with “%(letters)s” is already entered.")
        raise refusal(sentence, "already_entered", letters=query)
    if matching:
        sentence = _("%(player)s is already entered.")
        raise refusal(sentence, "already_entered", player=matching[0].full_name)
    if not folded(query):
        raise refusal(
            _("Type a few letters of a name, or choose a player from the list."), "nobody_typed"
        )
    sentence = _(
        "Nobody on the roster is called “%(letters)s”: correct the name, or add a new player."
    )
    raise refusal(sentence, "nobody_found", letters=query)


@staff_only
@require_POST
@on_evening
def enter_new(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    form = NewPlayerForm(request.POST)
    if form.is_valid():
        candidates = who_is_meant(form.cleaned_data, text_of(request, "somebody_new"))
        if candidates:
            return players_page(request, tournament, new_player=form, adding=True, meant=candidates)
        with refusing(form):
            existing = entry_named(tournament, text_of(request, "into"))
            typed = {**form.cleaned_data, "author": request.user}
            if existing:
                entry = join_new_player(entry=existing, **typed)
            else:
                entry = tournaments_entries.enter_new_player(tournament=tournament, **typed)
            [*_others, member] = entry.members.all()
            sentence = _("%(player)s is on the roster and entered, number %(number)s.") % {
                "player": member.name,
                "number": entry.number,
            }
            _say_entered(request, entry, sentence, member.player, [member.player_id])
            return redirect("desk:players", tournament.code)
    return players_page(request, tournament, new_player=form, adding=True)


@staff_only
@require_POST
@on_evening
def paste(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    form = paste_form(tournament, request.POST)
    try:
        if "file" in request.FILES:
            file = request.FILES["file"]
            assert isinstance(file, UploadedFile)
            texts = list_texts(file, file.name or "")
            return _look(request, tournament, texts[0].text, texts)
        if "sheet" in request.POST:
            return _look_at_sheet(request, tournament)
        if form.is_valid() and "enter" not in request.POST:
            return _look(request, tournament, form.cleaned_data["text"])
    except ValidationError as error:
        show_refusal(request, error)
        form_again = form if "text" in request.POST else paste_form(tournament)
        return players_page(request, tournament, paste=form_again, pasting=True)
    if form.is_valid():
        with refusing(form):
            lines = enter_pasted(
                tournament=tournament,
                text=form.cleaned_data["text"],
                author=request.user,
                meant=player_choices(request.POST),
                present="awaited" not in request.POST,
            )
            return answer_list(request, tournament, lines)
    return players_page(request, tournament, paste=form, pasting=True)


def _look_at_sheet(request: DeskRequest, tournament: Tournament) -> HttpResponse:
    """Preview another sheet of the file. The page sends the file's content back."""
    place = read_number(request.POST["sheet"], 3)
    sheets = unsigned(text_of(request, "sheets"), SHEETS_SALT) or ()
    if place is None or place >= len(sheets):
        raise refusal(_("The file is no longer here: choose it again."), "file_gone")
    texts = [ListText(*sheet) for sheet in sheets]
    return _look(request, tournament, texts[place].text, texts, place)


def _look(
    request: DeskRequest,
    tournament: Tournament,
    text: str,
    texts: Sequence[ListText] = (),
    place: int = 0,
) -> HttpResponse:
    """Preview of a list before it is stored. ``texts`` are the sheets of a file; the one at
    ``place`` is shown.
    """
    lines = enter_pasted(tournament=tournament, text=text, author=request.user, looking=True)
    entering = sum(line.outcome in ENTERED for line in lines)
    size, known = entry_size(tournament), RosterIndex.load(tournament).known
    reading = read_text(text, known) if size == 1 else read_groups(text, known, size).reading
    looked = {
        "text": text,
        "entering": entering,
        "press": in_words(tournament, "press", entering),
        "awaited": len(lines) > FULL_HOUSE,
        "notes": reading.notes,
        "balance": reading.balance(),
        "cut": reading.cut(),
        **(sheets_shown(texts, place) if len(texts) > 1 else {}),
    }
    return players_page(
        request,
        tournament,
        status=200,
        paste=paste_form(tournament, text=text),
        report=lines,
        looked=looked,
    )


def answer_list(
    request: DeskRequest, tournament: Tournament, lines: Sequence[PastedLine]
) -> HttpResponse:
    entered = [line for line in lines if line.outcome in ENTERED]
    if entered:
        offer_undo(
            request,
            tournament,
            in_words(tournament, "entered", len(entered)),
            entries=[line.entry.pk for line in entered if line.entry is not None],
            players=[pk for line in entered for pk in line.added],
        )
    else:
        messages.warning(request, _("The list entered nobody: each line below says why."))
    return players_page(
        request,
        tournament,
        status=200,
        paste=paste_form(tournament, text="\n".join(_still_to_read(lines))),
        report=lines,
    )


def _still_to_read(lines: Sequence[PastedLine]) -> list[str]:
    """Lines that entered nobody, with the headings above them; without the headings, a second
    reading would enter those listed as absent.
    """
    waiting = [line for line in lines if line.outcome in (Outcome.DOUBTFUL, Outcome.REFUSED)]
    heading = [line for line in lines if waiting and line.is_heading]
    in_order = sorted((*waiting, *heading), key=lambda line: line.line)
    return list(dict.fromkeys(line.text for line in in_order))


@of_list
def add_house(request: DeskRequest, tournament: Tournament) -> None:
    entry = tournaments_entries.add_house_player(tournament=tournament, author=request.user)
    sentence = ngettext(
        "%(player)s is entered, number %(number)s, not ranked.",
        "%(player)s are entered, number %(number)s, not ranked.",
        entry.members.count(),
    )
    tell(request, sentence, **_entry_fields(entry))
