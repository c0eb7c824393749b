"""Stored sentences that were reworded since: those of log lines and of seating plans.

The database stores the English sentence, and a log line's seal covers it, so it is never rewritten.
A sentence that is reworded gets a row here, and is then shown in the reader's language as before.
"""

# ruff: noqa: E501
# One sentence a line, so that it is found as the database has it.

REWORDED = {
    "%(first)s and %(second)s change wind, and winds are kept this evening.": "%(first)s and %(second)s change wind, but winds are kept this evening.",
    "%(moved)s players sit at another table than the number drawn for them says.": "%(moved)s players do not sit at the table with the number drawn for them.",
    "%(moved)s players sit elsewhere than the plan of the evening says, because of what changed meanwhile.": "%(moved)s players do not sit where the plan of the evening says, because of what changed meanwhile.",
    "%(player)s agreed to a public page of his evenings.": "%(player)s agreed to a public page of their evenings.",
    "%(player)s no longer agrees to a public page of his evenings.": "%(player)s no longer agrees to a public page of their evenings.",
    "A person's name was taken away for good from %(halls)s: %(player)s from now on. Reason: %(reason)s": "A person's name was removed for good from %(halls)s: %(player)s from now on. Reason: %(reason)s",
    "A person's name was taken away for good: %(player)s from now on. Lines changed: %(count)s.": "A person's name was removed for good: %(player)s from now on. Lines changed: %(count)s.",
    "A phone may show the standing place by place, by an address of its own.": "A phone may show the standings place by place, at an address of its own.",
    "All sit at the table of their number.": "Everybody sits at the table with their number.",
    "An older copy of the database was put back: %(count)s lines had been counted. What was written after it is not here.": "An older copy of the database was put back: %(count)s lines had been counted. What was written after it is missing.",
    "Brought back from the copy of %(when)s; what was written after it is not here.": "Restored from the copy of %(when)s; what was written after it is missing.",
    "Closing code %(code)s of hall “%(hall)s” of “%(event)s” by an arbiter, before “%(before)s”; the hall had read the standing %(read)s: %(reason)s": "Closing code %(code)s of hall “%(hall)s” of “%(event)s” by an arbiter, before “%(before)s”; the hall had read the standings %(read)s: %(reason)s",
    "Entries %(number)s, %(first)s, and %(gone)s, %(second)s, are one: number %(number)s.": "Entries %(number)s, %(first)s, and %(gone)s, %(second)s, are now one: number %(number)s.",
    "From now on the deal slips are opened by the dealing role alone.": "From now on only the dealing role may open the slips.",
    "Hall “%(hall)s” of “%(event)s” told its closing code %(code)s.": "Hall “%(hall)s” of “%(event)s” gave its closing code %(code)s.",
    "Halls of “%(event)s” were added by an arbiter after the first key was told: %(halls)s. Reason: %(reason)s": "Halls of “%(event)s” were added by an arbiter after the first key was given: %(halls)s. Reason: %(reason)s",
    "Halls of “%(event)s” were added by an arbiter when another hall had reported, and have no place: %(halls)s. Reason: %(reason)s": "Halls of “%(event)s” were added by an arbiter after another hall had reported, and have no place: %(halls)s. Reason: %(reason)s",
    "More rounds than the {rounds} that are known without a repeat, so meetings repeat, as few as a search found.": "Only {rounds} rounds are known without a repeat, so meetings repeat, as few of them as a search found.",
    "Name put right on the roster: %(was)s is now %(player)s.": "Name corrected on the roster: %(was)s is now %(player)s.",
    "North stays; the moves were searched, so the lists must be followed.": "North stays; the moves were found by a search, so the lists must be followed.",
    "Of the %(pairs)s meetings of this partita %(count)s are not the first of the season.": "%(count)s of the %(pairs)s meetings of this partita are not the first of the season.",
    "Over the season the wind that anybody has had most is at most %(count)s ahead of the one had least.": "Over the season each player's most frequent wind is at most %(count)s ahead of the least frequent.",
    "Paper writes the name of %(player)s otherwise from now on.": "From now on paper writes the name of %(player)s differently.",
    "Partita %(round)s, %(where)s: the clock goes on.": "Partita %(round)s, %(where)s: the clock runs again.",
    "Partita %(round)s, %(where)s: the clock stands again, as before it went on.": "Partita %(round)s, %(where)s: the clock stands still again, as it did before.",
    "Partita %(round)s, table %(table)s %(wind)s: %(player)s plays from hand 1, where %(gone)s had the seat; the result belongs to entry %(number)s.": "Partita %(round)s, table %(table)s %(wind)s: %(player)s plays from hand 1 in the seat of %(gone)s; the result belongs to entry %(number)s.",
    "Partita %(round)s, table %(table)s (hand %(hand)s): %(who)s protests against standing no. %(number)s. %(text)s": "Partita %(round)s, table %(table)s (hand %(hand)s): %(who)s protests against standings no. %(number)s. %(text)s",
    "Partita %(round)s, table %(table)s begins now: its clock is its own.": "Partita %(round)s, table %(table)s begins now and has its own clock.",
    "Partita %(round)s, table %(table)s: %(player)s claims a misdeal in hand %(hand)s, for the %(times)s. time.": "Partita %(round)s, table %(table)s: %(player)s claims a misdeal in hand %(hand)s (time no. %(times)s).",
    "Partita %(round)s, table %(table)s: %(player)s voids the deal of hand %(hand)s with %(extremes)s aces and kings, for the %(times)s. time.": "Partita %(round)s, table %(table)s: %(player)s voids the deal of hand %(hand)s with %(extremes)s aces and kings (time no. %(times)s).",
    "Partita %(round)s, table %(table)s: an error on a phone's page (version %(version)s): %(fault)s. The phone goes on; look whether the table can enter its rows.": "Partita %(round)s, table %(table)s: an error on a phone's page (version %(version)s): %(fault)s. The phone goes on working; check whether the table can enter its rows.",
    "Partita %(round)s, table %(table)s: the table says that it sits so: %(seats)s.": "Partita %(round)s, table %(table)s: the table says that it sits like this: %(seats)s.",
    "Partita %(round)s, table %(table)s: wrong winds from hand %(hand)s on; there sat %(seats)s. The points follow the players. Reason: %(reason)s": "Partita %(round)s, table %(table)s: wrong winds from hand %(hand)s on; the players sat %(seats)s. The points follow the players. Reason: %(reason)s",
    "Partita %(round)s, table %(table)s: wrong winds from hand %(hand)s on; there sat %(seats)s. The points follow the winds. Reason: %(reason)s": "Partita %(round)s, table %(table)s: wrong winds from hand %(hand)s on; the players sat %(seats)s. The points follow the winds. Reason: %(reason)s",
    "Partita %(round)s: a phone of table %(table)s knows that its sheet had been handed in; here it is open again. The table looks at it and hands it in once more.": "Partita %(round)s: a phone at table %(table)s knows that its sheet had been handed in, but here it is open again. The table should check it and hand it in once more.",
    "Partita %(round)s: spare %(spare)s took the place of board %(board)s. Reason: %(reason)s": "Partita %(round)s: spare %(spare)s replaced board %(board)s. Reason: %(reason)s",
    "Rounds without a repeated meeting, with so many players: {rounds} are known, {bound} would be the most.": "With this many players, {rounds} rounds without a repeated meeting are known; {bound} would be the most.",
    "Rounds without a repeated meeting, with so many players: {rounds} at most, and known.": "With this many players, {rounds} rounds without a repeated meeting are the most, and they are known.",
    "Safety copies are put in no second place any more.": "Safety copies are no longer put in a second place.",
    "Standing no. %(number)s is rehearsed place by place, at the desk alone: %(steps)s steps.": "Standings no. %(number)s are rehearsed place by place, only at the desk: %(steps)s steps.",
    "Standing no. %(number)s is shown place by place: %(steps)s steps.": "Standings no. %(number)s are shown place by place: %(steps)s steps.",
    "Standing no. %(number)s of the circuit “%(circuit)s” was posted (%(standing)s).": "Standings no. %(number)s of the circuit “%(circuit)s” were published (%(standing)s).",
    "Standing no. %(number)s was posted, after partita %(round)s.": "Standings no. %(number)s were published after partita %(round)s.",
    "Standing no. %(number)s was posted, after partita %(round)s: it corrects what was posted before.": "Standings no. %(number)s were published after partita %(round)s and correct the earlier ones.",
    "Standings no. %(number)s were published, after partita %(round)s.": "Standings no. %(number)s were published after partita %(round)s.",
    "Standings no. %(number)s were published, after partita %(round)s: they correct what was published before.": "Standings no. %(number)s were published after partita %(round)s and correct the earlier ones.",
    "Teams that are not four yet: %(count)s (entries %(numbers)s). Add who is missing.": "Teams without four players yet: %(count)s (entries %(numbers)s). Add who is missing.",
    "The address for a phone that shows the standing place by place is no longer good.": "The address for a phone that shows the standings place by place is no longer valid.",
    "The evening “%(name)s” of %(date)s, code %(code)s, was taken away: nothing had been played.": "The evening “%(name)s” of %(date)s, code %(code)s, was deleted: nothing had been played.",
    "The final standing is held back until the prize-giving.": "The final standings are held back until the prize-giving.",
    "The final standing is no longer held back.": "The final standings are no longer held back.",
    "The first %(places)s of standing no. %(number)s of “%(of)s” qualify for the final; of their points %(carry)s percent go along.": "The first %(places)s in standings no. %(number)s of “%(of)s” qualify for the final and take %(carry)s percent of their points along.",
    "The invitation of hall “%(hall)s” of “%(event)s” was taken by its link.": "The invitation of hall “%(hall)s” of “%(event)s” was downloaded by its link.",
    "The key of partita %(partita)s of “%(event)s” was told before its time: %(reason)s": "The key of partita %(partita)s of “%(event)s” was given before its time: %(reason)s",
    "The key of partita %(partita)s of “%(event)s” was told.": "The key of partita %(partita)s of “%(event)s” was given.",
    "The link of the standing of “%(event)s” was mailed to %(halls)s.": "The link to the standings of “%(event)s” was mailed to %(halls)s.",
    "The password of “%(account)s” was set by somebody else: what this account does may be done by either.": "The password of “%(account)s” was set by somebody else: either of the two may have done what this account does.",
    "The report of hall “%(hall)s” of “%(event)s” came: closing code %(code)s, digest %(digest)s.": "The report of hall “%(hall)s” of “%(event)s” arrived: closing code %(code)s, digest %(digest)s.",
    "The report of hall “%(hall)s” of “%(event)s” was taken by an arbiter after the close: closing code %(code)s, digest %(digest)s. Reason: %(reason)s": "The report of hall “%(hall)s” of “%(event)s” was accepted by an arbiter after the close: closing code %(code)s, digest %(digest)s. Reason: %(reason)s",
    "The standing is no longer shown place by place; %(shown)s of %(steps)s steps had been shown.": "The standings are no longer shown place by place; %(shown)s of %(steps)s steps had been shown.",
    "The standing of “%(event)s” is official.": "The standings of “%(event)s” are official.",
    "The tables were searched with the {past} rounds already played counted in.": "The search for tables took the {past} rounds already played into account.",
    "There is no final of “%(of)s”: nobody qualifies after all.": "The final of “%(of)s” is called off: nobody qualifies after all.",
    "What settled a tie is revoked (%(standing)s; entry and place: %(order)s). Reason: %(reason)s": "The settlement of a tie is revoked (%(standing)s; entry and place: %(order)s). Reason: %(reason)s",
    "With %(tables)s tables %(rounds)s partite without a repeated meeting are known; more than %(bound)s cannot be.": "With %(tables)s tables %(rounds)s partite without a repeated meeting are known; more than %(bound)s are impossible.",
    "With these tables one partita without a repeated meeting is known; more than %(bound)s are impossible.": "With these tables one partita without a repeated meeting is known; the most possible is %(bound)s.",
    "With these tables one partita without a repeated meeting is known; more than %(bound)s cannot be.": "With these tables one partita without a repeated meeting is known; the most possible is %(bound)s.",
}
"""Present sentence by the stored one. Both have the same fields."""


def present_sentence(stored: str) -> str:
    return REWORDED.get(stored, stored)
