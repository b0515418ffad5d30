"""
The declarations that an option affects, and the option values under which a condition may hold.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from attrs import frozen

from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import ProcedureRun
from ruleslang.program.traits.effects import effect_traits
from ruleslang.program.walk import find


@frozen
class EffectsOnDecided:
    """The effects under standing conditions, by the value or procedure that they modify."""

    on_values: Mapping[str, list[tuple[d.Standing, s.Effect]]]
    on_procedures: Mapping[str, list[tuple[d.Standing, s.Effect]]]

    def on(self, decided: d.Value | d.Procedure) -> Sequence[tuple[d.Standing, s.Effect]]:
        """Return the effects on one of them, each with its standing."""
        table = self.on_values if isinstance(decided, d.Value) else self.on_procedures
        return table.get(decided.name, ())

    def read_for(
        self, decided: d.Value | d.Procedure, options: Sequence[d.Option]
    ) -> Sequence[d.Option]:
        """Return those of some options that one of them reads, or an effect on it."""
        read = {node.name for node in find((decided, *self.on(decided)), e.ReadOption)}
        return [option for option in options if option.name in read] if read else ()


def effects_on_decided(subject: Subject) -> EffectsOnDecided:
    result = EffectsOnDecided(defaultdict(list), defaultdict(list))
    for standing in subject.standings:
        for effect in standing.effects:
            here = effect_traits(effect)
            if here.modifies is not None:
                result.on_values[here.modifies].append((standing, effect))
            if isinstance(here.event, ProcedureRun):
                result.on_procedures[here.event.name].append((standing, effect))
    return result


def decides(effects: EffectsOnDecided, option: d.Option, decided: d.Value | d.Procedure) -> bool:
    """Return whether a declaration reads the option, or an effect on it depends on the option."""
    if _reads_option(decided, option):
        return True
    return any(
        _reads_option(effect, option)
        or possible_values(standing.condition, option) != frozenset(range(len(option.values)))
        for standing, effect in effects.on(decided)
    )


def is_narrowed(effects: EffectsOnDecided, option: d.Option, decided: d.Value) -> bool:
    """Return whether an effect on a value holds under the default of the option alone."""
    played = frozenset({option.default})
    return any(
        possible_values(standing.condition, option) == played for standing, _ in effects.on(decided)
    )


def _reads_option(node: object, option: d.Option) -> bool:
    return any(read.name == option.name for read in find(node, e.ReadOption))


def possible_values(condition: e.Expr | None, option: d.Option) -> frozenset[int]:
    """Return the values of an option under which a condition may hold."""
    every = frozenset(range(len(option.values)))
    match condition:
        case e.And(left=left, right=right):
            return possible_values(left, option) & possible_values(right, option)
        case e.Or(left=left, right=right):
            return possible_values(left, option) | possible_values(right, option)
        case e.Not(operand=e.ReadOption(name)) if name == option.name:
            return frozenset({option.values.index("no")})
        case e.ReadOption(name) if name == option.name:
            return frozenset({option.values.index("yes")})
        case e.Equal(left=e.ReadOption() as read, right=e.Literal(bool(wanted))):
            return possible_values(read if wanted else e.Not(read), option)
        case e.Not(operand=e.Equal(left=e.ReadOption() as read, right=e.Literal(bool(wanted)))):
            return possible_values(e.Not(read) if wanted else read, option)
        case e.Not(operand=e.Equal(left=e.ReadOption(name), right=e.WordValue(place=place))):
            return every - {place} if name == option.name else every
        case e.Equal(left=e.ReadOption(name), right=e.WordValue(place=place)):
            return frozenset({place}) if name == option.name else every
        case e.In(member=e.ReadOption(name), set=e.MakeSet(items)) if name == option.name:
            return frozenset(item.place for item in items if isinstance(item, e.WordValue))
        case _:
            return every
