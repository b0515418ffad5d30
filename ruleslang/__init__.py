"""
A rulebook is a text file, and one generic engine plays it.

    import ruleslang

    game = ruleslang.load("path/or/name")
    match = game.start(seed=7)
    while not match.is_over:
        match.choose(match.decision.choices[0])
    print(match.outcome)

What an embedder needs is here; it is loaded when it is first used.
"""

from __future__ import annotations

TYPE_CHECKING = False  # as `typing` has it, which would be imported before Ctrl-C can be heeded
if TYPE_CHECKING:
    from typing import Any

    from ruleslang.api import Choice as Choice
    from ruleslang.api import Decision as Decision
    from ruleslang.api import Event as Event
    from ruleslang.api import Game as Game
    from ruleslang.api import IllegalChoice as IllegalChoice
    from ruleslang.api import Match as Match
    from ruleslang.api import Outcome as Outcome
    from ruleslang.api import Refused as Refused
    from ruleslang.api import Report as Report
    from ruleslang.api import RulesError as RulesError
    from ruleslang.api import UnknownRulebook as UnknownRulebook
    from ruleslang.api import View as View
    from ruleslang.api import load as load
    from ruleslang.api import resume as resume
    from ruleslang.api import rulebooks as rulebooks

__all__ = [
    "Choice",
    "Decision",
    "Event",
    "Game",
    "IllegalChoice",
    "Match",
    "Outcome",
    "Refused",
    "Report",
    "RulesError",
    "UnknownRulebook",
    "View",
    "load",
    "resume",
    "rulebooks",
]


def __getattr__(name: str) -> Any:
    if name not in (*__all__, "__version__"):
        raise AttributeError(f"module 'ruleslang' has no attribute {name!r}")
    from ruleslang import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__, "__version__"])
