"""Command ``manage.py demo``: make an invented evening at any stage, from a seed."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import CommandError
from django.utils.translation import gettext as _

from frame.command import HouseCommand, make_tables_if_new
from king.rulesets.base import UnknownRuleSet
from king_tournament.demo import (
    MOST_ROUNDS,
    MOST_TABLES,
    Stage,
    make_demo,
    make_season,
    remove_demo,
    remove_season,
)
from scoring.models import Sheet
from tournaments.circuits import Circuit
from tournaments.editions import offered_rules
from tournaments.models import Tournament


class Command(HouseCommand):
    help = (
        "Make an invented evening, with boards really dealt and every card played by the rules. "
        "The same seed makes the same evening. "
        "The last word printed is the tournament's code, or that of the circuit where a season was asked for."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--stage", choices=[stage.value for stage in Stage], default=Stage.FINISHED.value
        )
        kinds = parser.add_mutually_exclusive_group(required=True)
        kinds.add_argument("--seed", type=int, help="any whole number")
        kinds.add_argument(
            "--remove",
            metavar="CODE",
            help="take the demonstration with this code away, of an evening or a season",
        )
        parser.add_argument(
            "--season",
            action="store_true",
            help="a circuit of six evenings to which people come and go; the last is at the stage",
        )
        parser.add_argument(
            "--ruleset", default="lab12", metavar="CODE", help="the rule system (default: lab12)"
        )
        parser.add_argument(
            "--quick", action="store_true", help="the quick game: two negative hands at a time"
        )
        parser.add_argument(
            "--tables", type=int, default=8, help=f"1 to {MOST_TABLES} (default: 8)"
        )
        parser.add_argument(
            "--rounds", type=int, default=2, help=f"partite, 1 to {MOST_ROUNDS} (default: 2)"
        )

    def handle(
        self,
        *args: Any,
        stage: str,
        seed: int | None,
        remove: str,
        ruleset: str,
        quick: bool,
        tables: int,
        rounds: int,
        season: bool,
        **options: Any,
    ) -> None:
        make_tables_if_new()
        if seed is None:
            self._remove(remove)
            return
        parameters: dict[str, Any] = {
            "stage": stage,
            "seed": seed,
            "ruleset": ruleset,
            "tables": tables,
            "rounds": rounds,
        }
        try:
            if season:
                self._tell_season(make_season(**parameters))
                return
            settings = {"quick_game": True} if quick else None
            self._tell(make_demo(**parameters, settings=settings))
        except UnknownRuleSet:
            fields = {"code": ruleset, "codes": ", ".join(offered_rules())}
            raise CommandError(
                _("There is no rule system %(code)s. There are: %(codes)s") % fields
            ) from None

    def _tell_season(self, circuit: Circuit) -> None:
        for evening in circuit.tournaments.order_by("date", "pk"):
            self._tell(evening)
        self.say(_("%(name)s. Circuit: %(code)s"), name=circuit.name, code=circuit.code)

    def _remove(self, code: str) -> None:
        tournament = Tournament.objects.filter(code=code).first()
        circuit = Circuit.objects.filter(code=code).first()
        if tournament:
            name = tournament.name
            remove_demo(tournament=tournament)
        elif circuit:
            name = circuit.name
            remove_season(circuit=circuit)
        else:
            raise CommandError(
                _("There is no evening and no circuit with the code %(code)s.") % {"code": code}
            )
        self.say(_("Demonstration deleted: %(name)s."), name=name)

    def _tell(self, tournament: Tournament) -> None:
        self.say_evening(tournament)
        for round_ in tournament.rounds.order_by("number"):
            sheets = Sheet.objects.filter(table__round=round_)
            line = _("Partita %(round)d: %(stage)s, %(closed)d of %(tables)d sheets closed")
            self.say(
                line,
                round=round_.number,
                stage=round_.get_stage_display(),
                tables=round_.tables.count(),
                closed=sheets.filter(state=Sheet.State.CLOSED).count(),
            )
        self.say(_("Tournament: %(code)s"), code=tournament.code)
