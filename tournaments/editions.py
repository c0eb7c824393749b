"""House editions: copied from a system, changed until one is chosen, revised under a new code
afterwards.
"""

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.utils.functional import lazy
from django.utils.translation import gettext, gettext_lazy as _

from ground.guards import Author, stored_author, write
from ground.names import clean_text
from king.reading import InputError, Node, json_problem
from king.rulesets import RULESETS, find_ruleset, read_ruleset
from king.rulesets.base import RuleSet, UnknownRuleSet, can_be_played
from king.rulesets.edition import CHANGES, EditionError, Unplayable, make_edition
from king.rulesets.settings import SETTINGS, Settings
from king.words import Phrase, gettext_noop
from tournaments.house_rules import Edition
from tournaments.models import Tournament
from wording.sentences import Sentence, refusal, say, say_error_lazily

LONGEST_FILE = 64_000
"""Most letters of an edition's file. The largest edition has a twentieth of it."""

LONGEST_CODE = 36
"""Most letters of a code that is made from a name. A code may have 40, so that a revision has room
for its number."""


def find_rules(code: str) -> RuleSet:
    if code in RULESETS:
        return find_ruleset(code)
    edition = Edition.objects.filter(code=code).first()
    return find_ruleset(code) if edition is None else edition.rules


def offered_rules() -> dict[str, RuleSet]:
    editions = Edition.objects.filter(is_offered=True)
    return dict(RULESETS) | {edition.code: edition.rules for edition in editions}


def of_languages(systems: Mapping[str, RuleSet], languages: Sequence[str]) -> dict[str, RuleSet]:
    """Sort the systems by their language, in the order of ``languages``; systems in any other
    language come last.
    """
    at = {language: place for place, language in enumerate(languages)}
    return dict(sorted(systems.items(), key=lambda item: at.get(item[1].language, len(at))))


def form_of(rules: RuleSet) -> Mapping[str, Any] | None:
    form = rules.as_json()
    return form if isinstance(form, dict) else None


def standing_in_force(rules: RuleSet, stored: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of the standing: the evening's own (``stored``; None: none), else the edition's."""
    own = {key: value for key, value in stored.items() if value is not None}
    return {**rules.standing, **own}


def edition_of(
    *, base: RuleSet, name: str, changes: Mapping[str, Any], code: str = "preview"
) -> RuleSet:
    """Edition made of these changes; nothing is stored. Raises ``ValidationError`` with the first
    impossible change and what was expected.
    """
    own_changes = {key: change for key, change in changes.items() if change not in (None, {})}
    try:
        rules = make_edition(base, code, clean_text(name), own_changes)
    except Unplayable:
        raise _unplayable() from None
    except EditionError as error:
        raise refusal(
            _("The edition cannot be made: %(problem)s."),
            "edition_invalid",
            problem=_change_in_words(error),
            place=error.place,
            expected=say(error.phrase.fields.get("expected", error.phrase)),
        ) from None
    return rules


def check_can_be_played(rules: RuleSet, settings: Settings) -> None:
    if not can_be_played(rules, settings):
        raise _unplayable()


def _unplayable() -> ValidationError:
    return refusal(
        _(
            "These hands cannot be played to the end: there are more of one kind than the players "
            "may choose. Play fewer of them, or allow each player more."
        ),
        "edition_unplayable",
    )


def _change_sentence(error: EditionError) -> str:
    """Sentence about a wrong part of an edition: ``values, KH: expected …``."""
    part, *inside = re.findall(r"[^.\[\]]+", error.place.removeprefix("changes."))
    titles = CHANGES | {"code": gettext_noop("code"), "name": gettext_noop("name")}
    if part not in titles:
        return f"{error.place}: {say(error.phrase)}"
    if part == "settings" and inside and inside[0] in SETTINGS:
        inside[0] = gettext(SETTINGS[inside[0]].title)
    if part == "hands":
        inside = [str(int(place) + 1) for place in inside]
    return f"{', '.join([gettext(titles[part]), *inside])}: {say(error.phrase)}"


_change_in_words = lazy(_change_sentence, str)


@transaction.atomic
def create_edition(
    *, base: str, name: str, changes: Mapping[str, Any], author: Author, code: str = ""
) -> Edition:
    """Store a new edition of ``base``. ``changes`` has the parts that
    ``king.rulesets.edition.CHANGES`` names.
    """
    return _store_edition(_base(base), name, changes, author, code or _free_code(name))


def edition_for(*, tournament: Tournament, author: Author) -> Edition:
    """Store everything that the evening plays now, its own settings included, as a new edition that
    can be changed.
    """
    rules = tournament.rules
    changes: dict[str, Any] = dict(rules.changes) if rules.base else {}
    changes["settings"] = {**changes.get("settings", {}), **tournament.settings}
    name = f"{rules.root.name if not rules.base else rules.name} · {tournament.name}"
    base = (rules.base or rules).code
    return create_edition(base=base, name=name[:80], changes=changes, author=author)


@transaction.atomic
def revise_edition(
    *, edition: Edition, name: str, changes: Mapping[str, Any], author: Author
) -> Edition:
    """Change an edition that no tournament uses. If one does, make a new edition and offer that
    instead. ``changes`` replace the old ones completely.
    """
    locked = Edition.objects.select_for_update().get(pk=edition.pk)
    base = read_ruleset(locked.form["base"])
    if is_used(locked):
        revision = _store_edition(base, name, changes, author, _free_code(locked.code), locked)
        write(locked, is_offered=False)
        return revision
    rules = edition_of(base=base, name=name, changes=changes, code=locked.code)
    write(locked, name=rules.name, form=rules.as_json())
    return locked


@transaction.atomic
def offer_edition(*, edition: Edition, offered: bool) -> Edition:
    locked = Edition.objects.select_for_update().get(pk=edition.pk)
    write(locked, is_offered=offered)
    return locked


@transaction.atomic
def remove_edition(*, edition: Edition) -> None:
    locked = Edition.objects.select_for_update().get(pk=edition.pk)
    if is_used(locked):
        raise refusal(
            _(
                "“%(edition)s” has been played: it stays. It can be taken off the list for new evenings."
            ),
            "edition_used",
            edition=locked.name,
        )
    locked.delete()


def is_used(edition: Edition) -> bool:
    return Tournament.objects.filter(ruleset=edition.code).exists()


@transaction.atomic
def import_edition(*, text: str, author: Author) -> Edition:
    """Store an edition from the JSON of another club's ``edition.form``. It keeps its code if that
    is free.
    """
    try:
        if len(text) > LONGEST_FILE:
            raise InputError(Phrase(gettext_noop("more than {most} letters"), most=LONGEST_FILE))
        form = json.loads(text.removeprefix("\ufeff"), parse_float=str, parse_constant=str)
        rules = read_ruleset(Node(form, "", ""))
    except json.JSONDecodeError as error:
        raise _unreadable(Sentence.of(json_problem(error))) from None
    except InputError as error:
        problem = (
            _change_in_words(error) if isinstance(error, EditionError) else say_error_lazily(error)
        )
        raise _unreadable(problem) from None
    except (ValueError, RecursionError):
        raise _unreadable(_("it is nested too deep, or holds a number that is too long")) from None
    if rules.base is None:
        raise _unreadable(_("it only names the published system %(code)s") % {"code": rules.code})
    edition = Edition.objects.filter(code=rules.code).first()
    if edition and edition.form == rules.as_json():
        raise refusal(
            _("The edition “%(edition)s” is already here, exactly as in the file."),
            "edition_here",
            edition=edition.name,
        )
    is_code_in_use = edition is not None or rules.code in RULESETS
    code = _free_code(rules.code) if is_code_in_use else rules.code
    return _store_edition(rules.base, rules.name, rules.changes, author, code)


def _unreadable(problem: object) -> ValidationError:
    return refusal(
        _("This is not a file of a house edition: %(problem)s."),
        "edition_unreadable",
        problem=problem,
    )


@transaction.atomic
def keep_edition(rules: RuleSet) -> Edition:
    assert rules.base is not None
    edition = edition_of(base=rules.base, name=rules.name, changes=rules.changes, code=rules.code)
    same = Edition.objects.filter(code=edition.code, form=edition.as_json()).first()
    return same or _store_edition(rules.base, rules.name, rules.changes, None, rules.code)


def tournaments_of(editions: Iterable[Edition]) -> dict[str, list[Tournament]]:
    used: dict[str, list[Tournament]] = {}
    for tournament in Tournament.objects.filter(ruleset__in=[edition.code for edition in editions]):
        used.setdefault(tournament.ruleset, []).append(tournament)
    return used


def _base(code: str) -> RuleSet:
    try:
        return find_rules(code)
    except UnknownRuleSet:
        raise refusal(
            _("There is no rule system “%(code)s”."), "ruleset_unknown", code=str(code)[:60]
        ) from None


def _store_edition(
    base: RuleSet,
    name: str,
    changes: Mapping[str, Any],
    author: Author,
    code: str,
    made_from: Edition | None = None,
) -> Edition:
    message = _("The code “%(code)s” is taken: choose another.")
    if code in RULESETS or Edition.objects.filter(code=code).exists():
        raise refusal(message, "edition_code_taken", code=code)
    rules = edition_of(base=base, name=name, changes=changes, code=code)
    try:
        with transaction.atomic():
            return Edition.objects.create(
                code=code,
                name=rules.name,
                form=rules.as_json(),
                made_from=made_from,
                created_by=stored_author(author),
            )
    except IntegrityError:
        raise refusal(message, "edition_code_taken", code=code) from None


def _free_code(name: str) -> str:
    """Make an unused code from the name, such as ``circolo_del_porto``; ``_2`` and so on is
    appended if it is taken.
    """
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    words = re.sub(r"[^a-z0-9]+", "_", plain)
    stem = words.rstrip("_0123456789")[:LONGEST_CODE].strip("_") or "house"
    stem = stem if stem[0].isalpha() else f"house_{stem}"[:LONGEST_CODE]
    codes = set(Edition.objects.filter(code__startswith=stem).values_list("code", flat=True)) | set(
        RULESETS
    )
    return next(
        code
        for code in (stem, *(f"{stem}_{number}" for number in range(2, 1000)))
        if code not in codes
    )
