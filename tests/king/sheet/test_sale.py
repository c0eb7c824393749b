"""Legal bids: the rising sale of Genoa, the fixed price, the Portuguese and the French auction
(§2).
"""

from __future__ import annotations

import pytest

from king.cards import Wind
from king.rulesets import find_ruleset
from king.sheet.row import Row, Sale
from king.sheet.sale import (
    AskedSale,
    Bid,
    BidRefused,
    OfferAuction,
    WrittenCall,
    is_sold,
    judge_bidding,
    leader_after_sale,
    may_buy,
    open_sale,
)


def numbers(sale):
    return [str(bid) for bid in sale.allowed]


def genoa(asking=2):
    lab12 = find_ruleset("lab12")
    return open_sale(lab12, lab12.contract("D"), Wind.N).bid(Wind.N, Bid(asking))


def portugal(code="pt_ind", **settings):
    ruleset = find_ruleset(code)
    return open_sale(ruleset, ruleset.contract("POS"), Wind.N, ruleset.configure(settings))


def test_the_first_player_on_the_left_may_buy_at_the_price_and_the_next_must_go_above():
    sale = genoa()
    assert (sale.turn, numbers(sale)[0], numbers(sale)[-1]) == ("E", "2", "13")
    sale = sale.bid(Wind.E, Bid(2))
    assert sale.turn == "S"
    with pytest.raises(BidRefused, match="S cannot bid 2; allowed are 3, 4"):
        sale.bid(Wind.S, Bid(2))
    sale = sale.bid(Wind.S, Bid(3)).passed(Wind.W)
    assert sale.turn == "E"
    assert sale.passed(Wind.E).sale == Sale("N", "S", 3)


def test_a_bid_below_the_price_is_refused_with_those_that_are_not():
    with pytest.raises(BidRefused) as refusal:
        genoa(4).bid(Wind.E, Bid(3))
    assert refusal.value.allowed[0] == Bid(4)


def test_who_passed_may_come_back_while_others_bid():
    sale = genoa().passed(Wind.E).bid(Wind.S, Bid(2)).passed(Wind.W)
    assert sale.turn == "E"
    sale = sale.bid(Wind.E, Bid(5)).passed(Wind.S).passed(Wind.W)
    assert sale.sale == Sale("N", "E", 5)


def test_when_all_pass_the_dealer_declares_and_cannot_ask_less():
    sale = genoa(4).passed(Wind.E).passed(Wind.S).passed(Wind.W)
    assert (sale.turn, sale.sale, sale.allowed) == (None, None, ())
    with pytest.raises(BidRefused, match="The price of 4 has been asked"):
        sale.bid(Wind.N, Bid(3))
    with pytest.raises(BidRefused, match="over"):
        sale.bid(Wind.E, Bid(4))


def test_thirteen_is_the_highest_bid_and_then_only_passes_remain():
    sale = genoa().bid(Wind.E, Bid(13))
    assert sale.allowed == ()
    with pytest.raises(BidRefused, match="only a pass is left"):
        sale.bid(Wind.S, Bid(14))
    assert sale.passed(Wind.S).passed(Wind.W).sale == Sale("N", "E", 13)


@pytest.mark.parametrize("asking", [0, -1, 14])
def test_a_price_that_cannot_be_asked_is_refused(asking):
    with pytest.raises(BidRefused, match="from 1 to 13"):
        genoa(asking)


def test_a_bid_out_of_turn_is_refused_with_whose_turn_it_is():
    with pytest.raises(BidRefused, match="W bids out of turn; E is next to speak"):
        genoa().bid(Wind.W, Bid(2))
    with pytest.raises(BidRefused, match="out of turn"):
        genoa().passed(Wind.N)


def test_at_a_fixed_price_the_first_taker_anticlockwise_buys():
    itwiki = find_ruleset("itwiki13")
    sale = open_sale(itwiki, itwiki.contract("D"), Wind.N)
    assert isinstance(sale, AskedSale)
    with pytest.raises(BidRefused, match="N asks a price first"):
        sale.passed(Wind.W)
    sale = sale.bid(Wind.N, Bid(3))
    assert (sale.turn, numbers(sale)) == ("W", ["3"])
    sale = sale.passed(Wind.W)
    with pytest.raises(BidRefused):
        sale.bid(Wind.S, Bid(4))
    sold = sale.bid(Wind.S, Bid(3))
    assert (sold.turn, sold.sale) == (None, Sale("N", "S", 3))


def test_a_hand_that_is_not_sold_has_no_sale():
    lab12, coppie = find_ruleset("lab12"), find_ruleset("lab_coppie")
    with pytest.raises(BidRefused, match="cannot be sold"):
        open_sale(lab12, lab12.contract("SA"), Wind.N)
    with pytest.raises(BidRefused, match="cannot be sold"):
        open_sale(coppie, coppie.contract("D"), Wind.N)


# Portugal


def test_the_portuguese_ladder_has_three_up_equal_to_one_null_and_no_third_null():
    auction = portugal()
    points = [int(bid.points(auction.contract)) for bid in auction.ladder]
    assert points == [25, 50, 75, 75, 100, 125, 150, 150, 175, 200]
    assert [str(bid) for bid in auction.ladder if bid.null] == ["1 null", "2 null"]


def test_a_bid_must_be_worth_more_so_one_null_does_not_beat_three_up():
    auction = portugal().passed(Wind.E).bid(Wind.S, Bid(3))
    assert numbers(auction) == ["4", "5", "6", "2 null", "7", "8"]
    with pytest.raises(BidRefused, match="W cannot bid 1 nulo"):
        auction.bid(Wind.W, Bid(1, null=True))


def test_in_france_one_null_beats_three_up_but_not_four():
    auction = portugal("fr10").bid(Wind.E, Bid(3)).bid(Wind.S, Bid(1, null=True))
    assert numbers(auction) == ["4", "5", "6", "2 null", "7", "8"]


def test_an_earlier_bidder_may_match_a_later_one_exactly_and_goes_before_him():
    auction = portugal().bid(Wind.E, Bid(2)).bid(Wind.S, Bid(3)).passed(Wind.W)
    assert auction.turn == "E"
    assert numbers(auction)[0] == "3"
    # A match needs the same number in the same direction: one null equals three up but does not match
    # it.
    with pytest.raises(BidRefused, match="E cannot bid 1 nulo"):
        auction.bid(Wind.E, Bid(1, null=True))
    auction = auction.bid(Wind.E, Bid(3))
    assert (auction.turn, numbers(auction)[0]) == ("S", "4")
    sold = auction.passed(Wind.S).passed(Wind.W).decided("accepts")
    assert sold.sale == Sale("N", "E", 3)


def test_without_preference_a_bid_must_always_be_higher():
    auction = portugal(preference=False).bid(Wind.E, Bid(2)).bid(Wind.S, Bid(3)).passed(Wind.W)
    assert numbers(auction)[0] == "4"


def test_a_pass_is_final_in_france_and_not_in_portugal():
    for code, turn in (("pt_ind", "E"), ("fr10", None)):
        auction = portugal(code).passed(Wind.E).bid(Wind.S, Bid(2)).passed(Wind.W)
        assert auction.turn == turn


def test_an_offer_of_nulls_makes_a_sale_of_nulls():
    auction = portugal("fr10").bid(Wind.E, Bid(2, null=True)).passed(Wind.S).passed(Wind.W)
    assert auction.decided("accepts").sale == Sale("N", "E", 2, "null")


def test_the_owner_may_refuse_freely_and_haggle_with_the_last_bidder():
    auction = portugal("fr10").bid(Wind.E, Bid(4)).passed(Wind.S).passed(Wind.W)
    assert auction.may_say == ("accepts", "refuses", "haggles", "ultimatum")
    assert auction.decided("refuses").sale is None
    haggled = auction.decided("haggles")
    assert (haggled.turn, numbers(haggled)[0]) == ("E", "5")
    assert haggled.bid(Wind.E, Bid(6)).decided("accepts").sale == Sale("N", "E", 6)
    assert haggled.passed(Wind.E).decided("accepts").sale == Sale("N", "E", 4)


@pytest.mark.parametrize("code", ["pt_ind", "fr10", "fr32"])
@pytest.mark.parametrize("bids", [[], [(Wind.E, Bid(4))]])
def test_the_ultimatum_is_put_to_all_at_any_time_and_binds_the_owner(code, bids):
    """The owner may give it before any offer or between two (§11.5; pt.wikipedia, the French guide)."""
    auction = portugal(code)
    for who, bid in bids:
        auction = auction.passed(who) if bid is None else auction.bid(who, bid)
    auction = auction.decided("ultimatum")
    assert (auction.turn, numbers(auction)) == ("E", ["8"])
    with pytest.raises(BidRefused, match="E cannot bid 5; allowed are 8, or a pass"):
        auction.bid(Wind.E, Bid(5))
    met = auction.bid(Wind.E, Bid(8))
    assert (met.turn, met.sale, met.must_play_nulls) == (None, Sale("N", "E", 8), False)
    unmet = auction.passed(Wind.E).passed(Wind.S).passed(Wind.W)
    assert (unmet.sale, unmet.must_play_nulls, unmet.may_book_unplayed) == (None, True, False)
    for word in ("accepts", "refuses", "haggles", "ultimatum"):
        for bound in (auction, met, unmet):
            with pytest.raises(BidRefused, match="N may not speak any more"):
                bound.decided(word)


@pytest.mark.parametrize("code", ["pt_ind", "fr10", "fr32"])
def test_an_ultimatum_is_answered_in_any_order_and_the_first_after_the_owner_has_it(code):
    """The sources fix no order of answers (§12.2). S3 always prefers the player nearest to the
    owner's left.
    """
    auction = portugal(code).decided("ultimatum")
    third = auction.bid(Wind.W, Bid(8))
    assert (third.sale, third.turn) == (Sale("N", "W", 8), "E")
    assert str(third.verdict) == "W has the hand for 8 unless E, who has precedence, says the same"
    second = third.bid(Wind.S, Bid(8))
    assert (second.sale, second.turn) == (Sale("N", "S", 8), "E")
    first = second.bid(Wind.E, Bid(8))
    assert (first.sale, first.turn, str(first.verdict)) == (
        Sale("N", "E", 8),
        None,
        "E has the hand for 8",
    )
    # A player behind the present holder cannot take the hand. The holder gets it once both others have
    # passed.
    with pytest.raises(BidRefused, match="W bids out of turn; E is next to speak"):
        auction.bid(Wind.S, Bid(8)).bid(Wind.W, Bid(8))
    assert third.passed(Wind.S).passed(Wind.E).turn is None
    assert third.passed(Wind.E).passed(Wind.S).sale == Sale("N", "W", 8)


def test_without_preference_the_first_who_says_eight_has_the_hand():
    met = portugal(preference=False).decided("ultimatum").bid(Wind.W, Bid(8))
    assert (met.turn, met.sale) == (None, Sale("N", "W", 8))
    with pytest.raises(BidRefused, match="The bidding is over"):
        met.bid(Wind.E, Bid(8))


def test_in_portugal_who_passed_before_or_during_an_ultimatum_may_still_say_eight():
    """In Brazil a pass is not final (S3). The ultimatum ends once everybody has passed on it."""
    ultimatum = portugal().passed(Wind.E).passed(Wind.S).passed(Wind.W).decided("ultimatum")
    assert (ultimatum.turn, numbers(ultimatum)) == ("E", ["8"])
    assert ultimatum.passed(Wind.E).bid(Wind.E, Bid(8)).sale == Sale("N", "E", 8)
    with pytest.raises(BidRefused, match="The bidding is over"):
        ultimatum.passed(Wind.W).passed(Wind.S).passed(Wind.E).bid(Wind.W, Bid(8))


def test_in_france_a_pass_that_is_final_is_the_reason_why_a_bid_is_refused():
    """A player who has passed is out, before the ultimatum and after it, and the refusal says so
    (§12.2, S4).
    """
    auction = portugal("fr10").passed(Wind.E).bid(Wind.S, Bid(3))
    for wind, bid in ((Wind.E, Bid(4)), (Wind.E, Bid(8))):
        for at in (auction, auction.decided("ultimatum")):
            with pytest.raises(BidRefused, match="E has passed, and a pass is final here"):
                at.bid(wind, bid)
    ultimatum = auction.passed(Wind.W).decided("ultimatum")
    assert ultimatum.bid(Wind.S, Bid(8)).sale == Sale("N", "S", 8)
    assert ultimatum.passed(Wind.S).must_play_nulls
    nobody = portugal("fr10").passed(Wind.E).passed(Wind.S).passed(Wind.W).decided("ultimatum")
    assert nobody.must_play_nulls
    with pytest.raises(BidRefused, match="W has passed, and a pass is final here"):
        nobody.bid(Wind.W, Bid(8))


def test_where_no_hand_is_played_down_there_is_no_ultimatum():
    lab12 = find_ruleset("lab12")
    auction = open_sale(
        lab12, lab12.contract("D"), Wind.N, lab12.configure({"sale_procedure": "auction"})
    )
    assert auction.may_say == ()
    assert auction.bid(Wind.E, Bid(9)).passed(Wind.S).passed(Wind.W).may_say == (
        "accepts",
        "refuses",
        "haggles",
    )


def test_the_owner_decides_only_when_the_bidding_is_over_and_something_was_offered():
    with pytest.raises(BidRefused, match="N cannot say so yet; S is next to speak"):
        portugal().bid(Wind.E, Bid(2)).decided("accepts")
    nothing = portugal().passed(Wind.E).passed(Wind.S).passed(Wind.W)
    with pytest.raises(BidRefused, match="Nothing has been offered"):
        nothing.decided("accepts")


@pytest.mark.parametrize(
    ("system", "best", "bookable"),
    [
        ("pt_ind", None, True),
        ("pt_ind", Bid(3), True),
        ("pt_ind", Bid(1, True), True),
        ("pt_ind", Bid(4), False),
        ("fr10", None, True),
        ("fr10", Bid(2), True),
        ("fr10", Bid(3), False),
        ("fr10", Bid(1, True), False),
    ],
)
def test_an_auction_has_failed_at_three_and_less_in_portugal_and_below_three_in_france(
    system, best, bookable
):
    """The hand of a failed auction may be booked as unplayed (A32, §11.6)."""
    auction = portugal(system)
    auction = auction.passed(Wind.E) if best is None else auction.bid(Wind.E, best)
    auction = auction.passed(Wind.S).passed(Wind.W)
    assert isinstance(auction, OfferAuction)
    assert auction.may_book_unplayed == bookable


def test_the_lead_stays_where_it_was_unless_announced_otherwise():
    lab12 = find_ruleset("lab12")
    plan = lab12.schedule()[8]
    sale = Sale("N", "S", 4)
    assert leader_after_sale(plan, sale, lab12.configure()) == "E"
    assert (
        leader_after_sale(plan, sale, lab12.configure({"leader_after_sale": "after_buyer"})) == "W"
    )


def test_where_it_is_announced_the_owner_books_the_hand_without_an_auction():
    opened, unopened = (portugal(book_unopened=value) for value in (False, True))
    # O12: usual in Brazil; elsewhere an offer has to be made first.
    assert (opened.may_book_unplayed, unopened.may_book_unplayed) == (False, True)
    assert not unopened.bid(Wind.E, Bid(1)).may_book_unplayed


@pytest.mark.parametrize(
    ("code", "sold"),
    [
        ("lab12", [8, 9, 10, 11]),
        ("pt_ind", [7, 8, 9, 10]),
        ("lab_coppie", []),
        ("squadre", [9, 10, 11, 12]),
    ],
)
def test_a_declaration_is_sold_where_the_system_has_an_auction(code, sold):
    """The pairs of `squadre` sell as single players do (A10)."""
    system = find_ruleset(code)
    assert [plan.number for plan in system.schedule() if is_sold(system, plan)] == sold


def test_anybody_else_may_buy_and_the_partner_alone_where_a_sale_stays_within_the_pair():
    lab12, pairs = find_ruleset("lab12"), find_ruleset("lab_coppie")
    assert may_buy(lab12, lab12.schedule()[0]) == ("E", "S", "W")
    assert may_buy(pairs, pairs.schedule()[0]) == ("S",)


def heard(sale, *calls):
    return judge_bidding(sale, [WrittenCall.parse(call) for call in calls])


def unopened(code, contract):
    system = find_ruleset(code)
    return open_sale(system, system.contract(contract), Wind.N)


def test_a_row_agrees_with_the_calls_where_buyer_and_price_are_theirs():
    sold = heard(unopened("lab12", "D"), "N 2", "E 2", "S pass", "W pass")
    assert sold.over
    assert sold.agrees_with(Row(8, "D", sale=Sale("N", "E", 2)))
    assert not sold.agrees_with(Row(8, "D", sale=Sale("N", "E", 3)))
    assert not sold.agrees_with(Row(8, "D", sale=Sale("N", "S", 2)))
    assert not sold.agrees_with(Row(8, "D"))


def test_a_price_in_nulls_is_not_the_same_as_one_in_tricks():
    sold = heard(unopened("pt_ind", "POS"), "E pass", "S 1 null", "W pass", "E pass", "N accepts")
    assert sold.sold == Sale("N", "S", 1, "null")
    assert sold.agrees_with(Row(7, "POS", sale=Sale("N", "S", 1, "null")))
    assert not sold.agrees_with(Row(7, "POS", sale=Sale("N", "S", 1)))


def test_after_an_ultimatum_that_nobody_met_only_a_hand_played_down_agrees():
    """An owner who said "eight or nulls" to all has to play the nulls (§11.5)."""
    down = heard(unopened("pt_ind", "POS"), "N ultimatum", "E pass", "S pass", "W pass")
    assert down.over
    assert down.agrees_with(Row(7, "POS", direction="down"))
    assert not down.agrees_with(Row(7, "POS", direction="up"))
    assert not down.agrees_with(Row(7, "POS"))


def test_while_calls_are_still_to_come_nothing_is_over():
    opened = unopened("lab12", "D")
    assert not heard(opened).over
    assert not heard(opened, "N 2", "E 2").over
