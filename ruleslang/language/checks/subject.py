"""The input of checks: the program, its text, and queries memoised for all checks."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import TypeAlias

from attrs import define

from ruleslang.language.checks.queries.example_facts import ExampleFacts, ImaginedRun, facts_of
from ruleslang.language.syntax.declarations import Tree
from ruleslang.language.syntax.node import Node
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.effect_order import written_effects
from ruleslang.program.locals import LocalDecl
from ruleslang.program.program import Compiled, Program
from ruleslang.program.references import Origin
from ruleslang.program.traits.effects import own_statements
from ruleslang.program.typing.environment import World, world_of
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Span

Found: TypeAlias = tuple[Diagnostic, ...]


@define(eq=False, slots=False)
class Subject:
    """A compiled game, with the place of each of its origins."""

    compiled: Compiled
    spans: Sequence[Span]

    @property
    def program(self) -> Program:
        return self.compiled.program

    @cached_property
    def examples(self) -> tuple[ExampleFacts, ...]:
        return tuple(map(facts_of, self.compiled.examples))

    @property
    def origins(self) -> Sequence[Origin]:
        return self.program.origins

    @cached_property
    def world(self) -> World:
        """The types of declarations, on which the types of expressions depend."""
        return world_of(self.program)

    @cached_property
    def procedures(self) -> dict[str, d.Procedure]:
        return {procedure.name: procedure for procedure in self.program.procedures}

    @cached_property
    def actions(self) -> dict[str, d.Action]:
        return {action.name: action for action in self.program.actions}

    @cached_property
    def plays(self) -> dict[str, d.Play]:
        return {play.name: play for play in self.program.plays}

    @cached_property
    def hooks(self) -> dict[str, s.Hook]:
        return {effect.id: effect for effect, _ in self.effects if isinstance(effect, s.Hook)}

    def statements(self, block: s.Block) -> tuple[s.Statement, ...]:
        """Return the statements of a block, as `own_statements` has them."""
        return tuple(own_statements(block))

    @cached_property
    def zones(self) -> dict[str, d.Zone]:
        return {zone.name: zone for zone in self.program.zones}

    @cached_property
    def states(self) -> dict[str, d.State]:
        return {state.name: state for state in self.program.states}

    @cached_property
    def standings(self) -> tuple[d.Standing, ...]:
        """All standing effects, of the rulebook and of cards."""
        return self.program.standings + self.program.card_standings

    @cached_property
    def effects(self) -> tuple[tuple[s.Effect, tuple[LocalDecl, ...]], ...]:
        """All effects, each with the table of locals of its body."""
        return tuple((written.effect, written.locals) for written in written_effects(self.program))

    def what_would_be_questions(self) -> Iterator[e.WhatWouldBe | ImaginedRun]:
        """Yield every `E after P(…)`, in rules and elsewhere."""
        beside = self.compiled
        yield from find((beside.program, beside.choosers, beside.measures), e.WhatWouldBe)
        yield from (run for example in self.examples for run in example.imagined)
        yield from find((beside.claims, beside.properties), e.WhatWouldBe)

    def span(self, origin: int) -> Span:
        """Return the place of an origin; its first line if it has several."""
        return self.spans[origin].first_line


def in_each(trees: Sequence[Tree], check: Callable[[Node], Found]) -> Iterator[Diagnostic]:
    """Yield what a check of one declaration finds in each of all files; nothing in most."""
    for tree in trees:
        for top in tree.declarations:
            yield from check(top)
