"""The settings of a rule system as people read them: what is announced is what is computed with."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from king.rulesets import RuleSet, Setting, Settings
from king.winds import Wind
from printing.wording import in_words, wind_name


def setting_value(setting: Setting, value: object) -> str:
    """A value in words: the sentence of a choice, a number, a wind, yes or no."""
    if setting.kind == "flag":
        return _("yes") if value else _("no")
    if setting.kind == "wind":
        return wind_name(Wind(str(value)))
    label = setting.labels.get(str(value))
    return in_words(value) if label is None else _(label)


def said(rules: RuleSet, settings: Settings, key: str) -> str:
    """What the setting of that key is; nothing where it changes nothing in this system."""
    found = next((setting for setting in rules.settings if setting.key == key), None)
    return "" if found is None else setting_value(found, getattr(settings, key))


def unusual(rules: RuleSet, settings: Settings, but: tuple[str, ...] = ()) -> Iterator[tuple[str, str]]:
    """Title and value of each setting that is not as the published system has it, but for those of the keys ``but``."""
    usual = {setting.key: setting.default for setting in published(rules).settings}
    for setting in rules.settings:
        value = getattr(settings, setting.key)
        if setting.key not in but and value != usual.get(setting.key, setting.default):
            yield _(setting.title), setting_value(setting, value)


def deck_words(rules: RuleSet) -> str:
    """Which cards it is played with, where it is not the whole deck (R14)."""
    return _("Decks of 32 cards, from the ace down to the seven.") if rules.deck == 32 else ""


def published(rules: RuleSet) -> RuleSet:
    """The system itself, or the published one that a house edition comes from, through others or straight."""
    return rules if rules.base is None else published(rules.base)
