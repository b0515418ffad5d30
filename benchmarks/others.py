"""Random play by other libraries, as work that is timed; each is optional."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from typing import Any

from measuring import Measuring, Prepared, Ratio, Work, missing, say
from own_engines import (
    games_in_c,
    games_in_c_on_all_cores,
    games_in_wasm,
    in_lock_step,
    loop_of,
    whole_loop_of,
)

SPIEL = ("tic_tac_toe", "connect_four", "kuhn_poker", "leduc_poker", "crazy_eights")
RLCARD = {"leduc_poker": "leduc-holdem", "blackjack": "blackjack", "crazy_eights": "uno"}
LUDAX = {"tic_tac_toe": "tic_tac_toe", "connect_four": "connect_four", "othello": "reversi"}
BATCHES = (256, 1024, 4096, 16384)
PGX_BATCH = 16_384
PGX = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "kuhn_poker": "kuhn_poker",
    "leduc_poker": "leduc_holdem",
}


# ---------------------------------------------------------------- OpenSpiel


def against_open_spiel(measuring: Measuring) -> Iterator[Ratio]:
    try:
        import pyspiel
    except ImportError as why:
        yield missing("c/openspiel", "all", why)
        return
    for name in SPIEL:
        game = _spiel_game(pyspiel, name)
        yield measuring.ratio("c/openspiel", name, games_in_c(name), _spiel(game))
        states = Prepared(
            lambda game=game: [game.new_initial_state() for _ in range(50)],
            lambda ready: sum(_spiel_finished(state) for state in ready),
        )
        yield measuring.ratio("loop/openspiel", name, loop_of(name, "c"), states)
        yield measuring.ratio(
            "loop with starts/openspiel", name, whole_loop_of(name, "c"), _spiel(game)
        )


def _spiel_game(pyspiel: Any, name: str) -> Any:
    return pyspiel.load_game(name, {"players": 2} if name == "crazy_eights" else {})


def _spiel(game: Any) -> Work:
    return lambda: _spiel_finished(game.new_initial_state())


def _spiel_finished(state: Any) -> int:
    made, choice = 0, random.choice
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, weights)[0])
        else:
            state.apply_action(choice(state.legal_actions()))
            made += 1
    return made


# ---------------------------------------------------------------- RLCard


def against_rlcard(measuring: Measuring) -> Iterator[Ratio]:
    try:
        import rlcard
    except ImportError as why:
        yield missing("wasm/rlcard", "all", why)
        return
    for name, theirs in RLCARD.items():
        ours = games_in_wasm(name)
        yield measuring.ratio("wasm/rlcard", name, ours, _rlcard(rlcard.make(theirs)))


def _rlcard(env: Any) -> Work:
    def work() -> int:
        state, _ = env.reset()
        made = 0
        while not env.is_over():
            state, _ = env.step(random.choice(list(state["legal_actions"])))
            made += 1
        return made

    return work


# ---------------------------------------------------------------- Ludax


def against_ludax(measuring: Measuring) -> Iterator[Ratio]:
    """On all cores, by the clock, with masks by the processor; Ludax with its best batch."""
    import time

    try:
        import jax
        import ludax.games
    except ImportError as why:
        yield missing("c/ludax", "all", why)
        return
    cores = os.cpu_count() or 1
    for name, theirs in LUDAX.items():
        env = ludax.LudaxEnvironment(game_str=getattr(ludax.games, theirs))
        sizes = [size for size in BATCHES if name != "othello" or size <= 1024]
        works = {size: _ludax(jax, env, size) for size in sizes}
        once = Measuring(1, measuring.seconds)
        for work in works.values():
            work()  # compiles
        best = max(sizes, key=lambda size: once.rate(works[size], time.monotonic))
        say(f"{name}: batches of {best} are the best of Ludax")
        ours = games_in_c_on_all_cores(name, cores)
        yield measuring.ratio("c/ludax", name, ours, works[best], time.monotonic)
        ours_with_masks = in_lock_step(name)
        yield measuring.ratio("lock step with masks/ludax", name, ours_with_masks, works[best])


def _ludax(jax: Any, env: Any, size: int) -> Work:
    def is_over(state: Any) -> Any:
        return state.terminated | state.truncated

    return _in_jax(jax, env, size, is_over)


# ---------------------------------------------------------------- pgx


def against_pgx(measuring: Measuring) -> Iterator[Ratio]:
    """Decisions of a large batch with masks, by the processor: here, in pgx, and their ratio."""
    try:
        import jax
        import pgx
    except ImportError as why:
        yield missing("lock step with masks/pgx", "all", why)
        return
    for name, game in PGX.items():
        theirs = _in_jax(jax, pgx.make(game), PGX_BATCH, lambda state: state.terminated)
        yield measuring.ratio(
            "lock step with masks/pgx", name, in_lock_step(name, PGX_BATCH), theirs
        )


def _in_jax(jax: Any, env: Any, size: int, is_over: Callable[[Any], Any]) -> Work:
    """A batch of random games, all to their end; steps of games that are over are not counted."""
    init, step = jax.vmap(env.init), jax.vmap(env.step)

    def play(key: Any) -> Any:
        def goes_on(now: Any) -> Any:
            return ~is_over(now[0]).all()

        def one_step(now: Any) -> Any:
            state, key, made = now
            key, own = jax.random.split(key)
            made += (~is_over(state)).sum()
            logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
            return step(state, jax.random.categorical(own, logits=logits, axis=1)), key, made

        key, own = jax.random.split(key)
        begun = init(jax.random.split(own, size)), key, jax.numpy.int32(0)
        return jax.lax.while_loop(goes_on, one_step, begun)[1:]

    run, keys = jax.jit(play), [jax.random.PRNGKey(42)]

    def work() -> int:
        keys[0], made = run(keys[0])
        return int(made)

    return work
