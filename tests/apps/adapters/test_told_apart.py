"""Adapters warn about what the layout of a row cannot show."""

from __future__ import annotations

import warnings

import pytest

from ruleslang.api import load
from ruleslang.apps.adapters import checked_layout

ASKED = """\
rulebook asked "Asked"
    language 1
    players 2: west, east
    starts with game
state bid(player): -3..3 or none = none, seen by all
state gold: 0..MOST = 0
phase game
    for each p in players
        p must do one of these
            offer
            decline
    west chooses one of
        go: nothing
        stay: nothing
    west wins
action offer by p choosing n from -3..3
    set bid(p) to n
action decline by p
    set bid(p) to none
"""
SMALL, LARGE = ASKED.replace("MOST", "5"), ASKED.replace("MOST", "99999999999")


def test_none_and_minus_one_differ_in_pettingzoo() -> None:
    pytest.importorskip("pettingzoo")
    from ruleslang.apps.adapters.pettingzoo import env

    found = set[bytes]()
    for features in (True, False):
        for choice in (2, 7):  # -1, and none
            table = env(load(SMALL), features=features)
            table.reset(seed=1)
            table.step(table.match.actions()[choice])
            found.add(table.observe("player_0")["observation"].tobytes())

    assert len(found) == 4


def test_none_and_minus_one_differ_in_openspiel() -> None:
    pytest.importorskip("pyspiel")
    from ruleslang.apps.adapters.openspiel import load_game

    found = set[tuple[float, ...]]()
    for features in (True, False):
        for choice in (2, 7):
            state = load_game(load(SMALL), features=features).new_initial_state()
            state.apply_action(state.legal_actions()[choice])
            found.add(tuple(state.observation_tensor(0)))

    assert len(found) == 4


def test_a_layout_warns_of_numbers_that_it_cannot_show() -> None:
    with pytest.warns(UserWarning, match="`state gold` do not show: numbers beyond 2147483647"):
        checked_layout(load(LARGE).start(seed=1).observed)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        checked_layout(load(SMALL).start(seed=1).observed)
