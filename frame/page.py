"""Parts of every page of the desk: who may open it, the evening, the line of steps, refusals in
words.
"""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from datetime import datetime
from functools import wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.core import signing
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render, resolve_url
from django.template.loader import render_to_string
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.middleware import HtmxDetails

from ground.addresses import leads_nowhere, moved_in_words, public_address
from ground.guards import Author
from ground.roles import ARBITER, DEALING, HELPER, ORGANIZER, holds, role_required, roles_held_by
from night.facts import NightFacts, gather
from night.lookups import find_round, find_tournament, is_closed, read_number
from night.next_steps import LATE, PRIZES, TABLES, NextStep, Step, is_odd, steps_of
from tournaments.models import Round, Tournament
from wording.sentences import refusal

staff_only = role_required(ORGANIZER, ARBITER)
"""For the pages of all who run the evening or rule on it, from the players and their seats to the standings;
``organizer_only``, ``club_only`` and ``preparers_only`` keep the others.
"""

organizer_only = role_required(ORGANIZER)
"""For pages that make the evening and end it: its settings, its close; the roster, house editions, trial evenings."""

club_only = role_required(ORGANIZER, always=True)
"""For pages that concern every evening, also where the page is one evening's: a copy holds all there is."""

preparers_only = role_required(ORGANIZER, DEALING)
"""For pages that prepare the boards of an evening."""

boards_and_paper = role_required(ORGANIZER, ARBITER, DEALING)
"""The pages that somebody who only deals needs as well: the boards and their slips."""

sheets_too = role_required(ORGANIZER, ARBITER, HELPER)
"""The pages that somebody who only types sheets needs as well; they show such a helper nothing but the sheets."""

everybody = role_required(ORGANIZER, ARBITER, DEALING, HELPER)
"""To find the evening."""

somewhere = role_required(ORGANIZER, ARBITER, DEALING, HELPER, anywhere=True)
"""To find the evenings."""

View = Callable[..., HttpResponseBase]
PressView = Callable[..., HttpResponseBase | str | None]
Context = dict[str, Any]
"""What a template is given."""

LONGEST_SEARCH = 120

CODES_READ = "codes_read"
"""In the session: by evening, which change of address was read."""


def runs(request: HttpRequest, tournament: Tournament) -> bool:
    """Whether the reader runs the evening, as for ``staff_only``. Others see less of a shared page."""
    return holds(request.user, ORGANIZER, ARBITER, evening=tournament.code)


class DeskRequest(HttpRequest):
    """A request of a signed-in user, from a view that has checked the role."""

    user: User
    htmx: HtmxDetails
    asks_of_paper: bool = False


def desk_page(
    request: HttpRequest,
    template: str,
    tournament: Tournament,
    *,
    step: str = "",
    number: int | None = None,
    facts: NightFacts | None = None,
    status: int | None = None,
    **context: Any,
) -> HttpResponse:
    """Render a page with the row of steps. ``step`` is the one it belongs to, ``number`` the
    partita (None: the current one). A page that answers a POST is a refusal, 422, unless ``status``
    says otherwise.
    """
    facts = facts or gather(tournament)
    round_number = number or facts.current
    context = {
        "tournament": tournament,
        "night": facts,
        "steps": steps_for(request, facts, round_number),
        "step_now": step,
        "is_seated": facts.round(round_number) is not None,
        "round_number": round_number,
        "round_numbers": range(1, facts.planned + 1),
        "old_codes": _old_codes(request, facts) if runs(request, tournament) else (),
        **context,
    }
    return render(
        request, template, context, status=status or (422 if request.method == "POST" else 200)
    )


def _old_codes(request: HttpRequest, facts: NightFacts) -> tuple[str, ...]:
    """Lines of a warning, shown until it is read, that codes on printed documents lead phones to an
    address that the site no longer has.
    """
    moved = codes_moved(request, facts)
    if moved is None or request.session.get(CODES_READ, {}).get(facts.code) == list(moved):
        return ()
    return moved_in_words(*moved)


def codes_moved(request: HttpRequest, facts: NightFacts) -> tuple[str, str] | None:
    """The old address, and the one at which phones reach this site now. None if printed codes still
    lead here.
    """
    if not facts.codes:
        return None
    now = public_address(request)
    return next(
        ((before, now) for before in sorted(facts.codes) if leads_nowhere(before, now)), None
    )


def round_page(
    request: DeskRequest,
    template: str,
    round_: Round,
    *,
    part: str = "",
    status: int | None = None,
    **more: Any,
) -> HttpResponse:
    """Render a page of a partita; for htmx only its ``part``."""
    if part and request.htmx:
        more |= {"tournament": round_.tournament, "round": round_}
        return render(request, f"{template}#{part}", more, status=status)
    return desk_page(
        request,
        template,
        round_.tournament,
        step=TABLES,
        number=round_.number,
        status=status,
        round=round_,
        **more,
    )


def steps_for(
    request: HttpRequest, facts: NightFacts, number: int | None = None
) -> tuple[Step, ...]:
    """Steps of the evening, linked to pages this user may open: dealers to the boards, helpers to
    the tables.
    """
    steps = steps_of(facts, number)
    roles = roles_held_by(request.user, facts.code)
    if ORGANIZER in roles:
        return steps
    number = number or facts.current
    urls = {}
    if ARBITER in roles:
        urls = {step.key: step.url for step in steps} | {
            PRIZES: resolve_url("desk:standings", facts.code)
        }
    elif facts.round(number) is not None and roles:
        urls = {
            TABLES: resolve_url(
                "desk:boards" if DEALING in roles else "desk:play", facts.code, number
            )
        }
    return tuple(step._replace(url=urls.get(step.key)) for step in steps)


def own_step(
    request: DeskRequest, tournament: Tournament, step: NextStep | None
) -> NextStep | None:
    """Next step as the reader may take it. Readers who are not organizers take single steps, up to
    the standings.
    """
    if step is None or holds(request.user, ORGANIZER, evening=tournament.code):
        return step
    if step.key == LATE:
        return step
    if (step.does or is_odd(step)) and step.other is not None:
        return step._replace(url=step.other.url or "", does=False, other=None)
    if step.url == resolve_url("desk:close", tournament.code):
        return step._replace(url=resolve_url("desk:standings", tournament.code), other=None)
    return step


get_or_post = require_http_methods(["GET", "POST"])


def fresh_get(view: View) -> View:
    return never_cache(require_GET(view))


def fresh_get_or_post(view: View) -> View:
    return never_cache(get_or_post(view))


def text_of(request: HttpRequest, name: str) -> str:
    """The text that a form sent in the field ``name``."""
    return request.POST.get(name, "")


def number_of(request: HttpRequest, name: str, digits: int = 9) -> int | None:
    return read_number(text_of(request, name), digits)


def read_numbers(request: HttpRequest, name: str) -> set[int]:
    """The numbers among the values that a form sent in the field ``name``."""
    texts = request.POST.getlist(name)
    return {number for text in texts if (number := read_number(text, 7)) is not None}


def number_or_none_such(text: str) -> int:
    """Number of up to three digits in the text. Any other text gives -1, which nothing has."""
    number = read_number(text, 3)
    return -1 if number is None else number


def unsigned(text: str, salt: str) -> Any:
    """Value of a text that this site has signed, or None for any other text."""
    try:
        return signing.loads(text, salt=salt)
    except signing.BadSignature:
        return None


def letters(request: HttpRequest) -> str:
    """The letters that were typed into the search field."""
    return request.GET.get("q", "")[:LONGEST_SEARCH]


def no_such_step() -> ValidationError:
    return refusal(_("This page has no such step: use its buttons."), "no_step")


FILES = ("desk:print_file",)
"""Addresses that answer with a file: nobody is led there, and a file with sealed cards is opened on purpose or not."""


def page_above(path: str) -> str:
    while path.strip("/"):
        path = path.rstrip("/").rpartition("/")[0] + "/"
        try:
            page = resolve(path)
        except Resolver404:
            continue
        if page.view_name not in FILES:
            break
    return path


def press(view: PressView) -> View:
    """Make a view the target of a button. Its address is one level below the page's; afterwards it
    redirects to the page and shows the sentence that the view returns. A refusal is shown there,
    beside what was typed.
    """

    @require_POST
    @wraps(view)
    def pressed(request: DeskRequest, **key: Any) -> HttpResponseBase:
        above = resolve(page_above(request.path_info))
        with show_refusals(request):
            back, query = reverse(above.view_name, kwargs=above.kwargs), request.GET.urlencode()
            answer = view(request, **key)
            if isinstance(answer, HttpResponseBase):
                return answer
            if answer:
                messages.success(request, answer)
            return redirect(f"{back}?{query}" if query else back)
        refused: HttpResponse = above.func(request, **above.kwargs)
        if refused.status_code == 200:
            refused.status_code = 422
        return refused

    return pressed


def on_evening(view: PressView) -> Callable[..., Any]:
    """Decorate a view so that it gets the evening of the address instead of its code."""

    @wraps(view)
    def wrapper(request: DeskRequest, code: str, **key: Any) -> Any:
        return view(request, find_tournament(code), **key)

    return wrapper


def while_open(behind: str, *parts: str) -> Callable[[View], View]:
    """Show a form only while the evening is open. Otherwise redirect to the page ``behind``, whose
    address has the code and these ``parts``.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def wrapper(request: DeskRequest, code: str, **key: Any) -> HttpResponseBase:
            if request.method == "GET" and is_closed(code):
                return redirect(behind, code, *(key[part] for part in parts))
            return view(request, code=code, **key)

        return wrapper

    return decorate


def on_round(view: PressView) -> Callable[..., Any]:
    """Decorate a view so that it gets the partita of the address instead of code and number."""

    @wraps(view)
    def wrapper(request: DeskRequest, code: str, number: int, **key: Any) -> Any:
        return view(request, find_round(code, number), **key)

    return wrapper


def press_on(find: Callable[..., Any]) -> Callable[[PressView], View]:
    """Decorate a ``press`` view so that it gets the row of the address, as found by ``find``,
    instead of its parts.
    """

    def decorate(view: PressView) -> View:
        return press(wraps(view)(lambda request, **key: view(request, find(**key))))

    return decorate


evening_press = press_on(find_tournament)
round_press = press_on(find_round)


def steps_on(press_on_row: Callable[..., Any], kind: str) -> Callable[..., Any]:
    """Return a function that makes button views. It takes a service, the sentence for the reader
    afterwards, and the ``names`` of form fields. The view calls the service with the row as
    ``kind``, and with the texts of these fields.
    """

    def step(service: Callable[..., object], sentence: str = "", *names: str) -> Any:
        def pressed(request: DeskRequest, row: Any) -> str:
            texts = {name: text_of(request, name) for name in names}
            service(**{kind: row}, author=request.user, **texts)
            return sentence % {"round": getattr(row, "number", "")}

        return press_on_row(pressed)

    return step


evening_step = steps_on(evening_press, "tournament")
round_step = steps_on(round_press, "round")


def refusals(error: ValidationError) -> list[str]:
    return list(dict.fromkeys(map(str, error.messages)))


def tell(request: HttpRequest, sentence: str, **fields: object) -> None:
    messages.success(request, sentence % fields)


def show_refusal(request: HttpRequest, error: ValidationError) -> None:
    for sentence in refusals(error):
        messages.error(request, sentence)


class RefusalDisplay(AbstractContextManager[None]):
    """Context manager that shows a refusal raised inside it to the reader. The view continues after
    the block.
    """

    def __init__(self, tell: Callable[[ValidationError], None]) -> None:
        self.tell = tell

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> bool:
        if isinstance(error, ValidationError):
            self.tell(error)
        return isinstance(error, ValidationError)


def show_refusals(request: HttpRequest) -> RefusalDisplay:
    return RefusalDisplay(lambda error: show_refusal(request, error))


def refusing(form: Form, fields: Mapping[str, str] | None = None) -> RefusalDisplay:
    """Context manager that shows a refusal beside its fields. ``fields`` maps the service's names
    to the form's.
    """

    def tell(error: ValidationError) -> None:
        by_field = (
            error.error_dict
            if hasattr(error, "error_dict")
            else {NON_FIELD_ERRORS: error.error_list}
        )
        for name, problems in by_field.items():
            field = (fields or {}).get(name, name)
            form.add_error(field if field in form.fields else None, problems)

    return RefusalDisplay(tell)


def tell_if_done(
    request: HttpRequest, who: Author, at: datetime | None, sentence: str, **fields: object
) -> bool:
    """Whether somebody else has done it already. If so, the reader is told who, and when."""
    if who is None or who.pk == request.user.pk:
        return False
    when = date_format(timezone.localtime(at), "TIME_FORMAT")
    messages.info(request, sentence % {"who": who.get_username(), "when": when, **fields})
    return True


def say_with_undo(request: HttpRequest, sentence: str, url: str, **fields: object) -> None:
    context = {"sentence": sentence, "url": url, "fields": fields}
    messages.success(request, render_to_string("desk/_undo.html", context, request=request))
