"""Invariants of every sheet of every system under every setting (§0, I1–I6), on random sheets."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from fractions import Fraction

from hypothesis import given, strategies as st

from king.cards import WINDS
from king.rulesets import RULESETS, units
from king.rulesets.base import Order, Scoring
from king.rulesets.contracts import Family
from king.rulesets.edition import make_edition, value_range
from king.rulesets.settings import SETTINGS
from king.sheet import ruling_kinds
from king.sheet.checks import most_for_sale
from king.sheet.full_sheet import score
from king.sheet.row import Row, Sale
from king.sheet.rulings import Ruling
from tests.king.sheets import fallen


@st.composite
def house_editions(draw, base):
    """Edition with random figures for some of the hands, for nulls and for match points."""
    codes = draw(st.sets(st.sampled_from(list(base.counts)), max_size=4))
    ends = {
        code: [Fraction(end, 50) for end in value_range(base.contract(code).family)]
        for code in sorted(codes)
    }
    values = {code: draw(st.fractions(*end, max_denominator=8)) for code, end in ends.items()}
    nulls = {
        code: {"bonus": draw(st.integers(0, 500)), "value": draw(st.integers(-200, -1))}
        for code in base.counts
        if base.contract(code).nulls is not None and draw(st.booleans())
    }
    # A null is worth some number of tricks up. With the edition's values the bids may end below the
    # first null.
    standing = {"scale": draw(st.lists(st.integers(0, 40), min_size=1, max_size=8))}
    return make_edition(
        base, "house", "House", {"values": values, "nulls": nulls, "standing": standing}
    )


@st.composite
def systems(draw):
    """A published system or a house edition of one."""
    base = draw(st.sampled_from(list(RULESETS.values())))
    return draw(house_editions(base)) if draw(st.integers(0, 2)) == 0 else base


def value_of(setting):
    """Any value of a setting."""
    if setting.kind == "flag":
        return st.booleans()
    if setting.kind == "count":
        return st.integers(setting.least, setting.most)
    return (
        st.fractions(0, 200, max_denominator=4)
        if setting.kind == "number"
        else st.sampled_from(setting.choices)
    )


@st.composite
def decisions(draw, ruleset):
    """Random values for all of the system's settings, including the quick game."""
    chosen = {setting.key: draw(value_of(setting)) for setting in ruleset.settings}
    if "max_declarations_per_player" in chosen:
        chosen["max_declarations_per_player"] = draw(st.integers(1, 4))
    chosen.pop("king_tricks", None)  # the sheet would end before its last row
    chosen.pop("no_trumps_before", None)  # hands are chosen in any order that keeps the quotas
    return chosen


@st.composite
def takers_of(draw, units, winds=WINDS):
    """A wind for each unit: digits of one or more numbers, which are drawn ten times as fast as a
    list.
    """
    takers = []
    while len(takers) < units:
        # In a larger range Hypothesis prefers small numbers, which give nearly all units to North.
        some = min(units - len(takers), 8)
        number = draw(st.integers(0, 4**some - 1))
        takers += [winds[(number >> 2 * place & 3) % len(winds)] for place in range(some)]
    return takers


@st.composite
def counts(draw, contract, ruleset, tournament):
    """Possible counts: every unit belongs to some wind; in Domino one or several winds have no
    cards left.
    """
    winds = ruleset.winds
    if contract.units is None:
        most = 3 if tournament.domino_winners == "round" else 1
        closers = draw(st.sets(st.sampled_from(WINDS), min_size=1, max_size=most))
        cards_left = {
            str(wind): 0 if wind in closers else draw(st.integers(1, ruleset.cards_each))
            for wind in WINDS
        }
        # With equal counts of both sides nobody could tell which one gets the bonus.
        if (
            ruleset.domino_bonus
            and cards_left["N"] + cards_left["S"] == cards_left["E"] + cards_left["W"]
        ):
            wind = next(str(wind) for wind in WINDS if wind not in closers)
            cards_left[wind] += (
                -1 if cards_left[wind] > 1 else 1
            )  # nobody has more cards than were dealt
        return cards_left
    takers = draw(takers_of(contract.units, winds))
    if draw(st.integers(0, 5)) == 0:
        takers = takers[:1] * contract.units
    if tournament.queens_replayed and contract.unit is units.QUEENS and set(takers) == set(WINDS):
        takers = takers[:1] * contract.units  # queens that fall one each are played again (O16)
    return {str(wind): takers.count(wind) for wind in winds}


@st.composite
def units_of_board(draw, ruleset, tournament, board):
    """Counts by hand for a board with several rows, from cards that were really played.
    Distributions of queens that would be played again (O16) are left out.
    """
    rng = draw(st.randoms(use_true_random=False))
    while True:
        rows = list(fallen(ruleset, tournament, board, rng))
        one_each = [row for row in rows if row.units == dict.fromkeys(map(str, WINDS), 1)]
        if not (tournament.queens_replayed and one_each):
            return {row.hand: row.units for row in rows}


@st.composite
def sound_rows(draw, ruleset, tournament):
    """A whole sheet without problems, in an order of choice that keeps the quotas."""
    schedule = ruleset.schedule(tournament)
    rows = []
    same_cards = {}
    codes = _order(ruleset, schedule)
    for plan, code in zip(schedule, codes, strict=True):
        contract = ruleset.contract(code)
        row = {"hand": plan.number, "contract": code}
        if len(plan.together) > 1:
            if plan.number not in same_cards:
                same_cards |= draw(units_of_board(ruleset, tournament, plan.board))
            row["units"] = same_cards[plan.number]
        else:
            row["units"] = draw(counts(contract, ruleset, tournament))
        if ruleset.order is not Order.FIXED and plan.chooser is not None:
            row["chooser"] = str(plan.chooser)
        if ruleset.scoring is Scoring.SHARED:
            row["partner"] = str(
                draw(st.sampled_from([wind for wind in WINDS if wind != plan.dealer]))
            )
        remaining = Counter(codes[len(rows) :])
        another = (
            len(remaining) > 2 or remaining["D"] > 1
        )  # R7: the last two hands are both proposed, so none is left as a third
        if ruleset.third is not None and another and draw(st.booleans()):
            row["third"] = True
        down = contract.nulls is not None and draw(st.booleans())
        dearest = most_for_sale(contract, down) if contract.sale else 0
        if dearest >= 1 and draw(st.booleans()):
            buyers = (
                [plan.owner.partner]
                if ruleset.sale_within_pair
                else [w for w in WINDS if w != plan.owner]
            )
            price = draw(st.integers(1, dearest))
            row["sale"] = Sale(
                str(plan.owner),
                str(draw(st.sampled_from(buyers))),
                price,
                "null" if down else None,
            )
        elif tournament.blind and contract.trump and not down and draw(st.booleans()):
            row["blind"] = True
            if "NS" in row["units"] and ruleset.by_side and tournament.blind_counts == "declarer":
                side = row.get("chooser") or str(plan.dealer.side)
                row["blind_tricks"] = draw(st.integers(0, row["units"][side]))
        if down:
            row["direction"] = "down"
        elif contract.trump:
            row["trump"] = draw(st.sampled_from("SHDC"))
        rows.append(Row(**row))
    return rows


def _order(ruleset, schedule):
    """Legal order of contracts: the listed ones, distributed so that each chooser keeps within the
    quotas.
    """
    if ruleset.order is Order.FIXED:
        return [plan.contract.code for plan in schedule]
    if ruleset.root.code == "lab_coppie":
        pair = ["D", "D", "DOM", "SA"]
        return _interleaved([*pair, "KJ", "Q", "KH", "8D"], [*pair, "NC", "U2", "MIS"])
    if ruleset.root.code in ("pt_duplas", "pt_pareado"):
        return _interleaved(["V", "C", "H", "POS", "POS"], ["M", "2U", "K", "POS", "POS"])
    if ruleset.scoring is Scoring.SOLOIST:
        return ["V", "C", "M", "H", "K", "2U", "POS", "POS"] * 3
    if ruleset.root.code == "rifki":
        return ["V", "C", "M", "H"] * 2 + ["K", "K", "2U", "2U"] + ["POS"] * 8
    others = [code for code in ruleset.hands if code not in ("D", ruleset.last)]
    return ["D"] * 4 + others + [code for code in (ruleset.last,) if code]


def _interleaved(one, other):
    return [code for pair in zip(one, [*other, None], strict=False) for code in pair if code]


@st.composite
def sound_sheets(draw):
    ruleset = draw(systems())
    tournament = ruleset.configure(draw(decisions(ruleset)))
    return ruleset, tournament, draw(sound_rows(ruleset, tournament))


@given(sound_sheets())
def test_a_sound_sheet_adds_up_row_by_row_and_as_a_whole(sheet):
    ruleset, tournament, rows = sheet
    scored = score(ruleset, rows, settings=tournament)
    assert scored.problems == ()
    for row in scored.rows:
        assert sum(row.points.values()) == row.sum == row.expected
        assert row.explanation
    assert scored.sum == scored.expected_sum == sum(scored.sheet.values())
    assert scored.residual == 0
    assert scored.closable
    assert all(isinstance(value, Fraction) for value in scored.totals.values())


@given(sound_sheets())
def test_a_whole_sheet_expects_the_systems_sum_unless_a_slam_a_blind_declaration_or_own_nulls_changed_it(
    sheet,
):
    ruleset, tournament, rows = sheet
    scored = score(ruleset, rows, settings=tournament)
    if (
        any(row.blind for row in rows)
        or tournament.cappotto != "none"
        or ruleset.expected_sum is None
    ):
        return
    # A club's own values for nulls or tricks may give a hand played down another sum.
    if ruleset.base is not None and any(row.direction == "down" for row in rows):
        return
    assert scored.expected_sum == ruleset.expected_sum


@given(sound_sheets())
def test_by_difference_the_two_sides_are_opposite(sheet):
    ruleset, tournament, rows = sheet
    if ruleset.scoring is not Scoring.DIFFERENCE:
        return
    for row in score(ruleset, rows, settings=tournament).rows:
        one, other = row.points.values()
        assert one == -other


@given(sound_sheets(), st.data())
def test_penalties_leave_the_sum_the_residual_and_the_expected_sum_alone(sheet, data):
    ruleset, tournament, rows = sheet
    offender = st.sampled_from(ruleset.columns)
    positive = [
        row.hand for row in rows if ruleset.contract(row.contract).family is Family.POSITIVE
    ]
    hands = data.draw(st.lists(st.sampled_from(positive), max_size=4))
    rulings = [Ruling(ruling_kinds.ILLEGAL_PLAY, hand, data.draw(offender)) for hand in hands]
    offences = Counter(ruling.offender for ruling in rulings)
    charged = sum(min(count, tournament.penalty_cap or count) for count in offences.values())
    plain, ruled = (score(ruleset, rows, some, tournament) for some in ((), rulings))
    assert (ruled.sheet, ruled.sum, ruled.residual) == (plain.sheet, plain.sum, 0)
    assert sum(ruled.totals.values()) == ruled.expected_sum + charged * tournament.positive_penalty
    assert ruled.closable


@given(sound_sheets(), st.data())
def test_an_illegal_play_in_a_negative_hand_keeps_the_row_at_its_sum(sheet, data):
    ruleset, tournament, rows = sheet
    negative = [
        row.hand for row in rows if ruleset.contract(row.contract).family is Family.NEGATIVE
    ]
    ruling = Ruling(
        ruling_kinds.ILLEGAL_PLAY,
        data.draw(st.sampled_from(negative)),
        data.draw(st.sampled_from(ruleset.columns)),
    )
    scored = score(ruleset, rows, [ruling], tournament)
    row = next(row for row in scored.rows if row.hand == ruling.hand)
    assert row.sum == row.expected
    assert scored.residual == 0
    if ruleset.scoring in (Scoring.SUM, Scoring.SHARED):
        assert row.sum == row.points[ruling.offender] == ruleset.contract(row.row.contract).total
    assert scored.closable


@st.composite
def offences(draw, ruleset, rows):
    """Rulings of illegal plays and disqualifications from a hand, with one or several offenders."""
    places = list(map(str, ruleset.columns))
    hands = [row.hand for row in rows]
    who = st.lists(st.sampled_from(places), min_size=1, max_size=3, unique=True)
    illegal = st.builds(
        Ruling, st.just(ruling_kinds.ILLEGAL_PLAY), st.sampled_from(hands), offenders=who.map(tuple)
    )
    out = st.builds(
        Ruling,
        st.just(ruling_kinds.DISQUALIFICATION),
        st.sampled_from(hands),
        offenders=who.map(tuple),
        scope=st.just("hand"),
    )
    return draw(st.lists(st.one_of(illegal, illegal, out), min_size=1, max_size=4))


@given(sound_sheets(), st.data())
def test_no_ruling_leaves_an_offender_better_than_the_sheet_without_it(sheet, data):
    ruleset, tournament, rows = sheet
    if data.draw(st.booleans()):  # rulings on impossible rows are tried as well
        index = data.draw(st.integers(0, len(rows) - 1))
        wind = str(data.draw(st.sampled_from(list(ruleset.winds))))
        more = {**rows[index].units, wind: rows[index].units[wind] + data.draw(st.integers(-3, 3))}
        rows = [*rows[:index], replace(rows[index], units=more), *rows[index + 1 :]]
    rulings = data.draw(offences(ruleset, rows))
    for so_far in range(len(rulings)):
        before = score(ruleset, rows, rulings[:so_far], tournament)
        after = score(ruleset, rows, rulings[: so_far + 1], tournament)
        for offender in rulings[so_far].who:
            assert after.totals[offender] <= before.totals[offender]


@given(sound_sheets(), st.data())
def test_a_miscounted_row_is_told_and_a_ruling_closes_the_sheet_with_the_residual_of_its_policy(
    sheet, data
):
    ruleset, tournament, rows = sheet
    index = data.draw(
        st.sampled_from([i for i, row in enumerate(rows) if ruleset.contract(row.contract).units])
    )
    change = data.draw(st.sampled_from([-1, 1]))
    wrong = {**rows[index].units}
    # No ruling settles a count that is negative or above the hand's units.
    all_there_are = ruleset.contract(rows[index].contract).units
    could = [wind for wind, count in wrong.items() if 0 <= count + change <= all_there_are]
    wrong[data.draw(st.sampled_from(could))] += change
    fields = {name: getattr(rows[index], name) for name in Row.__dataclass_fields__}
    rows = [*rows[:index], Row(**(fields | {"units": wrong})), *rows[index + 1 :]]
    hand = rows[index].hand
    scored = score(ruleset, rows, settings=tournament)
    code = "units_short" if change < 0 else "units_over"
    assert code in [p.code for p in scored.problems if p.hand == hand]
    assert not scored.closable
    row = next(row for row in scored.rows if row.hand == hand)
    out_by = row.expected - row.sum
    assert scored.residual == -out_by
    policy = data.draw(st.sampled_from(SETTINGS["score_error_policy"].choices))
    ruled = score(
        ruleset, rows, [Ruling(ruling_kinds.SCORE_ERROR, hand, policy=policy)], tournament
    )
    charge = {"debit_abs": -abs(out_by), "rebalance": out_by, "correct_only": 0}[policy]
    assert sum(ruled.adjustments.values()) == charge
    assert ruled.residual == charge - out_by
    assert ruled.closable


@given(sound_sheets(), st.data())
def test_a_sheet_cut_short_is_held_to_the_rows_that_were_played(sheet, data):
    ruleset, tournament, rows = sheet
    length = data.draw(st.integers(0, len(rows) - 1))
    scored = score(ruleset, rows[:length], settings=tournament)
    assert scored.problems == ()
    assert scored.sum == scored.expected_sum
    assert scored.residual == 0
    assert not scored.complete


@given(sound_sheets())
def test_rows_read_what_they_write_and_their_order_does_not_matter(sheet):
    ruleset, tournament, rows = sheet
    again = [Row.from_json(row.as_json()) for row in rows]
    assert again == rows
    assert (
        score(ruleset, again[::-1], settings=tournament).as_json()
        == score(ruleset, rows, settings=tournament).as_json()
    )


@given(sound_sheets())
def test_a_sale_moves_points_between_seller_and_buyer_alone(sheet):
    ruleset, tournament, rows = sheet
    for row in rows:
        if row.sale is None or ruleset.by_side or ruleset.scoring is Scoring.SHARED:
            continue
        fields = {name: getattr(row, name) for name in Row.__dataclass_fields__} | {"sale": None}
        with_sale, without_sale = (
            score(ruleset, [one], settings=tournament).rows[0].points
            for one in (row, Row(**fields))
        )
        assert {wind for wind in with_sale if with_sale[wind] != without_sale[wind]} <= {
            row.sale.seller,
            row.sale.buyer,
        }
        assert with_sale[row.sale.seller] >= without_sale[row.sale.seller]
