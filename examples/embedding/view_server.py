"""
A match for a table of players: each receives, as a line of JSON, only what they may know.

`python view_server.py kuhn_poker 3` prints the views of all seats at each decision, and takes the
choice that is then named on its own line (`bet`); where there is none, the first.
"""

from __future__ import annotations

import json
import sys
from typing import Any

import ruleslang


def shown(view: ruleslang.View) -> dict[str, Any]:
    """The facts that a player may know, as plain data; `null` is hidden from them."""
    return {
        "seat": view.player,
        "zones": {name: zone.cards for name, zone in view.zones.items()},
        "states": dict(view.states),
        "dice": dict(view.dice),
        "pieces": dict(view.pieces),
        "asked": [choice.id for choice in view.decision.choices] if view.decision else None,
    }


def main(rulebook: str = "kuhn_poker", seed: str = "1") -> None:
    """Show every seat its view, take a choice, until the match is over."""
    match = ruleslang.load(rulebook).start(seed=int(seed))
    seats = range(len(match.view(0).players))
    while match.decision is not None:
        for seat in seats:
            print(json.dumps(shown(match.view(seat))))
        named = sys.stdin.readline().strip()
        match.choose(named or match.decision.choices[0])
    print(json.dumps({"payoffs": match.outcome.payoffs if match.outcome else None}))


if __name__ == "__main__":
    main(*sys.argv[1:])
