"""Chicago with cards, the Swedish card game. Kept as a ledger of a real table, or dealt by the app: see `_cards_*`.

1. 52 cards, five each. The first to `target` points wins.
2. The dealer of the first deal is drawn; then the deal goes clockwise. Everything in a deal goes clockwise from
   forehand, who sits after the dealer; the dealer comes last.
3. `exchanges` times each lays aside up to five cards and draws as many. Discards stay out; when the pack runs
   short, what is left is dealt, and then all discards but the drawer's own are shuffled to a new pack. At five or
   six people there are two exchanges. `one_up`: a single card is turned up, and may be refused for the next one.
4. Who has `buy_stop` points at the own turn must keep all cards; with `six_cards` whoever has them when the deal
   starts is dealt six and lays one aside. A real table can book a violation: back to 0.
5. After each exchange but the last, and once more after the tricks, the best hand scores: pair 1, two pair 2,
   three of a kind 3, straight 4, flush 5, full house 6, four of a kind 8, straight flush 11. High cards never do.
6. Only one player scores. Exactly equal hands: nobody does, all do, or the one nearest forehand (`hand_tie`).
7. Four of a kind scores, or puts everybody else back to 0, or both: as its owner chooses (`four_kind_effect`).
8. A royal flush wins the match as soon as it is held, up to the first trick; or it scores (`royal`).
9. Five tricks without trumps. Suit must be followed; the highest card of the led suit takes the trick and leads.
10. The last trick scores `last_trick`, taken with a 2 `last_trick_two`. Then the best hand scores (`end_order`).
11. Before the first card is led each in turn may call Chicago. The caller leads and must take all five tricks:
    15 points for it, or 15 less at the first one that is lost. Nothing else scores at the end of that deal.
12. A win is looked for after each award, or at the end of the deal (`win_check`): the highest of those who have
    the target. Level at the top: play goes on until one is alone there.
13. Who leaves ends the deal under way; what is booked stands, and a caller who leaves has failed. One left: the
    match ends without a winner. Joining, and changing places, between two deals.
14. A player sees the own hand and the played cards; of the others how many cards they exchanged.
"""

from __future__ import annotations

from dataclasses import replace

from scorekeeper.engine.core import Action, Chance, Event, IllegalAction, Interrupt, Over, Pending, Seat, Step, event
from scorekeeper.engine.dice import Drawn
from scorekeeper.engine.games._cards_deal import choice, chosen, deal, seen_by
from scorekeeper.engine.games._cards_ledger import enter, entry_due, fail_chicago, leader, turn_of, void
from scorekeeper.engine.games._cards_rules import (
    MANY,
    Announced,
    CallChicago,
    Called,
    ChicagoPlayed,
    Exchange,
    LastTrick,
    NobodyScores,
    OneUp,
    Pass,
    Play,
    PlayLast,
    Quads,
    Rules,
    Showed,
    Shuffled,
    Violated,
)
from scorekeeper.engine.games._cards_table import Deal, Entry, Gone, State, as_action
from scorekeeper.engine.people import Joined, Left, Moved, moves, reseat
from scorekeeper.engine.sheet import Cell, Row, Sheet


class ChicagoCards:
    key = "chicago_cards"
    version = 2  # 1: who called Chicago and left could win; of two royals the first named won
    seats = range(2, 7)
    rules = Rules
    actions = frozenset(
        {
            *(Drawn, Shuffled, Showed, Announced, NobodyScores, LastTrick, Called, ChicagoPlayed, Violated),
            *(Exchange, OneUp, Quads, CallChicago, Pass, Play, PlayLast, Left, Joined, Moved),
        }
    )

    def start(self, seats: int, rules: Rules) -> State:
        if seats not in self.seats:
            raise IllegalAction("wrong-number-of-players", least=self.seats[0], most=self.seats[-1], got=seats)
        return State(rules, tuple(range(seats)), (0,) * seats, (0,) * seats)

    def pending(self, state: State) -> Pending:
        if state.is_over:
            return Over(_ranking(state))
        if state.dealer is None:
            return Chance(None, (Drawn,), among=state.seating)
        return entry_due(state) if state.cards is None else choice(state)

    def interrupts(self, state: State) -> tuple[Interrupt, ...]:
        if state.is_over:
            return ()
        leaving = tuple([Left(seat) for seat in state.seating])
        if not state.between_deals:
            return leaving
        joining = (Joined(),) if len(state.seating) < self._most(state) else ()
        return (*leaving, *joining, *moves(state.seating))

    def apply(self, state: State, action: Action) -> Step[State]:
        match action:
            case Drawn(seat):
                return Step(state._replace(dealer=seat), (event("deals", seat, deal=1),))
            case Left(seat):
                return _leave(state, seat)
            case Joined():
                return _join(state)
            case Moved():
                moved = state._replace(seating=reseat(state.seating, action))
                return Step(moved, (event("moved", action.seat),))
        if state.cards is not None:
            return chosen(state, action)
        return deal(state, action.order) if isinstance(action, Shuffled) else enter(state, action)

    def view(self, state: State, seat: Seat | None) -> State:
        return state if state.cards is None else state._replace(cards=seen_by(state.cards, seat))

    def turn(self, state: State) -> int:
        return turn_of(state)

    def sheet(self, state: State) -> Sheet:
        seats = tuple(range(len(state.scores)))
        now = Deal(state.number, state.dealer, state.entries, state.scores)
        rows = [_row(entry, deal, state.rules) for deal in (*state.past, now) for entry in deal.entries]
        rows = [Row(row.key, (*row.cells, *(None,) * (len(seats) - len(row.cells))), row.facts) for row in rows]
        return Sheet(seats, tuple(rows), (Row("points", tuple([Cell(score) for score in state.scores])),))

    def _most(self, state: State) -> int:
        """A fifth makes it two exchanges for everybody, so the table must have agreed on two."""
        return self.seats[-1] if state.rules.exchanges < 3 or len(state.seating) >= MANY else MANY - 1


def _ranking(state: State) -> tuple[tuple[Seat, ...], ...]:
    """The winner, the others by their points, and those who left, the last of them first; all level without one."""
    if not state.winners:
        return (tuple(range(len(state.scores))),)
    rest = [seat for seat in state.seating if seat not in state.winners]
    points = sorted({state.scores[seat] for seat in rest}, reverse=True)
    groups = [tuple([seat for seat in rest if state.scores[seat] == score]) for score in points]
    return (state.winners, *groups, *((gone.seat,) for gone in reversed(state.gone)))


# ---- people who come and go ---------------------------------------------------------------------------------------


def _leave(state: State, seat: Seat) -> Step[State]:
    """Rule 13."""
    events: tuple[Event, ...] = (event("left", seat, deal=state.number),)
    under_way = state.dealer is not None and not (state.between_deals and state.caller is None)
    if state.caller == seat:
        failed = fail_chicago(state, seat)
        return _go_on(_gone(failed.state, seat, state.number), (*events, *failed.events), deal_over=True)
    number = state.number
    if under_way:
        state = void(state)._replace(dealer=state.forehand)
        events = (*events, event("round-over", round=number))
    return _go_on(_gone(state, seat, number), events)


def _gone(state: State, seat: Seat, number: int) -> State:
    """Without that seat; the deal passes on to the next one who is there."""
    dealer = state.order[0] if state.dealer == seat else state.dealer
    seating = tuple([other for other in state.seating if other != seat])
    return state._replace(seating=seating, dealer=dealer, gone=(*state.gone, Gone(seat, number)))


def _go_on(state: State, events: tuple[Event, ...], *, deal_over: bool = False) -> Step[State]:
    """Somebody has left: the match ends where one stays, or where that parted those level at the top (rule 12)."""
    if len(state.seating) == 1:
        return Step(state._replace(is_over=True), (*events, event("no-winner")))
    winner = leader(state) if deal_over or state.rules.win_check == "immediate" else None
    if winner is not None:
        return Step(state._replace(winners=(winner,), is_over=True), (*events, event("won", winner)))
    if state.dealer is None:
        return Step(state, events)
    return Step(state, (*events, event("deals", state.dealer, deal=state.number)))


def _join(state: State) -> Step[State]:
    seat = len(state.scores)
    seating, scores, made = (*state.seating, seat), (*state.scores, 0), (*state.made, 0)
    return Step(state._replace(seating=seating, scores=scores, made=made), (event("joined", seat),))


# ---- the sheet ----------------------------------------------------------------------------------------------------


def _row(entry: Entry, deal: Deal, rules: Rules) -> Row:
    """A line of the ledger. Where nobody scores, the dealer's column keeps the way to correct it."""
    handle = entry.seats[0] if entry.seats else deal.dealer
    cells = [_cell(entry, seat) for seat in range(len(entry.change))]
    followed = entry.turn is None or (deal.void and entry.kind == "failed")  # then a caller has left
    if handle is not None and not followed:
        own = cells[handle] or Cell()
        cells[handle] = replace(own, turn=entry.turn, entry=as_action(entry, rules))
    return Row(entry.kind, tuple(cells), (("after", entry.after), ("deal", deal.number), ("detail", entry.detail)))


def _cell(entry: Entry, seat: Seat) -> Cell | None:
    """Marked is only what is not usual; the name of the line says the rest."""
    change, own = entry.change[seat], seat in entry.seats
    if not (change or own):
        return None
    kind = entry.kind if own else "reset"
    return Cell(change, () if kind in ("hand", "trick") else (kind,))
