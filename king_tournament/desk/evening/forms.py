"""The form of an evening: what it is, which rules it is played under, how it is ranked.

A house edition decides a system's rules of play, not this form.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from typing import Any

from django.conf import settings
from django.forms import (
    BooleanField,
    BoundField,
    CharField,
    ChoiceField,
    DateField,
    DateInput,
    HiddenInput,
    IntegerField,
    RadioSelect,
    Textarea,
    TextInput,
)
from django.http import QueryDict
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _, gettext_lazy, ngettext

from frame import setting_fields
from frame.page import Context
from frame.setting_fields import ANSWERED, ANSWERS, grouped
from king.cards import PACKS
from king.rulesets.base import RuleSet
from king.standing.standing_settings import (
    EVENING,
    STANDING_SETTINGS,
    StandingSettings,
    settings_on,
)
from tournaments import services
from tournaments.circuits import Circuit
from tournaments.editions import of_languages, offered_rules
from tournaments.models import SignaturePolicy, Tournament, WindPolicy
from wording.naming import day_in_full, join_words, system_title
from wording.rules import match_words, tiebreak_words, unusual


class TournamentForm(setting_fields.StandingForm):
    """Form of a tournament. ``rules`` is the chosen system. Fields without a label use the model's."""

    name = CharField(label=gettext_lazy("Name of the evening"), max_length=120)
    date = DateField(widget=DateInput(format="%Y-%m-%d", attrs={"type": "date"}))
    place = CharField(max_length=120, required=False)
    planned_rounds = IntegerField(label=gettext_lazy("Partite"), min_value=1, max_value=40)
    wind_policy = ChoiceField(
        label=gettext_lazy("Winds from one partita to the next"),
        choices=WindPolicy.choices,
        widget=RadioSelect,
    )
    circuit = CharField(
        max_length=120,
        required=False,
        widget=TextInput(attrs={"list": "circuits", "autocomplete": "off"}),
        help_text=gettext_lazy(
            "The season to which the evening belongs; a new name makes a new one."
        ),
    )
    timetable = CharField(
        label=gettext_lazy("Times"),
        max_length=160,
        required=False,
        help_text=gettext_lazy("When the entries close and play begins."),
    )
    fee = CharField(max_length=60, required=False)
    arbiter = CharField(
        label=gettext_lazy("Arbiter of the evening"), max_length=120, required=False
    )
    prizes = CharField(max_length=600, required=False, widget=Textarea(attrs={"rows": 3}))
    mates_apart = BooleanField(
        required=False,
        help_text=gettext_lazy(
            "As far as the draw allows. With pairs or teams it changes nothing."
        ),
    )
    signatures = ChoiceField(
        choices=SignaturePolicy.choices,
        widget=RadioSelect,
        required=False,
        help_text=gettext_lazy(
            "Each player signs with the code on their signing slip: print the slips and hand them out."
        ),
    )
    blind = BooleanField(
        label=gettext_lazy("The organizer plays"),
        required=False,
        help_text=gettext_lazy(
            "Then only the dealing role opens the slips (small papers with the cards of each hand), "
            "and the organizer sees no card before the end."
        ),
    )
    protest_minutes = IntegerField(
        min_value=0,
        max_value=1440,
        required=False,
        help_text=gettext_lazy("Counted from the publication of standings. 0: no time is given."),
    )
    official_by_itself = BooleanField(
        label=gettext_lazy("Results become official by themselves"),
        required=False,
        help_text=gettext_lazy(
            "Once that time is over and no protest is open; otherwise the desk makes them official."
        ),
    )
    time_zone = CharField(max_length=40, required=False)
    language = ChoiceField(
        label=gettext_lazy("Language of the paper and the public pages"),
        choices=settings.LANGUAGES,
        widget=RadioSelect,
        required=False,
        help_text=gettext_lazy("A phone follows its own browser."),
    )
    card_letters = ChoiceField(
        label=gettext_lazy("Letters on the cards"),
        choices=[
            ("", gettext_lazy("as the cards of that language have them")),
            *((pack, " ".join(pack)) for pack in PACKS),
        ],
        required=False,
        help_text=gettext_lazy(
            "Ace, king, queen and jack as they are printed on the cards you play with: on slips, "
            "records and phones. Typed cards are read with the letters of any pack."
        ),
    )
    round_minutes = IntegerField(
        min_value=1,
        max_value=1440,
        required=False,
        help_text=gettext_lazy(
            "From its start, on the desk, the phones and the screen. Empty: no clock."
        ),
    )
    hand_minutes = IntegerField(
        min_value=1,
        max_value=1440,
        required=False,
        help_text=gettext_lazy("Then the clock says which hand should be in play."),
    )
    pre_dealt = ChoiceField(required=False)
    ruleset = ChoiceField()
    settings_of = CharField(label="", widget=HiddenInput, required=False, max_length=60)
    bye = ChoiceField(label=gettext_lazy("A partita sat out"), required=False)
    asked_settings = settings_on(EVENING)

    FIRST = ("name", "date", "place", "planned_rounds")
    """Fields that a new evening asks first; everything else is as it was the last time."""
    FACTS = (*FIRST, "circuit")
    ANNOUNCED = services.ANNOUNCED
    AT_THE_TABLE = ("mates_apart", "signatures", "blind", "protest_minutes", "official_by_itself")
    CLOCK = services.CLOCK
    ALWAYS = (*FACTS, *ANNOUNCED, *AT_THE_TABLE, "language", "card_letters", *CLOCK)
    """Fields that the start of the first partita does not freeze."""
    MATCH_POINTS = ("method", "scale", "tail", "ties")
    RANKING = (*(setting.key for setting in asked_settings), "bye")

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        tournament: Tournament | None = None,
        like: Tournament | None = None,
        languages: Sequence[str] = (),
    ) -> None:
        """Prepare the form. ``like`` is an earlier evening that a new one takes place, prizes and
        regulation from. Without one, systems of the reader's ``languages`` are listed first.
        """
        self.tournament = tournament
        self.like = tournament or like
        self.inherited = like.circuit if not tournament and like else None
        self.without = set() if data is None else set(data.getlist("without"))
        self.joins = data is not None and "join" in data
        self.offered = offered_rules()
        if not self.like:
            self.offered = of_languages(self.offered, languages)
        self.rules = self._rules(data.get("ruleset") if data else None)
        self.kept = {} if not self.like else self.like.standing_settings
        self.before = self._standing(self.kept)
        if data is not None:
            old = self.offered.get(data.get("settings_of", ""))
            data = setting_fields.adapt_values(data, self.rules, old)
        super().__init__(data)
        for name, field in self.fields.items():
            if field.label is None:
                field.label = capfirst(Tournament._meta.get_field(name).verbose_name)  # type: ignore[union-attr]
        self.frozen = tournament is not None and tournament.is_frozen
        if not tournament and data is None:
            self.fields["name"].widget.attrs["data-autofocus"] = True
        self._offer()
        self.add_standing()
        self.initial = self._initial()
        self.closed = tournament is not None and tournament.closed_at is not None
        open_fields = (
            ("circuit",) if self.closed else self.ALWAYS if self.frozen else tuple(self.fields)
        )
        for name, field in self.fields.items():
            field.disabled = name not in open_fields

    def _rules(self, code: str | None) -> RuleSet:
        tournament = self.tournament
        if tournament and (tournament.is_frozen or code in (None, tournament.ruleset)):
            return tournament.rules
        if tournament and code not in self.offered:
            return tournament.rules
        code = code or (self.like.ruleset if self.like else "")
        return self.offered.get(code) or next(iter(self.offered.values()))

    def _standing(self, stored: Mapping[str, Any]) -> StandingSettings:
        """Settings of the standing that the form starts from. ``stored``, the evening's own ones,
        stay when the rule system changes.
        """
        plays_boards = (
            self.like.plays_boards if self.like and self.like.ruleset == self.rules.code else None
        )
        return setting_fields.usual_standing(self.rules, stored, plays_boards)

    @property
    def own_settings(self) -> Mapping[str, Any]:
        """Settings in which the evening, or the one it is copied from, differs from its rules."""
        like = self.like
        return like.settings if like and like.ruleset == self.rules.code else {}

    @property
    def unusual_rules(self) -> list[str]:
        """Sentences for each setting that differs from the published system."""
        settings = self.rules.configure(self.own_settings)
        return [f"{title}{_(': ')}{value}" for title, value in unusual(self.rules, settings)]

    # --- fields

    def _offer(self) -> None:
        sentence = _("Where the evening is held: Europe/Rome, Atlantic/Azores. Empty: %(zone)s.")
        self.fields["time_zone"].help_text = sentence % {"zone": settings.TIME_ZONE}
        missing = {} if self.rules.code in self.offered else {self.rules.code: self.rules}
        setting_fields.offer(self, "ruleset", grouped(missing | self.offered))
        setting_fields.offer(
            self,
            "pre_dealt",
            [
                (
                    "",
                    _("as the rules have it: the same boards at every table")
                    if self.rules.pre_dealt
                    else _("as the rules have it: dealt at the table"),
                ),
                ("yes", _("yes, the same boards at every table")),
                ("no", _("no, dealt at the table")),
            ],
        )
        setting_fields.offer(
            self,
            "bye",
            [
                ("", _(STANDING_SETTINGS["bye_points"].labels["average"])),
                ("points", _("a number of points")),
            ],
        )

    def _initial(self) -> Context:
        like = self.like
        today = timezone.localdate()
        initial: Context = {"name": "", "date": today, "pre_dealt": None, **USUAL}
        if like:
            initial = {name: getattr(like, name) for name in initial}
        if self.tournament is None:
            initial |= {"name": usual_name(today), "date": today}
        if self.inherited and (self.left_circuit or not self.inherited.evenings_to_come):
            initial["circuit"] = ""
        initial["circuit"] = str(initial["circuit"] or "")
        initial["pre_dealt"] = ANSWERS[initial["pre_dealt"]]
        initial |= {
            "ruleset": self.rules.code,
            "settings_of": self.rules.code,
            "bye": "" if self.before.bye_points is None else "points",
            **self.standing_initial(),
        }
        return initial

    # --- groups, for the page

    first = setting_fields.group(FIRST)
    announced = setting_fields.group(ANNOUNCED)
    at_the_table = setting_fields.group(AT_THE_TABLE)
    clock = setting_fields.group(CLOCK)
    ranking = setting_fields.group(RANKING)
    match_points = setting_fields.group(MATCH_POINTS)

    @property
    def rest_of_ranking(self) -> list[BoundField]:
        return [field for field in self.ranking if field.name not in self.MATCH_POINTS]

    @property
    def as_last(self) -> str:
        if not self.like:
            return f"{self.in_short}."
        fields = {"evening": self.like.name, "rules": self.in_short}
        return _("As last time (“%(evening)s”): %(rules)s.") % fields

    @property
    def as_matches(self) -> str:
        """Words on the worth of a match, if a table seats two sides, and on the tie-breaks."""
        before = self.before
        return f"{match_words(before)} {tiebreak_words(before)}" if before.is_match else ""

    @property
    def in_short(self) -> str:
        return system_title(self.rules)

    @property
    def more_is_wrong(self) -> bool:
        return bool(set(self.errors) - set(self.FIRST))

    @property
    def circuits(self) -> list[str]:
        return list(Circuit.objects.values_list("name", flat=True))

    @property
    def left_circuit(self) -> Circuit | None:
        """Circuit of the last evening, if this evening cannot be in it because it is of another
        kind. Else None.
        """
        return self.inherited if services.other_kind(self.inherited, self.rules) else None

    @property
    def offered_circuit(self) -> Circuit | None:
        """The last evening's circuit, unless the user has chosen one or left it."""
        return None if self.initial["circuit"] or self.left_circuit else self.inherited

    @property
    def taken_over(self) -> list[tuple[str, str, bool]]:
        """Choices taken over from the last evening: key, words, and whether it is switched off this
        time.
        """
        return [(key, words, key in self.without) for key, words in self._taken_over() if words]

    def _taken_over(self) -> Iterator[tuple[str, str]]:
        values = self.initial
        if self.inherited and values["circuit"]:
            fields = {
                "circuit": self.inherited,
                "number": self.inherited.tournaments.count() + 1,
                "all": self.inherited.planned_evenings,
            }
            yield (
                "circuit",
                _("in the circuit “%(circuit)s”, evening %(number)s of %(all)s") % fields,
            )
        if values["signatures"] != SignaturePolicy.NONE:
            policy = SignaturePolicy(values["signatures"]).label
            yield "signatures", _("with signatures: %(who)s") % {"who": policy}
        if self.own_settings:
            yield (
                "rules",
                _("with rules changed: %(rules)s") % {"rules": join_words(self.unusual_rules)},
            )
        yield "clock", join_words(_minutes(values["round_minutes"], values["hand_minutes"]))

    @property
    def sections(self) -> list[Context]:
        """Sections that are folded up. The heading says what differs from the usual (nothing before
        the first evening). A section with an error is open.
        """
        usual = _("as usual") if self.like and not self.tournament else ""
        parts = (
            ("circuit", _("Circuit"), [self["circuit"]]),
            ("announced", _("Times, fee, arbiter, prizes"), self.announced),
            ("rules", _("The rules"), [self["ruleset"], self["pre_dealt"]]),
            ("table", _("At the table"), [self["wind_policy"], *self.at_the_table]),
            ("clock", _("Clock"), self.clock),
            ("language", _("Language"), [self["language"], self["card_letters"]]),
            ("ranking", _("The standings"), [*self.ranking, *self.tiebreaks]),
        )
        return [
            {
                "key": key,
                "title": title,
                "fields": fields,
                "said": join_words(self._differing(fields)) or usual,
                "is_open": any(field.errors for field in fields),
            }
            for key, title, fields in parts
        ]

    def _differing(self, fields: Iterable[BoundField]) -> Iterator[str]:
        usual = {**USUAL, **self.standing_initial(self._standing({}))}
        for field in fields:
            value = self.initial.get(field.name)
            if field.name == "ruleset":
                yield self.in_short
            elif value not in (None, False, "", usual.get(field.name)):
                yield _value_words(field, value)

    # --- what was typed

    def clean(self) -> Context:
        cleaned = super().clean()
        if (
            self.tournament is None
            and cleaned.get("name") == self.initial["name"]
            and "date" in cleaned
        ):
            cleaned["name"] = usual_name(cleaned["date"])
        for key in self.without & set(NOT_THIS_TIME):
            for name, usual in NOT_THIS_TIME[key].items():
                if cleaned.get(name) == self.initial[name]:
                    cleaned[name] = usual
        if self.joins and self.offered_circuit:
            cleaned["circuit"] = cleaned.get("circuit") or self.offered_circuit.name
        if self.left_circuit and cleaned.get("circuit") == self.left_circuit.name:
            cleaned["circuit"] = ""
        if (
            cleaned.get("bye") == "points"
            and cleaned.get("bye_points") is None
            and "bye_points" not in self.errors
        ):
            self.add_error("bye_points", _("Write how many points a partita sat out is worth."))
        if cleaned.get("bye") != "points":
            cleaned["bye_points"] = None
        return cleaned

    @property
    def standing_settings(self) -> dict[str, object]:
        """Settings of the standing that differ from the usual, as JSON. Settings that the form does
        not show are kept.
        """
        return self.not_asked(self.kept) | self.standing_differing(self._standing({}))

    @property
    def tournament_fields(self) -> Context:
        """Fields for the services: after the freeze only those that it leaves open."""
        if self.closed:
            return {"circuit": self.cleaned_data["circuit"]}
        fields = {name: self.cleaned_data[name] for name in self.ALWAYS}
        fields["signatures"] = fields["signatures"] or self.initial["signatures"]
        fields["language"] = fields["language"] or self.initial["language"]
        if fields["protest_minutes"] is None:
            fields["protest_minutes"] = self.initial["protest_minutes"]
        if self.frozen:
            return fields
        return fields | {
            "pre_dealt": ANSWERED.get(self.cleaned_data["pre_dealt"]),
            "ruleset": self.rules.code,
            "settings": {} if "rules" in self.without else dict(self.own_settings),
            "standing_settings": self.standing_settings,
            "wind_policy": self.cleaned_data["wind_policy"],
        }


USUAL: Mapping[str, Any] = {
    "place": "",
    "planned_rounds": 2,
    "wind_policy": WindPolicy.KEEP.value,
    "circuit": "",
    "signatures": SignaturePolicy.NONE.value,
    "mates_apart": False,
    "blind": False,
    "protest_minutes": 20,
    "official_by_itself": False,
    "language": settings.KING_LANGUAGE,
    "card_letters": "",
    **dict.fromkeys(services.CLOCK),
    **dict.fromkeys(services.ANNOUNCED, ""),
}
"""Facts of an evening that follows none."""

NOT_THIS_TIME: Mapping[str, Mapping[str, Any]] = {
    "circuit": {"circuit": ""},
    "signatures": {"signatures": SignaturePolicy.NONE.value},
    "clock": dict.fromkeys(services.CLOCK),
}
"""Fields of a new evening that the one before decides, by what is said of them, with their value without it."""


def _minutes(partita: int | None, hand: int | None) -> Iterator[str]:
    if partita:
        yield ngettext("%(count)s minute per partita", "%(count)s minutes per partita", partita) % {
            "count": partita
        }
    if hand:
        yield ngettext("%(count)s minute per hand", "%(count)s minutes per hand", hand) % {
            "count": hand
        }


def _value_words(field: BoundField, value: Any) -> str:
    choices = dict(getattr(field.field, "choices", ()))
    if value is True:
        return str(field.label)
    return f"{field.label}{_(': ')}{choices.get(value, value) or '–'}"


def usual_name(day: date) -> str:
    return _("King of %(day)s") % {"day": day_in_full(day, year=False)}
