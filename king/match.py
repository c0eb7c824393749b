"""A match at one table, hand by hand: dealt, chosen, sold, declared, played; and its record as
text.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import NamedTuple

from king.cards import Card, Deal, Wind
from king.play.declared import declaration_of
from king.play.domino import Domino
from king.play.misdeal import may_claim
from king.play.tricks import Play
from king.reading import InputError, Node, Refused
from king.rulesets import find_ruleset, read_ruleset
from king.rulesets.base import HandPlan, RuleSet, Scoring
from king.rulesets.contracts import Contract
from king.sheet.checks import NO_TRUMP, TRUMPS, check_row, partner_by_card
from king.sheet.choice import next_choice
from king.sheet.full_sheet import ScoredSheet, score
from king.sheet.row import Row
from king.sheet.sale import (
    PASS,
    AskedSale,
    OfferAuction,
    Selling,
    WrittenCall,
    after_call,
    open_sale,
)

VERBS = ("deal", "choose", "bid", "declare", "misdeal", "play")


class _Table(NamedTuple):
    """State of a match: rows of finished hands, and the known facts of the current hand."""

    rows: tuple[Row, ...] = ()
    deal: Deal | None = None
    row: Row | None = None
    sale: Selling | None = None
    play: Play | Domino | None = None


class Match:
    """A match under a rule system (object or code), with ``settings`` by key.

    ``step`` says what comes next, ``legal()`` how it may be put. A step is a text; an illegal one
    raises ``ValueError`` with the reason. ``str(match)`` is the record of all steps.

    >>> match = Match("lab12")
    >>> match.deal("N:AKQJ.QJT9..65432 .AK87.AKQ8.KQJT9 T987.65432.JT97. 65432..65432.A87")
    >>> match.turn, match.legal()[:4]
    (<Wind.E: 'E'>, ('HA', 'HK', 'H8', 'H7'))
    """

    def __init__(
        self, ruleset: RuleSet | str, settings: Mapping[str, object] | None = None
    ) -> None:
        self.ruleset = find_ruleset(ruleset)
        self.settings = self.ruleset.configure(settings)
        self._tables = [_Table()]
        self._planned: tuple[tuple[Row, ...], HandPlan | None] | None = None
        self._steps: list[tuple[str, str]] = []

    @classmethod
    def parse(cls, record: str) -> Match:
        """Read a match from its record. Raises ``InputError`` with the line."""
        head, *lines = record.strip().splitlines() or [""]
        number = 1
        try:
            form = Node(json.loads(head), "", "")
            ruleset = read_ruleset(form["ruleset"])
            match = cls(ruleset, form["settings"].object())
            for line in lines:
                number += 1
                verb, _, words = line.strip().partition(" ")
                if verb not in VERBS:
                    raise InputError(f"expected one of {' '.join(VERBS)}, found {verb!r}")
                getattr(match, verb)(words)
        except ValueError as error:
            raise InputError(str(error), source=f"line {number}") from None
        return match

    def __str__(self) -> str:
        usual, chosen = self.ruleset.defaults.as_json(), self.settings.as_json()
        settings = {key: value for key, value in chosen.items() if value != usual[key]}
        head = {"ruleset": self.ruleset.as_json(), "settings": settings}
        lines = [json.dumps(head, ensure_ascii=False)]
        cards = 0
        for verb, words in self._steps:
            cards = cards + 1 if verb == "play" else 0
            if cards % len(self.ruleset.winds) in (0, 1):
                lines.append(f"{verb} {words}")
            else:
                lines[-1] += f" {words}"
        return "\n".join(lines)

    def __repr__(self) -> str:
        hands = f"{len(self.rows)} of {self.ruleset.length} hands"
        return f"<Match {self.ruleset.code}: {hands}, {self.step}>"

    # -- where it stands

    @property
    def rows(self) -> tuple[Row, ...]:
        return self._tables[-1].rows

    @property
    def plan(self) -> HandPlan | None:
        """Plan of the hand in progress, or None once the match is over."""
        rows = self.rows
        if self._planned is None or self._planned[0] is not rows:
            self._planned = rows, self._next_plan()
        return self._planned[1]

    def _next_plan(self) -> HandPlan | None:
        if self.settings.king_tricks and self.score().winner is not None:
            return None
        schedule = self.ruleset.schedule(self.settings)
        return schedule[len(self.rows)] if len(self.rows) < len(schedule) else None

    @property
    def step(self) -> str:
        """Name of the next step: ``deal``, ``choose``, ``bid``, ``declare``, ``play``, ``over``."""
        table = self._tables[-1]
        if self.plan is None:
            return "over"
        if table.deal is None:
            return "deal"
        if table.row is None:
            return "choose"
        if table.play is not None:
            return "play"
        return "bid" if table.sale is not None and not _is_over(table.sale) else "declare"

    @property
    def turn(self) -> Wind | None:
        """Wind that bids or plays next, if any."""
        table = self._tables[-1]
        if table.play is not None:
            return table.play.turn
        return None if table.sale is None else table.sale.turn

    @property
    def contract(self) -> Contract | None:
        row = self._tables[-1].row
        return None if row is None else self.ruleset.find_contract(row.contract)

    def legal(self) -> tuple[str, ...]:
        """Texts that the next step may be. Empty before a deal, because any deal will do."""
        table, step = self._tables[-1], self.step
        if step == "choose":
            choice = next_choice(self.ruleset, table.rows, self.settings)
            return () if choice is None else tuple(contract.code for contract in choice.allowed)
        if table.play is not None:
            cards = table.play.deal.in_order(table.play.legal())
            return tuple(map(str, cards)) or (PASS,)
        calls = () if table.sale is None else _calls(table.sale)
        return calls + self._declarations(table)

    def score(self) -> ScoredSheet:
        return score(self.ruleset, self.rows, settings=self.settings)

    # -- the steps

    def deal(self, deal: Deal | str) -> None:
        """Set the cards of the next hand, given as a deal or as PBN. Raises ``InputError`` for a
        deal of another size.
        """
        deal = Deal.parse_pbn(deal) if isinstance(deal, str) else deal
        if deal.size != self.ruleset.deck:
            raise InputError(f"expected {self.ruleset.deck} cards, found {deal.size}")
        if deal.winds != self.ruleset.winds:
            expected = " ".join(self.ruleset.winds)
            raise InputError(f"expected hands of {expected}, found {' '.join(deal.winds)}")
        self._take("deal", deal.pbn, self._table("deal")._replace(deal=deal))

    def choose(self, words: str) -> None:
        """Choose a contract; if the system has them, with ``third`` and the card named: ``KJ HQ``."""
        table = self._table("choose")
        choice = next_choice(self.ruleset, table.rows, self.settings)
        assert choice is not None
        assert table.deal is not None
        code, *more = words.split() or [""]
        row = Row(choice.plan.number, choice.verify(code).code, chooser=choice.column)
        for word in more:
            if word == "third":
                row = replace(row, third=True)
            elif self.ruleset.scoring is Scoring.SHARED:
                row = replace(row, card=str(Card.parse(word)))
                row = replace(row, partner=partner_by_card(self.ruleset, row, table.deal))
            else:
                row = replace(row, start=str(Card.parse(word)))
        self._refuse(row, "third", "partner", "card", "start")
        self._take("choose", words, table._replace(row=row))

    def bid(self, call: str) -> None:
        """Make a call of the auction: ``E 3``, ``S 1 null``, ``W pass``. The owner answers with ``N
        accepts`` and the like.
        """
        table = self._table("bid", "declare")
        if table.sale is None:
            raise InputError(f"{call}: this hand is not sold")
        self._take(
            "bid", call, table._replace(sale=after_call(table.sale, WrittenCall.parse(call)))
        )

    def declare(self, words: str) -> None:
        """Declare a trump, ``NT``, ``down`` or ``unplayed``; ``H blind`` before the cards are seen."""
        table = self._table("bid", "declare")
        word, *more = words.split() or [""]
        allowed = self._declarations(table)
        if word not in allowed or more not in ([], ["blind"]):
            raise InputError(f"{words!r}: expected one of {' '.join(allowed)}")
        assert table.row is not None
        row = replace(table.row, blind=bool(more))
        if word == "unplayed":
            row = replace(row, unplayed=True)
        elif word == "down":
            row = replace(row, direction="down")
        else:
            row = replace(row, trump=word)
        self._refuse(row, "blind")
        self._take("declare", words, table._replace(row=row))

    @property
    def misdeals(self) -> tuple[Wind, ...]:
        """Players who may have the cards dealt again, once the contract is known and before a card
        is played.
        """
        table, contract = self._tables[-1], self.contract
        if table.deal is None or contract is None:
            return ()
        full = table.deal.cards_each
        if table.play and any(len(table.play.hands[wind]) < full for wind in table.deal.winds):
            return ()
        return may_claim(self.settings, contract, table.deal)

    def misdeal(self, wind: str) -> None:
        """Deal again, by the same dealer. If the hand was chosen, it has to be chosen again."""
        if wind not in self.misdeals:
            raise InputError(f"{wind!r}: expected one of {' '.join(self.misdeals) or 'nobody'}")
        self._take("misdeal", wind, _Table(self.rows))

    def play(self, cards: str) -> None:
        """Play one card or several: ``HK H2``; ``pass`` in Domino."""
        for word in cards.split():
            table = self._table("play")
            if isinstance(table.play, Domino):
                play = table.play.play(None if word == PASS else Card.parse(word))
                self._take("play", word, table._replace(play=play))
            elif table.play is not None:
                tricks = table.play.play(Card.parse(word))
                self._take("play", word, table._replace(play=tricks))

    def undo(self) -> str:
        """Take back the last step, in play one card at a time, and return its text."""
        if not self._steps:
            raise InputError("there is no step to take back")
        self._tables.pop()
        return " ".join(self._steps.pop())

    def _table(self, *steps: str) -> _Table:
        if self.step not in steps:
            raise InputError(f"the next step is {self.step!r}, not {steps[-1]!r}")
        return self._tables[-1]

    def _take(self, verb: str, words: str, table: _Table) -> None:
        self._tables.append(self._onward(table))
        self._steps.append((verb, words))

    def _refuse(self, row: Row, *kinds: str) -> None:
        for problem in check_row(self.ruleset, row, self.settings):
            if problem.code.startswith(kinds):
                raise Refused(problem.phrase)

    def _declarations(self, table: _Table) -> tuple[str, ...]:
        contract, sale = self.contract, table.sale
        if table.row is None or contract is None:
            return ()
        words: list[str] = []
        if sale is None or _is_over(sale):
            words += TRUMPS
            if self.settings.allow_no_trump:
                words.append(NO_TRUMP)
            if contract.nulls and (table.row.sale is None or self.settings.buyer_may_turn):
                words.append("down")
        if isinstance(sale, OfferAuction) and sale.may_book_unplayed:
            words.append("unplayed")
        return tuple(words)

    # -- what follows from a step by itself

    def _onward(self, table: _Table) -> _Table:
        plan = self.plan
        if plan is None or table.deal is None:
            return table
        if table.row is None and plan.contract is not None:
            table = table._replace(row=Row(plan.number, plan.contract.code))

        row = table.row
        if row is None:
            return table

        contract = self.ruleset.contract(row.contract or "")
        if row.unplayed:
            return _Table((*table.rows, row))
        if table.play is None:
            table = self._advance_sale(table, row, contract, plan)

        row, play = table.row, table.play
        # Units are taken by whole tricks: while cards lie on the table nothing has been settled.
        in_a_trick = isinstance(play, Play) and play.table
        if row is None or play is None or in_a_trick or not play.settled:
            return table

        written = []
        for hand in self.ruleset.played_on(plan.board, self.settings):
            contract = hand.contract or contract
            counts = play.units_of(contract).items()
            units = {str(wind): count for wind, count in counts}
            written.append(replace(row, hand=hand.number, contract=contract.code, units=units))

        # One queen each, and the cards are dealt again (O16).
        for row in written:
            problems = check_row(self.ruleset, row, self.settings)
            if any(problem.code == "queens_one_each" for problem in problems):
                return _Table(table.rows)
        return _Table((*table.rows, *written))

    def _advance_sale(self, table: _Table, row: Row, contract: Contract, plan: HandPlan) -> _Table:
        """Open the sale, or begin the hand once the sale has decided how it is played."""
        if contract.sale and not self.ruleset.sale_within_pair and table.sale is None:
            assert plan.owner is not None
            sale = open_sale(self.ruleset, contract, plan.owner, self.settings)
            return table._replace(sale=sale)
        if table.sale is not None:
            if not _is_over(table.sale):
                return table
            row = replace(row, sale=table.sale.sale)
        if isinstance(table.sale, OfferAuction) and table.sale.must_play_nulls:
            row = replace(row, direction="down")
        down = row.direction == "down" or row.sold_for_nulls
        if contract.trump and not down and row.trump is None:
            return table._replace(row=row)
        return table._replace(row=row, play=self._begun(table, row))

    def _begun(self, table: _Table, row: Row) -> Play | Domino:
        known = declaration_of(self.ruleset, row, self.settings)
        assert known is not None
        assert table.deal is not None
        return known.begin(self.ruleset, self.settings, table.deal)


def _is_over(sale: Selling) -> bool:
    return sale.turn is None and "accepts" not in sale.may_say


def _calls(sale: Selling) -> tuple[str, ...]:
    """Calls that the next speaker may make, followed by the answers open to the owner of the
    auction.
    """
    may_pass = not isinstance(sale, AskedSale) or sale.asking is not None
    passes = (PASS,) if may_pass and sale.turn is not None else ()
    bids = (f"{sale.turn} {word}" for word in (*sale.allowed, *passes))
    return (*bids, *(f"{sale.seller} {word}" for word in sale.may_say))
