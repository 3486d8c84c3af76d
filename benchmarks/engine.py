"""How fast the rules of every game are: `python benchmarks/engine.py`. One process, CPU time, the best of five.

steps     actions of recorded random matches taken through `step`, the only door
matches   random matches from the first throw to the ranking, choosing included
replay    a whole match from its log: what an undo or a correction costs
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time
from typing import Any

from scorekeeper import dealer
from scorekeeper.engine.core import Action, AnyGame, Decide, Over, step
from scorekeeper.engine.games import GAMES
from scorekeeper.engine.log import replay
from scorekeeper.engine.settings import settings_of

MATCHES = 200
ENOUGH = 30_000  # actions: fewer matches of a game that plays long
LONG = 600  # actions
BOLD = 0.1  # how often somebody thinks of gambling


def play(game: AnyGame, start: Any, rng: Random) -> list[Action]:
    """A match in which everybody does anything."""
    state, log = start, []
    while not isinstance(pending := game.pending(state), Over):
        action = anything(pending, rng) if isinstance(pending, Decide) else dealer.resolve(pending, rng)
        state = step(game, state, action).state
        log.append(action)
    return log


def anything(pending: Decide, rng: Random) -> Action:
    """Any choice, but seldom a gamble: or some matches would never end."""
    meek = [option for option in pending.options if not option.bold]
    return rng.choice(meek if meek and rng.random() > BOLD else pending.options)


def seconds(work: Callable[[], object]) -> float:
    def once() -> float:
        began = process_time()
        work()
        return process_time() - began

    return min(once() for _ in range(5))


def retake(game: AnyGame, start: Any, logs: list[list[Action]]) -> None:
    for log in logs:
        state = start
        for action in log:
            state = step(game, state, action).state


def long_match(game: AnyGame) -> tuple[Any, list[Action]]:
    """The first `LONG` actions of a match that has so many, at a full table and with every number at its highest."""
    numbers = [s for s in settings_of(game.rules) if all(type(choice) is int for choice in s.choices)]
    start = game.start(game.seats[-1], game.rules(**{s.key: max(s.choices) for s in numbers}))
    longest: list[Action] = []
    for seed in range(4 * MATCHES):
        longest = max(longest, play(game, start, Random(seed)), key=len)
        if len(longest) >= LONG:
            break
    return start, longest[:LONG]


def report(game: AnyGame) -> None:
    seats = min(4, game.seats[-1])
    start = game.start(seats, game.rules())
    logs: list[list[Action]] = []
    while len(logs) < MATCHES and sum(map(len, logs)) < ENOUGH:
        logs.append(play(game, start, Random(len(logs))))
    actions = sum(map(len, logs))
    steps = actions / seconds(lambda: retake(game, start, logs))
    matches = len(logs) / seconds(lambda: [play(game, start, Random(seed)) for seed in range(len(logs))])
    long_start, log = long_match(game)
    again = seconds(lambda: replay(game, long_start, log))
    print(game.key)
    print(f"  {steps:>12,.0f}  steps a second (random matches of {seats})")
    print(f"  {matches:>12,.0f}  random matches a second ({actions / len(logs):.0f} actions each)")
    print(f"  {again * 1000:>12.1f}  ms to replay a match of {len(log)} actions")


if __name__ == "__main__":
    for each in GAMES:
        report(each)
