"""
Finds actions that are never legal where they are offered: what leads to the offer excludes what the
action asks for.

The facts of a body hold in a procedure that it calls, if nothing else runs that procedure.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from ruleslang.evaluation.consistency.facts_at_each_place import Dead, Walk
from ruleslang.evaluation.consistency.moment import Bound, Moment, beginning
from ruleslang.evaluation.consistency.translate import Translation
from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.locals import Slot

FIRST = ("hook before", "hook instead of")


@define
class OfferWalk(Walk):
    """
    A walk that tries each action where it is offered, with the facts that hold there.

    `legal` are the actions that may be legal at some offer, `barred` those that are not at one,
    with the reasons.
    """

    legal: set[str] = field(factory=set)
    barred: dict[str, tuple[int, ...]] = field(factory=dict)

    def statement(self, node: s.Statement, moment: Moment) -> Moment | None:
        if isinstance(node, s.Offer):
            for name in node.actions:
                self._offered(node, self.rules.world.known.actions[name], moment)
        elif isinstance(node, s.Call) and node.procedure in self.called:
            procedure = self.called[node.procedure]
            inside = _inside(moment, procedure, procedure.name, dict(enumerate(node.arguments)))
            self.block(procedure.body.statements, inside)
        return Walk.statement(self, node, moment)

    def _offered(self, node: s.Offer, action: d.Action, moment: Moment) -> None:
        """Try an action at an offer."""
        inside = _inside(moment, action, action.name, {action.you: node.player})
        if begun(self, action, action.body.clauses, inside) is not None:
            self.legal.add(action.name)
        else:
            self.barred.setdefault(action.name, (node.origin, *self.reasons))

    def never_legal(self, subject: Subject) -> Iterator[Dead]:
        """The actions that are legal at none of their offers, and stand in no window."""
        in_windows = {name for window in subject.program.windows for name in window.offers}
        for action in subject.program.actions:
            if action.name in self.barred and action.name not in self.legal | in_windows:
                yield Dead("offer", action.origin, action.name, self.barred[action.name])


def called_once(subject: Subject) -> dict[str, d.Procedure]:
    """The procedures that a single call runs, and before which no hook runs."""
    table = graph(subject)
    return {
        procedure.name: procedure
        for procedure in subject.program.procedures
        if (node := ("procedure", procedure.name)) != table.start
        and [edge.way for _, edge in table.callers[node]] == ["call"]
        and not any(edge.way in FIRST for edge in table.edges[node])
    }


def _inside(
    moment: Moment, body: d.Procedure | d.Action, name: str, given: dict[Slot, e.Expr]
) -> Moment:
    """The moment at the start of another body, with what its parameters are."""
    translation = Translation(moment)
    inside = evolve(
        beginning(moment.rules, body, name), facts=moment.facts, versions=moment.versions
    )
    for slot, argument in given.items():
        bound = Bound(translation.argument(argument), translation.of_local(argument))
        inside = inside.binding(slot, bound)
    return inside.knowing(*translation.known)


def begun(
    walk: Walk, declared: d.Action | d.Play, clauses: tuple[s.Clause, ...], moment: Moment
) -> Moment | None:
    """The moment in which all is chosen and these clauses hold; `None` if that never is."""
    here: Moment | None = moment
    if declared.window_condition is not None:
        here = walk.entered(moment, declared.window_condition)
    for choice in declared.choices:
        if here is not None:
            here = walk.choice(choice, here)
            here = here if walk.possible(here) else None
    return None if here is None else walk.clauses(clauses, here)
