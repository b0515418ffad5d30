"""The traits of each class of line of an example: what it is for."""

from __future__ import annotations

from typing import Literal, TypeAlias, assert_never

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program.walk import find

Purpose: TypeAlias = Literal["sets up", "foretells", "acts", "expects"]
"""
What a line of an example is for.

`sets up`: the position that the example begins with, or goes on from. `foretells`: what chance will
do, and what players will answer. `acts`: something is done, or run. `expects`: what must be so.
"""


def purpose(line: d.ExampleLine) -> Purpose:
    """What a line of an example is for."""
    match line:
        case d.GivenState() | d.GivenZone() | d.GivenDice() | d.GivenDiceNumber():
            return "sets up"
        case d.GivenActive() | d.GivenOption() | d.GivenPlayers() | d.GivenAutomatic():
            return "sets up"
        case d.GivenPiece() | d.GivenFact():
            return "sets up"
        case d.RollingLine() | d.PickingLine() | d.ScriptLine():
            return "foretells"
        case d.PlaysLine() | d.DoesLine() | d.RunLine():
            return "acts"
        case d.ThenLine() | d.SeesLine() | d.AudienceLine() | d.WonLine():
            return "expects"
        case d.MayLine() | d.MayPlayLine() | d.MayChooseLine() | d.TogetherLine():
            return "expects"
        case _:
            assert_never(line)


def looks_at_question(line: d.ExampleLine) -> bool:
    """Whether a line is about the question that somebody is asked."""
    match line:
        case d.MayChooseLine() | d.TogetherLine():
            return True
        case d.ThenLine(condition=condition):
            return any(True for _ in find(condition, e.NumberOfChoices))
        case _:
            return False
