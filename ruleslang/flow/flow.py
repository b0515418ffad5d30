"""The result of lowering: everything that an engine prints."""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from ruleslang.flow.context import Lowering
from ruleslang.flow.questions import Question
from ruleslang.flow.resumable_blocks import Cut
from ruleslang.flow.state_layout import Layout
from ruleslang.flow.tables_and_routines import Routine, Table
from ruleslang.match.entities import Population
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program import types as t


@frozen(eq=False)
class Flow:
    """
    A program with its settings, lowered.

    Tables and routines are by name; `statements` and `questions` by the numbers that steps have.
    `picked` is what chance picks, by the name that takes it (with a mark behind it, where that name
    takes values of several types); `told` the statements that tell facts of cards, by their places,
    and of what type these are. A match runs the routine `entry`.
    `measures` are those that it takes; `whole` is what further routines are made with.
    """

    population: Population
    layout: Layout
    tables: Mapping[str, Table]
    routines: Mapping[str, Routine]
    statements: tuple[s.Statement, ...]
    questions: tuple[Question, ...]
    picked: Mapping[str, t.Type]
    told: Mapping[int, tuple[s.RevealFact, t.Type]]
    cut: Cut
    entry: str
    whole: Lowering
    measures: tuple[d.Measure, ...] = ()
