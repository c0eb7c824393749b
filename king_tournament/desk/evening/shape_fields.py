"""The shape of a house edition as fields: who plays with which cards, who chooses, how much, what
closes the match, how its final is played (§12.10).
"""

from django.forms import CharField, ChoiceField, Form, IntegerField
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from frame import setting_fields
from frame.page import Context
from king.cards import DECK_SIZES
from king.rulesets.base import Final, Order, RuleSet
from king.rulesets.contracts import Family
from king.rulesets.edition import CHOOSERS, MOST_PARTITE, ORDERS, choosers_of, orders_of, players_of
from wording import naming
from wording.sentences import refusal

NAMES = ("players", "deck", "order", "chooser", "quotas", "last")
FAMILIES = tuple(family.value for family in Family)
OF_THE_FINAL = ("final_ruleset", "final_partite", "final_tiebreaks")


class ShapeForm(Form):
    """``rules`` is the system that the edition is made from, ``shown`` what is changed so far."""

    rules: RuleSet
    shown: RuleSet

    shape = setting_fields.group(NAMES)
    final = setting_fields.group(OF_THE_FINAL)

    def add_shape(self) -> None:
        rules, shown = self.rules, self.shown
        closing = [(each.code, naming.contract_name(each)) for each in rules.contracts]
        choices: dict[str, tuple[str, list[tuple[str, str]]]] = {
            "players": (_("Players at a table"), [(str(n), str(n)) for n in players_of(rules)]),
            "deck": (_("Cards in the deck"), [(str(size), str(size)) for size in DECK_SIZES]),
            "order": (_("Order of the hands"), [(o, _(ORDERS[o])) for o in orders_of(rules)]),
            "chooser": (
                _("Who chooses"),
                [(c, _(CHOOSERS.get(c, c))) for c in choosers_of(rules)],
            ),
            "last": (_("Closes the match"), [("", _("no hand by itself")), *closing]),
        }
        for name, (label, options) in choices.items():
            self.fields[name] = ChoiceField(label=label, choices=options, required=False)
        self.fields["quotas"] = CharField(
            label=_("How many each may choose"),
            max_length=600,
            required=False,
            help_text=_(
                "Codes, or negative, positive, and a number, with a semicolon between: “V C M: 3; POS: 2”. Empty: as many "
                "as are left."
            ),
        )
        self._add_final()
        self.initial = dict(self.initial) | {
            "players": str(shown.at_table),
            "deck": str(shown.deck),
            "order": shown.order.value,
            "chooser": shown.chooser.value,
            "last": shown.last or "",
            "quotas": quotas_written(shown),
        }

    def _add_final(self) -> None:
        games = [self.rules, *({self.rules.root} - {self.rules})]
        known = {rules.code: naming.system_title(rules) for rules in games}
        for rules in (self.rules, self.shown):
            if rules.final is not None:
                known.setdefault(rules.final.ruleset, rules.final.ruleset)
        options = [("", _("its own rules")), *known.items()]
        self.fields["final_ruleset"] = ChoiceField(
            label=_("A final plays"), choices=options, required=False
        )
        self.fields["final_partite"] = IntegerField(
            label=_("Partite of a final"), min_value=1, max_value=MOST_PARTITE, required=False
        )
        self.fields["final_tiebreaks"] = CharField(
            label=_("Ties of a final"),
            max_length=200,
            required=False,
            help_text=_(
                "Codes of tie-breaks, the first first: firsts seconds thirds previous lot."
            ),
        )
        self.initial = dict(self.initial) | final_written(self.shown.final)

    def clean_quotas(self) -> list[Context] | None:
        """None where they are as they were."""
        text = self.cleaned_data["quotas"].strip()
        if text == quotas_written(self.rules):
            return None
        quotas = []
        for part in filter(None, (part.strip() for part in text.split(";"))):
            codes, _colon, most = part.partition(":")
            if not most.strip().isdigit():
                raise refusal(
                    gettext_lazy("“%(found)s” is no quota: write the codes, a colon and a number."),
                    "no_quota",
                    found=part[:40],
                )
            names = [
                name.lower() if name.lower() in FAMILIES else name.upper()
                for name in codes.replace(",", " ").split()
            ]
            quotas.append({"contracts": names, "most": int(most)})
        return quotas

    def shape_changes(self) -> Context:
        """Differences from the base."""
        cleaned, rules = self.cleaned_data, self.rules
        usual = {
            "players": str(rules.at_table),
            "deck": str(rules.deck),
            "order": rules.order.value,
            "chooser": rules.chooser.value,
        }
        changes: Context = {
            name: int(cleaned[name]) if name in ("players", "deck") else cleaned[name]
            for name, value in usual.items()
            if cleaned.get(name, "") not in ("", value)
        }
        order = cleaned.get("order") or rules.order
        if order != Order.FIXED:
            if cleaned["last"] != (rules.last or ""):
                changes["last"] = cleaned["last"]
            if cleaned["quotas"] is not None:
                changes["quotas"] = cleaned["quotas"]
        final = self._final_typed()
        if final is not None:
            changes["final"] = final
        return changes

    def _final_typed(self) -> Context | None:
        typed = {name: self.cleaned_data.get(name) or "" for name in OF_THE_FINAL}
        if typed == final_written(self.rules.final):
            return None
        if not typed["final_ruleset"]:
            return {"none": True} if self.rules.final else None
        kept = self.shown.final or self.rules.final
        return {
            "ruleset": typed["final_ruleset"],
            "partite": typed["final_partite"] or 1,
            "settings": dict(kept.settings) if kept else {},
            "tiebreaks": str(typed["final_tiebreaks"]).replace(",", " ").split(),
        }


def quotas_written(rules: RuleSet) -> str:
    return "; ".join(
        f"{' '.join(quota.contracts)}: {quota.limit(rules.defaults)}" for quota in rules.quotas
    )


def final_written(final: Final | None) -> Context:
    if final is None:
        return dict.fromkeys(OF_THE_FINAL, "")
    return dict(
        zip(OF_THE_FINAL, (final.ruleset, final.partite, " ".join(final.tiebreaks)), strict=True)
    )
