"""Rulings on Chicago with cards.

`kc_01` to `kc_45` are the examples of the rules, by their numbers there; `rule_1` to `rule_14` are those of the
module's docstring, `open_1` to `open_18` the questions that the rules leave to be settled. People are A to F, in
the order in which they sat down. The last of them deals first, so A is forehand, unless a test says otherwise.
"""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scorekeeper.engine.cards import DECK, HAND, UNKNOWN, Card, value
from scorekeeper.engine.codec import encode
from scorekeeper.engine.core import Action, Decide, IllegalAction, Over, Seat, event
from scorekeeper.engine.dice import Drawn
from scorekeeper.engine.games._cards_rules import (
    Announced,
    CallChicago,
    Called,
    ChicagoPlayed,
    Due,
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
from scorekeeper.engine.games._cards_table import Cards, Entry, State
from scorekeeper.engine.games.chicago_cards import ChicagoCards
from scorekeeper.engine.people import Joined, Left, Moved
from scorekeeper.engine.settings import settings_of
from tests.tables import Match, Table, play

A, B, C, D, E, F = range(6)
GAME = ChicagoCards()


class Chicago(Table):
    """A table that speaks the game: `best(A, "pair")` is what a real table announces."""

    state: State

    def then(self, *actions: Action) -> Chicago:
        self.do(*actions)
        return self

    # ---- as a real table keeps it

    def best(self, seat: Seat, hand: str) -> Chicago:
        return self.then(Announced((seat,), hand))

    def nobody(self, times: int = 1) -> Chicago:
        return self.then(*[NobodyScores()] * times)

    def show(self, *hands: str, seats: tuple[Seat, ...] = (), quads: str = "") -> Chicago:
        """Everybody from A on shows a hand, "Ks Kh 4d 4c 9s"."""
        written = tuple("".join(hand.split()) for hand in hands)
        return self.then(Showed(seats or tuple(range(len(hands))), written, quads))

    def trick(self, seat: Seat, *, two: bool = False) -> Chicago:
        return self.then(LastTrick(seat, two))

    def chicago(self, seat: Seat, *, made: bool) -> Chicago:
        return self.then(ChicagoPlayed(seat, made))

    def to_the_tricks(self) -> Chicago:
        """Nobody scores anything until the tricks, or the first award of the end."""
        while not self.state.at_first_end:
            self.nobody()
        return self

    # ---- as the app deals it

    def deal(self, *hands: str, pack: str = "") -> Chicago:
        """Everybody from forehand on is dealt a hand; `pack` is what is drawn next."""
        return self.then(Shuffled(order_of(self.state, hands, pack)))

    def keep(self, times: int | None = None) -> Chicago:
        """So many in turn exchange nothing; without a number, all to the end of the exchanges."""
        while times is None or times > 0:
            if not isinstance(self.pending, Decide) or not isinstance(self.options[0], Exchange):
                break
            self.then(Exchange(self.pending.seat, ()))
            times = None if times is None else times - 1
        return self

    def swap(self, seat: Seat, *places: int) -> Chicago:
        return self.then(Exchange(seat, places))

    def passes(self) -> Chicago:
        while isinstance(self.pending, Decide) and isinstance(self.options[0], Pass):
            self.then(self.options[0])
        return self

    def calls(self, seat: Seat) -> Chicago:
        """All before that seat pass, and it calls Chicago."""
        while self.on_turn != seat:
            self.then(self.options[0])
        return self.then(CallChicago(seat))

    def play(self, *cards: Card) -> Chicago:
        for card in cards:
            assert isinstance(self.pending, Decide)
            only = isinstance(self.options[0], PlayLast)
            self.then(PlayLast(self.pending.seat) if only else Play(self.pending.seat, card))
        return self

    @property
    def cards(self) -> Cards:
        assert self.state.cards is not None
        return self.state.cards

    # ---- what has come of it

    @property
    def scores(self) -> tuple[int, ...]:
        return self.state.scores

    @property
    def entries(self) -> list[Entry]:
        return [entry for deal in self.state.past for entry in deal.entries] + list(self.state.entries)

    @property
    def won(self) -> bool:
        return isinstance(self.pending, Over) and bool(self.state.winners)

    def refuses(self, action: Action, reason: str) -> IllegalAction:
        before = self.state
        with pytest.raises(IllegalAction) as refused:
            self.do(action)
        assert refused.value.reason == reason
        assert self.state == before
        return refused.value


def order_of(state: State, hands: tuple[str, ...], pack: str) -> tuple[int, ...]:
    """The order of a pack from which these hands are dealt one card at a time, and `pack` is drawn after them."""
    if not hands:
        return tuple(range(len(DECK)))
    dealt = [hand.split() for hand in hands]
    six = state.rules.buy_stop_style == "six_cards"
    sixth = [hand[HAND] for seat, hand in zip(state.order, dealt, strict=True) if six and state.is_stopped(seat)]
    front = [hand[at] for at in range(HAND) for hand in dealt] + sixth + pack.split()
    assert len(set(front)) == len(front), "a card is there twice"
    rest = [card for card in DECK if card not in front]
    return tuple(DECK.index(card) for card in (*front, *rest))


def table(seats: int = 3, dealer: Seat | None = None, points: tuple[int, ...] = (), **rules: int | str) -> Chicago:
    """A table at which people have `points` already, from deals that were kept before, and `dealer` deals now."""
    chosen = Rules(**rules)  # type: ignore[arg-type]
    before = earlier(points, seats, slots=GAME.start(seats, chosen).exchanges - 1)
    deals = sum(isinstance(action, ChicagoPlayed) for action in before)
    first = ((seats - 1 if dealer is None else dealer) - deals) % seats
    new = Chicago(GAME, GAME.start(seats, chosen)).then(Drawn(first), *before)
    assert new.state.between_deals
    assert new.scores == (*points, *(0,) * (seats - len(points)))
    return new


WORTH = {11: "straight_flush", 6: "full_house", 5: "flush", 4: "straight", 3: "three_kind", 2: "two_pair", 1: "pair"}


def earlier(points: tuple[int, ...], seats: int, *, slots: int) -> list[Action]:
    """Deals that come to these points. The last seat fails and makes a Chicago by turns, so nobody else gains."""
    lacking, ends = [], []
    for seat, wanted in enumerate(points):
        if wanted < 0:
            ends.append(ChicagoPlayed(seat, False))
            wanted += 15
        while wanted:
            value = max(value for value in WORTH if value <= wanted)
            lacking.append(Announced((seat,), WORTH[value]))
            wanted -= value
    while len(ends) * slots < len(lacking):
        ends += [ChicagoPlayed(seats - 1, False), ChicagoPlayed(seats - 1, True)]
    actions: list[Action] = []
    for end in ends:
        now, lacking = lacking[:slots], lacking[slots:]
        actions += [*now, *[NobodyScores()] * (slots - len(now)), end]
    return actions


# ---- the examples: scoring -----------------------------------------------------------------------------------------


def test_kc_01_two_pair_beats_a_pair_and_an_ace() -> None:
    shown = table().show("Ks Kh 9c 5d 2c", "3s 3h 2d 2h Jc", "As Qd 9h 7c 4s")
    assert shown.scores == (0, 2, 0)
    assert shown.heard_keys() == ["scored"]


def test_kc_02_the_kicker_decides_between_equal_pairs() -> None:
    assert table(2).show("9s 9h Kc 7d 2c", "9c 9d Qc Jd Ts").scores == (1, 0)


TIED = ("9s 9h Kc 7d 2c", "9c 9d Kh 7s 2h")


@pytest.mark.parametrize(
    ("hand_tie", "scores"), [("none_scores", (0, 0, 0)), ("all_score", (1, 1, 0)), ("forehand", (0, 1, 0))]
)
def test_kc_03_an_exact_tie(hand_tie: str, scores: tuple[int, ...]) -> None:
    assert table(dealer=A, hand_tie=hand_tie).show(*TIED).scores == scores, "B sits nearer forehand than A"
    dealt = table(dealer=A, hand_tie=hand_tie).deal(TIED[1], "As Qd Jh 6c 3s", TIED[0]).keep(3)
    assert dealt.scores == scores


@pytest.mark.parametrize(("low", "beaten"), [("on", "straight"), ("off", "high_card")])
def test_kc_04_the_lowest_straight(low: str, beaten: str) -> None:
    hands = ("3s 4h 5c 6d 7c", "As 2h 3c 4d 5d")
    assert table(2, ace_low_straight=low).show(*hands).scores == (4, 0)
    alone = table(2, ace_low_straight=low).show(hands[1])
    assert alone.scores == ((4, 0) if beaten == "straight" else (0, 0))


def test_kc_05_ten_to_ace() -> None:
    assert table(2).show("Ts Jh Qc Kd Ac", "2s 2h 5c 6d 7c").scores == (4, 0)
    royal = table(2).show("Ts Js Qs Ks As", "2s 2h 5c 6d 7c")
    assert royal.ranking == ((A,), (B,))
    assert royal.heard_keys() == ["royal", "round-over", "won"]


def test_kc_06_no_straight_wraps_round_the_ace() -> None:
    assert table(2).show("Qs Kh Ac 2d 3c").scores == (0, 0)


def test_kc_07_high_cards_score_nothing() -> None:
    shown = table(2).show("As Kh Qc Jd 9c", "Ks Qh Jc Td 8c")
    assert (shown.scores, shown.heard_keys()) == ((0, 0), ["nobody"])
    dealt = table(2).deal("As Kh Qc Jd 9c", "Ks Qh Jc Td 8c").keep(2)
    assert (dealt.scores, dealt.cards.exchange) == ((0, 0), 2)


def test_kc_08_the_hands_after_the_third_exchange_are_not_scored() -> None:
    dealt = table(2).deal("Ks Kh Qc Jd 9c", "As Qh Jc Td 8c").keep()
    assert dealt.scores == (2, 0), "a pair after exchanges 1 and 2"
    assert isinstance(dealt.options[0], Pass)


KINGS = ("Ks Kh Kc Kd 2c", "9s 9h 5c 6d 7c", "As Qd 9d 7h 4s")


@pytest.mark.parametrize(("effect", "scores"), [("reset", (10, 0, 0)), ("points", (18, 30, -5))])
def test_kc_09_and_kc_10_the_owner_of_four_kings_chooses(effect: str, scores: tuple[int, ...]) -> None:
    before = (10, 30, -5)
    assert table(points=before).best(A, "four_reset" if effect == "reset" else "four_kind").scores == scores
    assert table(points=before).show(*KINGS, quads=effect).scores == scores
    dealt = table(points=before).deal(*KINGS).keep(3)
    assert (dealt.on_turn, dealt.options) == (A, (Quads(A, "points"), Quads(A, "reset")))
    assert dealt.scores == before
    assert dealt.then(Quads(A, effect)).scores == scores
    assert dealt.cards.exchange == 2


def test_kc_11_four_of_a_kind_below_the_best_hand_may_not_reset() -> None:
    hands = ("5s 5h 5c 5d 2c", "6d 7d 8d 9d Td", "As Qd 9h 7c 4s")
    assert table().show(*hands).scores == (0, 11, 0)
    table().refuses(Showed((A, B), ("5s5h5c5d2c", "6d7d8d9dTd"), "reset"), "nothing-to-choose")
    dealt = table().deal(*hands).keep(3)
    assert dealt.scores == (0, 11, 0)
    assert isinstance(dealt.options[0], Exchange)


# ---- the examples: Chicago and the tricks --------------------------------------------------------------------------

FOUR_HANDS = ("7h 3s 8s 4c Jc", "Ts 2d 6d 9c Qc", "Kh Kd 5d 6c 2s", "2h 3d 8d 7c As")


def test_kc_12_the_caller_leads() -> None:
    called = table(4).deal(*FOUR_HANDS).keep().then(Pass(A), Pass(B), CallChicago(C))
    assert called.on_turn == C
    assert called.state.caller == C


def test_kc_13_the_first_to_call_has_it() -> None:
    called = table(4).deal(*FOUR_HANDS).keep().then(Pass(A), CallChicago(B))
    called.refuses(CallChicago(D), "not-on-turn")
    assert (called.state.caller, called.on_turn) == (B, B)


def test_kc_14_nobody_calls_once_a_card_was_led() -> None:
    led = table(4).deal(*FOUR_HANDS).keep().passes().play("7h")
    led.refuses(CallChicago(B), "not-an-option")


STRONG = ("As Ah Ac Ad Ks", "2s 2h 3c 3d 4s", "Qs 6h 8c 9d Td")


def test_kc_15_a_made_chicago_scores_and_nothing_else_does() -> None:
    rules = {"four_kind_effect": "points"}
    called = table(**rules).deal(*STRONG).keep().then(CallChicago(A))
    assert called.scores == (16, 0, 0), "four aces after exchanges 1 and 2"
    called.play("As", "2s", "Qs", "Ks", "4s", "6h", "Ah", "2h", "8c", "Ac", "3c", "9d", "Ad", "3d", "Td")
    assert called.scores == (31, 0, 0)
    assert [entry.kind for entry in called.state.past[-1].entries] == ["hand", "hand", "made"]
    assert table().to_the_tricks().chicago(A, made=True).scores == (15, 0, 0)


def test_kc_16_play_stops_at_the_first_trick_that_the_caller_loses() -> None:
    called = table(4).deal(*FOUR_HANDS).keep().calls(C)
    called.play("Kh", "2h", "7h", "Ts", "Kd", "3d", "3s", "2d").play("5d", "8d")
    before = called.scores
    called.play("8s", "6d")
    change = [after - score for score, after in zip(before, called.scores, strict=True)]
    assert change == [0, 0, -15, 0]
    assert called.state.between_deals
    assert [entry.kind for entry in called.state.past[-1].entries][-1] == "failed"


def test_kc_17_a_failed_chicago_goes_below_zero() -> None:
    assert table(points=(5,)).to_the_tricks().chicago(A, made=False).scores == (-10, 0, 0)


def test_kc_18_suit_must_be_followed() -> None:
    led = (
        table(4, dealer=B)
        .deal("Kh Kd 5d 6c 2s", "2h 3d 8d 7c As", "7h 3s 8s 4c Jc", "Ts 2d 6d 9c Qc")
        .keep()
        .passes()
    )
    led.play("Kh")
    assert led.options == (Play(D, "2h"),)
    led.refuses(Play(D, "As"), "not-an-option")
    led.play("2h", "7h")
    assert {action.card for action in led.options if isinstance(action, Play)} == set(FOUR_HANDS[1].split())


def test_kc_19_the_highest_card_of_the_led_suit_takes_the_trick_and_leads() -> None:
    played = table(4).deal(*FOUR_HANDS).keep().passes().play("7h", "Ts", "Kh", "2h")
    assert played.heard == (event("took", C, deal=1, trick=1),)
    assert played.on_turn == C


LAST = ("Ks Qs Js 9s 2d", "7h 7d 7c 3c 4d", "5h 6d 8c 9h Tc")


def test_kc_20_the_last_trick_and_the_best_hand() -> None:
    played = table(exchanges=2).deal(*LAST).keep(3)
    assert played.scores == (0, 3, 0)
    played.keep().passes()
    played.play("Ks", "3c", "5h", "Qs", "4d", "6d", "Js", "7c", "8c", "2d", "7d", "9h")
    assert played.on_turn == B
    played.play("7h", "Tc", "9s")
    assert played.scores == (0, 3 + 5 + 3, 0)
    ledger = table().to_the_tricks().trick(A)
    assert ledger.best(B, "three_kind").scores == (5, 3, 0)


def test_kc_21_both_may_go_to_one() -> None:
    assert table().to_the_tricks().trick(A).best(A, "flush").scores == (10, 0, 0)


def test_kc_22_the_trick_comes_first_and_may_win() -> None:
    end = table(points=(48, 50)).to_the_tricks().trick(A)
    assert (end.scores, end.ranking) == ((53, 50, 0), ((A,), (B,), (C,)))
    end.refuses(Announced((B,), "two_pair"), "match-over")


def test_kc_23_by_the_house_rule_the_hand_comes_first() -> None:
    end = table(points=(48, 50), end_order="hand_then_trick").to_the_tricks().best(B, "two_pair")
    assert (end.scores, end.ranking[0]) == ((48, 52, 0), (B,))


def test_kc_24_at_the_end_of_the_deal_a_tie_at_the_top_means_another_deal() -> None:
    end = table(points=(48, 50), win_check="end_of_deal").to_the_tricks().trick(A).best(B, "three_kind")
    assert end.scores == (53, 53, 0)
    assert end.state.between_deals
    assert end.to_the_tricks().trick(C).best(B, "pair").ranking[0] == (B,)


def test_kc_25_a_match_may_be_over_in_the_middle_of_a_deal() -> None:
    assert table(points=(50,)).best(A, "two_pair").ranking[0] == (A,)
    dealt = table(points=(50,)).deal("9s 9h 5c 5d 7c", "As Qd 9d 7h 4s", "Ks Jd 8d 6h 3s").keep(3)
    assert (dealt.scores, dealt.ranking[0]) == ((52, 0, 0), (A,))
    assert [entry.kind for entry in dealt.state.past[-1].entries] == ["hand"]


# ---- the examples: exchanges ---------------------------------------------------------------------------------------

DULL = ("As Qd 9d 7h 4s", "Ks Jd 8d 6h 3s", "Qh Tc 8c 5h 2s")


def test_kc_26_at_42_all_cards_are_kept() -> None:
    dealt = table(points=(42,)).deal(*DULL)
    assert dealt.options == (Exchange(A, ()),)
    dealt.refuses(Exchange(A, (0,)), "not-an-option")
    assert len(dealt.keep(1).options) == 32


def test_kc_27_who_comes_to_42_in_this_deal_is_stopped_in_it() -> None:
    dealt = table(points=(41,)).deal("9s 9h 5c 3d 7c", *DULL[1:])
    assert len(dealt.options) == 32
    assert dealt.keep(3).options == (Exchange(A, ()),)


def test_kc_28_below_42_again_and_free_to_exchange() -> None:
    failed = table(points=(44,)).to_the_tricks().chicago(A, made=False)
    assert (failed.scores[A], failed.state.dealer) == (29, A)
    failed.deal(DULL[1], DULL[2], DULL[0]).keep(2)
    assert (failed.on_turn, len(failed.options)) == (A, 32)


def test_kc_29_the_last_trick_with_a_two() -> None:
    assert table(last_trick_two=10).to_the_tricks().trick(A, two=True).scores == (10, 0, 0)
    assert table(last_trick_two=10).to_the_tricks().trick(A).scores == (5, 0, 0)
    assert table().to_the_tricks().trick(A, two=True).scores == (5, 0, 0), "unless the house has agreed on it"
    played = table(2, last_trick_two=10).deal("Ac Kc Qc Jc 2c", "Ad 9d 8h 7h 5s").keep().passes()
    before = played.scores
    played.play("Ac", "Ad", "Kc", "9d", "Qc", "8h", "Jc", "7h", "2c", "5s")
    assert [a - b for a, b in zip(played.scores, before, strict=True)] == [10 + 5, 0], "and the flush"


def test_kc_30_a_royal_that_was_dealt_wins_at_once() -> None:
    dealt = table().deal("9d Qd 2d 7h 4s", "Ts Js Qs Ks As", DULL[2])
    assert dealt.heard_keys() == ["dealt", "royal", "round-over", "won"]
    assert dealt.ranking[0] == (B,)


def test_kc_31_forehand_deals_next() -> None:
    first = table(dealer=A)
    assert first.state.order == (B, C, A)
    first.to_the_tricks().trick(A).nobody()
    assert (first.state.dealer, first.state.forehand) == (B, C)


def test_kc_32_the_pack_runs_out_and_the_discards_are_shuffled() -> None:
    everything = tuple(range(HAND))
    dealt = table(4, four_kind_effect="points").deal()
    assert len(dealt.cards.pack) == 32
    for seat in range(4):
        dealt.swap(seat, *everything)
    assert len(dealt.cards.pack) == 12
    for seat in range(2):
        dealt.swap(seat, *everything)
    assert len(dealt.cards.pack) == 2
    dealt.swap(C, *everything)
    waits = dealt.pending
    assert isinstance(waits, Due)
    assert (waits.seat, waits.accepts, waits.cards) == (None, (Shuffled,), 30)
    assert (len(dealt.cards.hand), dealt.cards.draws) == (2, 3), "what was left is dealt first"
    mine = dealt.cards.aside
    dealt.then(Shuffled(tuple(reversed(range(30)))))
    assert dealt.heard_keys() == ["reshuffled"]
    assert (len(dealt.cards.pack), dealt.on_turn) == (27, D)
    assert not set(mine) & set(dealt.cards.pack), "what the drawer has just laid aside stays out"
    assert_all_cards_are_there(dealt.state)


def assert_all_cards_are_there(state: State) -> None:
    cards = state.cards
    assert cards is not None
    played = [card for trick in (*cards.tricks, cards.trick) for _, card in trick.cards]
    offer = [cards.offer] if cards.offer else []
    all_of_them = [*cards.pack, *cards.discards, *cards.aside, *offer, *played]
    all_of_them += [card for hand in cards.held for card in hand]
    assert sorted(all_of_them) == sorted(DECK)


def test_kc_33_so_many_points_are_needed_to_call() -> None:
    ledger = table(chicago_min_score=15)
    for _ in range(3):
        ledger.to_the_tricks().trick(B).nobody()
    ledger.best(A, "full_house").best(A, "four_kind")
    assert ledger.scores == (14, 15, 0)
    assert ledger.refuses(Called(A), "may-not-call").facts["seat"] == A
    ledger.refuses(ChicagoPlayed(A, True), "may-not-call")
    assert ledger.then(Called(B)).state.caller == B
    dealt = table(chicago_min_score=15).deal(*DULL).keep()
    assert isinstance(dealt.options[0], Play), "nobody may call, so nobody is asked"


def test_kc_34_without_a_chicago_52_are_not_enough() -> None:
    high = table(points=(55,), need_chicago_to_win="on")
    assert high.to_the_tricks().chicago(A, made=True).ranking[0] == (A,)


def test_kc_35_two_reach_the_target_with_one_award() -> None:
    tied = table(points=(51, 51, 20), hand_tie="all_score").then(Announced((A, B), "pair"))
    assert (tied.scores, tied.won) == ((52, 52, 20), False)
    assert tied.best(C, "pair").won is False
    assert tied.trick(B).ranking[0] == (B,)


def test_rule_5_of_two_royals_the_one_nearer_to_forehand_wins() -> None:
    royals = table(3, hand_tie="all_score")  # C deals, so A is forehand
    assert royals.state.order == (A, B, C)
    assert royals.then(Announced((B, A), "royal")).ranking[0] == (A,)


def test_kc_36_a_royal_that_scores() -> None:
    assert table(points=(10,), royal="points_20").best(A, "royal").scores == (30, 0, 0)
    dealt = table(points=(10,), royal="points_20").deal("Ts Js Qs Ks As", "9d Qd 2d 7h 4s", DULL[2]).keep(3)
    assert (dealt.scores[A], dealt.won) == (30, False)
    assert table(points=(10,), royal="points_52").best(A, "royal").ranking[0] == (A,)


@pytest.mark.parametrize(
    ("better", "worse", "points"),
    [
        ("Ks Kh 4c 4d 9c", "Kc Kd 4s 4h 7c", 2),
        ("3s 3h 3c 2d 2c", "2s 2h 2c Ad Ac", 6),  # five twos: this pair can't meet in one deal
        ("As Js 9s 5s 3s", "Ah Jh 9h 5h 2h", 5),
    ],
)
def test_kc_37_which_of_two_alike_is_better(better: str, worse: str, points: int) -> None:
    assert value(better.split()) > value(worse.split())
    assert table(2).show(better).scores == (points, 0)
    if not set(better.split()) & set(worse.split()):
        assert table(2).show(worse, better).scores == (0, points)


def test_kc_38_points_scored_before_a_chicago_stay() -> None:
    played = table().nobody().best(A, "two_pair").chicago(B, made=True)
    assert played.scores == (2, 15, 0)


def test_kc_39_the_last_trick_of_a_failed_chicago_scores_nothing() -> None:
    hands = ("As Ah Ac Kd 2s", "5s 6h 7c 8d 9d", "Qs 9h Tc 3d Ad")
    called = table().deal(*hands).keep().then(CallChicago(A))
    before = called.scores
    called.play("As", "5s", "Qs", "Ah", "6h", "9h", "Ac", "7c", "Tc", "2s", "8d", "3d", "Kd", "9d", "Ad")
    assert [a - b for a, b in zip(called.scores, before, strict=True)] == [-15, 0, 0]


def test_kc_40_a_reset_lifts_the_buy_stop_at_once() -> None:
    dealt = table(points=(43,)).deal("As Qd Jd 7h 4s", "9s 9h 9c 9d 2c", "Qh Tc 8c 5h 2s")
    dealt.keep(3).then(Quads(B, "reset"))
    assert dealt.scores == (0, 0, 0)
    assert (dealt.on_turn, len(dealt.options)) == (A, 32)


def test_kc_41_by_the_house_rule_nobody_goes_below_zero() -> None:
    assert table(negative_scores="floor_0").best(A, "flush").nobody().chicago(A, made=False).scores == (0, 0, 0)


@pytest.mark.parametrize(
    ("effect", "scores"), [("both", (18, 0, 0)), ("reset", (10, 0, 0)), ("points", (18, 30, -5))]
)
def test_kc_42_four_of_a_kind_by_the_house_rule(effect: str, scores: tuple[int, ...]) -> None:
    before = (10, 30, -5)
    assert table(points=before, four_kind_effect=effect).best(A, "four_kind").scores == scores
    assert table(points=before, four_kind_effect=effect).show(*KINGS).scores == scores
    dealt = table(points=before, four_kind_effect=effect).deal(*KINGS).keep(3)
    assert dealt.scores == scores, "there is nothing to choose"


def test_kc_43_a_chicago_may_win() -> None:
    assert table(points=(37,)).to_the_tricks().chicago(A, made=True).ranking[0] == (A,)


def test_kc_44_a_failed_chicago_is_not_a_made_one() -> None:
    high = table(points=(53,), need_chicago_to_win="on").to_the_tricks().chicago(A, made=False)
    assert (high.scores[A], high.state.made[A]) == (38, 0)
    again = high.best(A, "full_house").best(A, "four_kind")
    assert again.scores[A] == 52
    assert not again.won


def test_kc_45_nobody_is_entered() -> None:
    empty = table().nobody()
    assert (empty.scores, empty.heard) == ((0, 0, 0), (event("nobody", deal=1, after=1),))
    assert empty.state.entries == (Entry("hand", 1, (), "", (0, 0, 0), 1000),)


# ---- what was open -------------------------------------------------------------------------------------------------


def test_open_1_the_deal_goes_clockwise() -> None:
    around = table(4, dealer=C)
    dealers = []
    for _ in range(5):
        dealers.append(around.state.dealer)
        around.to_the_tricks().trick(A).nobody()
    assert dealers == [C, D, A, B, C]


@pytest.mark.parametrize(("exchanges", "after"), [(3, [1, 2, 0, 0]), (2, [1, 0, 0])])
def test_open_2_and_16_hands_score_after_all_exchanges_but_the_last_and_after_the_tricks(
    exchanges: int, after: list[int]
) -> None:
    kept = table(exchanges=exchanges).to_the_tricks().trick(A).nobody()
    assert [entry.after for entry in kept.entries] == after
    assert [entry.kind for entry in kept.entries][-2:] == ["trick", "hand"]
    dealt = table(2, exchanges=exchanges).deal("As Kh Qc Jd 9c", "Ks Qh Jc Td 8c")
    assert dealt.keep().cards.exchange == exchanges


def test_open_3_only_one_hand_scores() -> None:
    assert table().show("Ks Kh 9c 5d 2c", "3s 3h 2d 2h Jc", "As Ad 9h 7c 4s").scores == (0, 2, 0)
    table().refuses(Announced((A, B), "pair"), "one-owner")


def test_open_4_equal_hands_score_nothing_unless_the_house_says_so() -> None:
    assert Rules().hand_tie == "none_scores"
    assert table().show(*TIED).heard_keys() == ["nobody"]


def test_open_5_the_choice_is_made_when_the_four_score() -> None:
    table().refuses(Showed((A,), ("KsKhKcKd2c",), ""), "quads-to-choose")
    dealt = table().deal(*KINGS).keep(3)
    dealt.refuses(Exchange(A, ()), "not-an-option")


def test_open_6_a_reset_is_to_zero_from_below_as_well() -> None:
    assert table(points=(0, -10, 5)).best(A, "four_reset").scores == (0, 0, 0)


def test_open_7_and_rule_8_a_royal_wins_as_soon_as_it_is_held() -> None:
    dealt = table(2).deal("Ts Js Qs Ks 2d", "9d Qd 2h 7h 4s", pack="As")
    assert dealt.swap(A, 4).won is False, "B has not exchanged yet"
    assert dealt.swap(B).ranking[0] == (A,)
    before_the_tricks = table().to_the_tricks().best(B, "royal")
    assert before_the_tricks.ranking[0] == (B,)
    table().to_the_tricks().refuses(Announced((B,), "flush"), "no-such-hand")
    called = table().to_the_tricks().then(Called(A))
    called.refuses(Announced((B,), "flush"), "no-such-hand")
    assert called.best(B, "royal").ranking[0] == (B,), "it cannot be lost to a Chicago call"
    table(royal="points_20").to_the_tricks().then(Called(A)).refuses(Announced((B,), "royal"), "dice-expected")


def test_open_7_of_two_royals_the_one_nearer_forehand_wins() -> None:
    assert table(2, dealer=A).show("Ts Js Qs Ks As", "Th Jh Qh Kh Ah").ranking[0] == (B,)
    dealt = table(2, dealer=A, need_chicago_to_win="on").deal("Th Jh Qh Kh Ah", "Ts Js Qs Ks As")
    assert dealt.ranking[0] == (B,), "and needs no Chicago"


def test_open_8_to_10_have_their_examples() -> None:
    """A win in mid-deal is kc_25, trick before hand kc_22, no last trick for a caller kc_15."""
    assert Rules().win_check == "immediate"
    assert Rules().end_order == "trick_then_hand"


def test_open_11_the_first_from_forehand_may_call_first() -> None:
    window = table(4, dealer=B).deal().keep()
    assert window.on_turn == C
    assert window.then(Pass(C), Pass(D), Pass(A), Pass(B)).on_turn == C


def test_open_12_scores_may_be_negative() -> None:
    assert table().to_the_tricks().chicago(A, made=False).scores[A] == -15


@pytest.mark.parametrize(("points", "stopped"), [(41, False), (42, True)])
def test_open_13_the_stop_begins_with_42_itself(points: int, stopped: bool) -> None:
    assert (len(table(points=(points,)).deal(*DULL).options) == 1) is stopped
    assert len(table(points=(points,), buy_stop="off").deal(*DULL).options) == 32


def test_open_14_older_discards_are_shuffled() -> None:
    """What it means is kc_32. At six people a single exchange may need it already."""
    dealt = table(6).deal()
    for seat in range(4):
        dealt.swap(seat, *range(HAND))
    dealt.swap(E, *range(HAND))
    assert isinstance(dealt.pending, Due)
    assert dealt.pending.cards == 20


def test_open_15_a_real_table_takes_an_award_back_by_undo() -> None:
    assert table().best(A, "pair").scores == (1, 0, 0)
    assert table().scores == (0, 0, 0)


def test_open_17_a_failed_chicago_leaves_no_last_trick() -> None:
    """kc_39 plays it; in the ledger nothing more of that deal can be entered."""
    failed = table().to_the_tricks().chicago(A, made=False)
    assert failed.state.between_deals


def test_open_18_the_low_ace_makes_a_straight() -> None:
    assert Rules().ace_low_straight == "on"
    assert table().show("As 2h 3c 4d 5d").scores == (4, 0, 0)


# ---- the settings --------------------------------------------------------------------------------------------------

SETTINGS = {
    "target": (52, (50, 51, 52)),
    "exchanges": (3, (2, 3)),
    "last_trick": (5, (2, 5)),
    "last_trick_two": ("off", ("off", 10, 15)),
    "four_kind": (8, (7, 8)),
    "four_kind_effect": ("choose", ("choose", "points", "both", "reset")),
    "straight_flush": (11, (8, 10, 11)),
    "royal": ("instant_win", ("instant_win", "points_20", "points_52")),
    "chicago_points": (15, (15,)),
    "chicago_min_score": ("none", ("none", 15)),
    "need_chicago_to_win": ("off", ("off", "on")),
    "buy_stop": (42, ("off", 42, 46, 47)),
    "buy_stop_style": ("no_exchange", ("no_exchange", "six_cards")),
    "buy_stop_violation": ("reject", ("reject", "reset_to_0")),
    "one_up": ("off", ("off", "on")),
    "hand_tie": ("none_scores", ("none_scores", "all_score", "forehand")),
    "win_check": ("immediate", ("immediate", "end_of_deal")),
    "end_order": ("trick_then_hand", ("trick_then_hand", "hand_then_trick")),
    "ace_low_straight": ("on", ("on", "off")),
    "negative_scores": ("on", ("on", "floor_0")),
}


def test_the_settings_and_what_they_are_unless_somebody_says_otherwise() -> None:
    assert {s.key: (s.default, s.choices) for s in settings_of(Rules)} == SETTINGS


def test_a_setting_that_means_nothing_is_hidden() -> None:
    matters = {s.key: s.matters for s in settings_of(Rules)}
    assert not matters["exchanges"](Rules(), 5), "five people have two exchanges, whatever is set"
    assert matters["exchanges"](Rules(), 4)
    assert not matters["four_kind"](Rules(four_kind_effect="reset"), 3)
    assert not matters["buy_stop_style"](Rules(buy_stop="off"), 3)
    assert not matters["buy_stop_violation"](Rules(buy_stop="off"), 3)
    assert not matters["end_order"](Rules(win_check="end_of_deal", four_kind_effect="points"), 3)
    assert matters["end_order"](Rules(win_check="end_of_deal"), 3), "others go to 0 before the trick, or after it"


POINTS = [
    ("pair", 1, {}),
    ("two_pair", 2, {}),
    ("three_kind", 3, {}),
    ("straight", 4, {}),
    ("flush", 5, {}),
    ("full_house", 6, {}),
    ("four_kind", 8, {}),
    ("four_kind", 7, {"four_kind": 7}),
    ("straight_flush", 11, {}),
    ("straight_flush", 10, {"straight_flush": 10}),
    ("straight_flush", 8, {"straight_flush": 8}),
    ("royal", 20, {"royal": "points_20"}),
]


@pytest.mark.parametrize(("hand", "points", "rules"), POINTS, ids=[f"{h}-{p}" for h, p, _ in POINTS])
def test_rule_5_what_a_hand_scores(hand: str, points: int, rules: dict[str, int | str]) -> None:
    assert table(**rules).best(A, hand).scores == (points, 0, 0)


@pytest.mark.parametrize("target", [50, 51, 52])
def test_rule_1_the_target(target: int) -> None:
    nearly = table(points=(target - 6,), target=target).best(A, "flush")
    assert not nearly.won
    assert nearly.best(A, "pair").won


def test_rule_3_five_people_have_two_exchanges() -> None:
    assert table(5).state.plan == ("hand", "trick", "hand")
    assert table(4).state.plan == ("hand", "hand", "trick", "hand")


def test_rule_3_cards_are_drawn_from_the_top() -> None:
    dealt = table(2).deal(*DULL[:2], pack="2c 3c")
    dealt.swap(A, 0, 4)
    assert set(dealt.cards.held[0]) == {"Qd", "9d", "7h", "2c", "3c"}
    assert dealt.cards.changed == ((2,),)
    assert dealt.heard == (event("exchanged", A, deal=1, exchange=1, cards=2),)


def test_rule_3_one_up_the_card_is_seen_and_may_be_refused() -> None:
    dealt = table(2, one_up="on").deal(*DULL[:2], pack="2c 3c")
    dealt.swap(A, 0)
    assert dealt.options == (OneUp(A, True), OneUp(A, False))
    assert dealt.cards.offer == "2c"
    refused = dealt.then(OneUp(A, False))
    assert "3c" in refused.cards.held[0]
    assert set(refused.cards.discards) == {"As", "2c"}
    assert_all_cards_are_there(refused.state)
    taken = table(2, one_up="on").deal(*DULL[:2], pack="2c 3c").swap(A, 0).then(OneUp(A, True))
    assert "2c" in taken.cards.held[0]
    several = table(2, one_up="on").deal(*DULL[:2], pack="2c 3c").swap(A, 0, 1)
    assert several.on_turn == B, "two cards are simply drawn"


def test_rule_4_six_cards_for_whoever_is_stopped_when_the_deal_starts() -> None:
    dealt = table(2, points=(42,), buy_stop_style="six_cards").deal("As Qd 9d 7h 4s 2c", "Ks Jd 8d 6h 3s")
    assert len(dealt.cards.hand) == 6
    assert dealt.options == tuple(Exchange(A, (place,)) for place in range(6))
    dealt.swap(A, 5)
    assert dealt.cards.held[0] == ("As", "Qd", "9d", "7h", "4s")
    assert dealt.cards.changed == ((0,),), "one laid aside, none drawn"
    assert dealt.keep(1).options == (Exchange(A, ()),), "and nothing in the second exchange"
    late = table(2, points=(41,), buy_stop_style="six_cards").deal("9s 9h 5c 3d 7c", "Ks Jd 8d 6h 3s").keep(2)
    assert late.options == (Exchange(A, ()),), "who gets there during the deal keeps the five"


def test_rule_4_a_violation_is_booked_where_the_house_punishes_it() -> None:
    kept = table(points=(43, 10), buy_stop_violation="reset_to_0")
    kept.refuses(Violated(B), "not-stopped")
    assert kept.then(Violated(A)).scores == (0, 10, 0)
    assert kept.state.stage == 0, "the awards go on"
    table(points=(43,)).refuses(Violated(A), "dice-expected")


def test_rule_9_a_trick_with_nobody_following_goes_to_the_led_card() -> None:
    played = table(2).deal("2c 3c 4c 5c 7c", "Ad Kd Qd Jd 9d").keep().passes()
    assert played.play("2c", "Ad").on_turn == A


def test_rule_10_the_last_cards_are_played_without_a_choice() -> None:
    played = table(2).deal("2c 3c 4c 5c 7c", "Ad Kd Qd Jd 9d").keep().passes()
    played.play("2c", "Ad", "3c", "Kd", "4c", "Qd", "5c", "Jd")
    assert played.options == (PlayLast(A),)


def test_rule_11_a_call_may_be_entered_when_it_is_made() -> None:
    called = table().to_the_tricks().then(Called(B))
    assert called.heard == (event("called", B, deal=1),)
    called.refuses(LastTrick(A, False), "dice-expected")
    called.refuses(ChicagoPlayed(A, True), "may-not-call")
    assert called.chicago(B, made=True).state == table().to_the_tricks().chicago(B, made=True).state


def test_rule_12_alone_at_the_top_after_all() -> None:
    tied = table(points=(51, 51, 20), hand_tie="all_score").then(Announced((A, B), "pair"))
    failed = tied.to_the_tricks().chicago(A, made=False)
    assert failed.ranking == ((B,), (A,), (C,))
    left = table(points=(51, 51, 20), hand_tie="all_score").then(Announced((A, B), "pair"), Left(A))
    assert left.ranking == ((B,), (C,), (A,))


# ---- people who come and go ----------------------------------------------------------------------------------------


def test_rule_13_who_leaves_ends_the_deal_and_what_is_booked_stands() -> None:
    left = table(4).best(A, "flush").then(Left(B))
    assert left.scores == (5, 0, 0, 0)
    assert left.state.past[-1].void
    assert (left.state.dealer, left.state.order) == (A, (C, D, A)), "the next deal skips the seat"
    assert left.state.between_deals


def test_rule_13_who_leaves_between_two_deals_ends_none() -> None:
    left = table(4).then(Left(B))
    assert (left.state.dealer, left.state.past) == (D, ())
    assert table(4).then(Left(D)).state.dealer == A, "the deal goes on to the next"


@pytest.mark.parametrize("app", [False, True])
def test_rule_13_a_caller_who_leaves_has_failed(app: bool) -> None:
    new = table(4)
    called = new.deal(*FOUR_HANDS).keep().calls(A) if app else new.to_the_tricks().then(Called(A))
    before = called.scores[A]
    called.then(Left(A))
    assert called.scores[A] == before - 15
    assert (called.state.dealer, called.state.seating) == (B, (B, C, D))
    assert called.state.between_deals


def test_rule_13_a_caller_who_leaves_can_not_win() -> None:
    def at(*points: int) -> Chicago:
        return table(len(points), points=points, win_check="end_of_deal").best(A, "straight_flush")

    left = at(45, 20, 10).best(A, "straight_flush").then(Called(A), Left(A))
    assert (left.scores, left.state.winners, left.state.seating) == ((52, 20, 10), (), (B, C))
    others = at(45, 45, 10).best(B, "straight_flush").then(Called(A), Left(A))
    assert others.ranking == ((B,), (C,), (A,)), "everybody once"
    last = at(45, 45).best(B, "straight_flush").then(Called(A), Left(A))
    assert not last.state.winners, "one is left"


def test_rule_13_the_next_deal_is_announced_once() -> None:
    left = table().to_the_tricks().then(Called(B), Left(B))
    assert left.heard_keys() == ["left", "failed", "round-over", "deals"]


def test_rule_13_the_last_one_there_has_not_won() -> None:
    left = table(2).best(A, "flush").then(Left(B))
    assert left.ranking == ((A, B),)
    assert not left.state.winners
    assert "no-winner" in left.heard_keys()


def test_rule_13_a_late_comer_begins_with_nothing_in_the_last_seat() -> None:
    joined = table(points=(5,)).then(Joined())
    assert (joined.scores, joined.state.seating) == ((5, 0, 0, 0), (A, B, C, D))
    joined.nobody().refuses(Joined(), "not-now")


def test_rule_13_a_fifth_needs_a_table_of_two_exchanges() -> None:
    assert Joined() not in GAME.interrupts(table(4).state)
    assert Joined() in GAME.interrupts(table(4, exchanges=2).state)


def test_rule_13_places_change_between_two_deals() -> None:
    moved = table(dealer=A).then(Moved(C, 0))
    assert (moved.state.seating, moved.state.order) == ((C, A, B), (B, C, A))


# ---- two ways in, one ledger ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(30))
def test_a_match_that_was_dealt_and_the_same_match_announced_end_equal(seed: int) -> None:
    rng = Random(seed)
    dealt = play(GAME, rng.choice((2, 3, 4)), Rules(four_kind_effect="points", hand_tie="all_score"), rng)
    end: State = dealt.states[-1]
    announced = Chicago(GAME, dealt.states[0]).then(dealt.actions[0])
    for deal in end.past:
        for entry in deal.entries:
            announced.then(as_announced(entry))
    assert unnumbered(announced.state) == unnumbered(end)


def unnumbered(state: State) -> State:
    """But for the turns that entries came in: those of a deal by the app came in none."""
    past = [deal._replace(entries=tuple(e._replace(turn=None) for e in deal.entries)) for deal in state.past]
    return state._replace(past=tuple(past))


def as_announced(entry: Entry) -> Action:
    match entry.kind:
        case "hand":
            return Announced(entry.seats, entry.detail) if entry.seats else NobodyScores()
        case "royal":
            return Announced(entry.seats, "royal")
        case "trick":
            return LastTrick(entry.seats[0], entry.detail == "two")
    return ChicagoPlayed(entry.seats[0], entry.kind == "made")


def test_cards_shown_and_the_hand_announced_come_to_the_same() -> None:
    shown = table(points=(10, 30, -5)).show(*KINGS, quads="reset")
    assert shown.state == table(points=(10, 30, -5)).best(A, "four_reset").state


def test_a_deal_may_be_kept_either_way() -> None:
    mixed = table(2).to_the_tricks().trick(A).nobody().deal().keep().passes()
    assert mixed.state.past[0].scores == (5, 0)
    mixed.refuses(NobodyScores(), "not-an-option")
    table(2).nobody().refuses(Shuffled(tuple(range(52))), "dice-expected")


# ---- what can't be entered -----------------------------------------------------------------------------------------

WRONG: list[tuple[Action, str]] = [
    (Announced((), "pair"), "owner-missing"),
    (Announced((7,), "pair"), "not-at-the-table"),
    (Announced((A, A), "pair"), "seat-twice"),
    (Announced((A,), "high_card"), "no-such-hand"),
    (Announced((A,), ""), "hand-missing"),
    (Showed((), (), ""), "cards-missing"),
    (Showed((A, B), ("KsKh4d4c9s",), ""), "cards-missing"),
    (Showed((A,), ("KsKh4d4c9x",), ""), "no-such-card"),
    (Showed((A,), ("KsKh4d4c",), ""), "not-five-cards"),
    (Showed((A, B), ("KsKh4d4c9s", "KsQh4h3c9d"), ""), "card-twice"),
    (Shuffled(tuple(range(51))), "no-such-pack"),
    (Shuffled((0, *range(51))), "no-such-pack"),
    (LastTrick(A, False), "dice-expected"),
    (ChicagoPlayed(A, True), "dice-expected"),
    (Exchange(A, ()), "dice-expected"),
]


@pytest.mark.parametrize(("action", "reason"), WRONG, ids=[f"{type(a).__name__}-{r}" for a, r in WRONG])
def test_what_can_not_be(action: Action, reason: str) -> None:
    table().refuses(action, reason)


# ---- hidden hands --------------------------------------------------------------------------------------------------


def cards_known(state: State) -> Counter[Card]:
    """Every card that is named anywhere in a state."""
    cards = state.cards
    if cards is None:
        return Counter()
    piles = (*cards.held, cards.pack, cards.discards, cards.aside, (cards.offer,) if cards.offer else ())
    played = [card for trick in (*cards.tricks, cards.trick) for _, card in trick.cards]
    return Counter([*played, *(card for pile in piles for card in pile if card != UNKNOWN)])


@pytest.fixture(scope="module")
def match() -> Match:
    return play(GAME, 4, Rules(one_up="on", buy_stop_style="six_cards"), Random(11))


def test_rule_14_a_seat_sees_its_own_hand_and_what_was_played(match: Match) -> None:
    for state in match.states:
        if state.cards is None:
            continue
        played = [card for trick in (*state.cards.tricks, state.cards.trick) for _, card in trick.cards]
        assert cards_known(GAME.view(state, None)) == Counter(played)
        for seat in state.seating:
            own = [*state.cards.hand_of(seat), *played]
            if state.cards.offer and state.cards.seat == seat:
                own.append(state.cards.offer)
            assert cards_known(GAME.view(state, seat)) == Counter(own)


def test_rule_14_a_view_tells_how_many_cards_there_are(match: Match) -> None:
    for state in match.states:
        if state.cards is not None:
            seen = GAME.view(state, None).cards
            assert seen is not None
            assert [len(hand) for hand in seen.held] == [len(hand) for hand in state.cards.held]
            assert (len(seen.pack), len(seen.discards)) == (len(state.cards.pack), len(state.cards.discards))


def test_rule_14_no_card_that_was_not_played_is_in_the_log_or_told(match: Match) -> None:
    for state, action in match.moments:
        if not isinstance(action, Play):
            assert not any(card in str(encode(action)) for card in DECK)
        heard = GAME.apply(state, action).events
        assert not any(card in str(event.facts) for event in heard for card in DECK)


def test_no_card_is_lost_in_a_deal(match: Match) -> None:
    for state in match.states:
        if state.cards is not None:
            assert_all_cards_are_there(state)


def test_what_shows_more_cannot_be_taken_back() -> None:
    assert Exchange(A, ()).shows_more
    assert OneUp(A, True).shows_more
    assert not Play(A, "9s").shows_more
