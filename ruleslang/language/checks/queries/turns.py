"""Whose turn it surely is: which locals hold `active`, at each statement."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from attrs import Factory, define

from ruleslang.language.checks.queries.call_graph import Graph, Node, graph, in_play, reachable
from ruleslang.language.checks.queries.path_conditions import failing, holding
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.events import ActionRun, ProcedureRun
from ruleslang.program.locals import Slot
from ruleslang.program.patterns import BindEntry
from ruleslang.program.slot_uses import written_in
from ruleslang.program.traits.statements import traits

Slots: TypeAlias = "frozenset[Slot]"
NONE: Slots = frozenset()


def set_as_it_is(subject: Subject) -> Iterator[s.Assign]:
    """Every `set active to p` at which `p` is active already, whoever comes there."""
    table = graph(subject)
    setting = _setting(subject, table)
    if not setting or any(node[0] == "whenever" for node in setting):
        return
    played = sorted(in_play(subject) & table.blocks.keys())
    held = {node: _places(subject, node) for node in played}
    while True:
        walk = _Walk(subject, table, setting)
        for node in played:
            walk.block(table.blocks[node], held[node])
        narrowed = {node: held[node] & _handed(subject, node, held, walk) for node in played}
        if narrowed == held:
            break
        held = narrowed
    yield from {id(node): node for node in walk.needless}.values()


def _setting(subject: Subject, table: Graph) -> set[Node]:
    """What may set `active`, or run what does."""
    waiting = [node for node, block in table.blocks.items() if _sets(subject, block)]
    setting: set[Node] = set()
    while waiting:
        node = waiting.pop()
        if node not in setting:
            setting.add(node)
            waiting += [caller for caller, _ in table.callers.get(node, ())]
    return setting


def _sets(subject: Subject, block: s.Block) -> list[s.Statement]:
    return [node for node in subject.statements(block) if _sets_active(node)]


def _sets_active(node: s.Statement) -> bool:
    return isinstance(node, s.Assign) and isinstance(node.place, s.ActivePlace)


def _places(subject: Subject, node: Node) -> Slots:
    """The locals that a run of a body is given."""
    match node:
        case ("procedure", name):
            return frozenset(range(len(subject.procedures[name].parameters)))
        case ("action", name):
            return frozenset({subject.actions[name].you})
        case ("play", name):
            return frozenset({subject.plays[name].you})
        case ("hook", id):
            hook = subject.hooks[id]
            entries = (*(hook.pattern or ()), hook.by)
            return frozenset(entry.slot for entry in entries if isinstance(entry, BindEntry))
    return NONE


def _handed(subject: Subject, node: Node, held: Mapping[Node, Slots], walk: _Walk) -> Slots:
    """The locals that hold `active` whenever a body begins."""
    if node[0] == "hook":
        return frozenset(_bound(subject, subject.hooks[node[1]], held))
    if node == walk.table.start:
        return NONE
    return frozenset.intersection(*walk.handed.get(node, [NONE]))


def _bound(subject: Subject, hook: s.Hook, held: Mapping[Node, Slots]) -> Iterator[Slot]:
    """The locals of a hook that hold what its event was given."""
    match hook.event:
        case ProcedureRun(name):
            given = held.get(("procedure", name), NONE)
            if hook.moment != "after" or not _set_inside(subject, ("procedure", name), hook):
                for place, entry in enumerate(hook.pattern or ()):
                    if isinstance(entry, BindEntry) and place in given:
                        yield entry.slot
        case ActionRun(name) if isinstance(hook.by, BindEntry):
            is_same = hook.moment != "after" or not _set_inside(subject, ("action", name), hook)
            if held.get(("action", name)) and is_same:
                yield hook.by.slot


def _set_inside(subject: Subject, node: Node, hook: s.Hook) -> bool:
    """Whether an event sets `active` in another way than by a hook after it."""
    table = graph(subject)
    own = {id(each) for each in subject.statements(hook.block)}
    return any(
        id(each) not in own
        for inner in reachable([node], table)
        for each in _sets(subject, table.blocks.get(inner, ()))
    )


@define(eq=False)
class _Walk:
    """One pass over all bodies: what each call hands over, and what sets `active` as it is."""

    subject: Subject
    table: Graph
    setting: set[Node]
    handed: dict[Node, list[Slots]] = Factory(dict)
    needless: list[s.Assign] = Factory(list)

    def block(self, block: s.Block, known: Slots) -> Slots:
        """The locals that hold `active` after a block."""
        for node in block:
            known = self.after(node, known)
        return known

    def after(self, node: s.Statement, known: Slots) -> Slots:
        """The locals that hold `active` after a statement."""
        match node:
            case s.Assign(s.ActivePlace(), value):
                if _holds(value, known):
                    self.needless.append(node)
                    return known
                return frozenset({value.slot}) if isinstance(value, e.Local) else NONE
            case s.Let(slot, value) | s.Assign(s.LocalPlace(slot), value):
                return known | {slot} if _holds(value, known) else known - {slot}
            case s.If(condition, then, otherwise):
                left = self.block(then, known | _same(holding(condition)))
                return left & self.block(otherwise, known | _same(failing(condition)))
            case s.TakeTurns(variable, block=block):
                self.block(block, frozenset({variable}))
                return known - {*written_in(block)}
        self.hand(node, known)
        inside = NONE if self.may_set(node) else known - {*written_in(node)}
        for inner in traits(node).blocks:
            self.block(inner, inside)
        return inside

    def may_set(self, node: s.Statement) -> bool:
        """Whether a statement may set `active`, itself or by what it runs."""
        for inner in self.subject.statements((node,)):
            run = {edge.target for edge in self.table.of_statement.get(id(inner), ())}
            if _sets_active(inner) or run & self.setting:
                return True
        return False

    def hand(self, node: s.Statement, known: Slots) -> None:
        """Note which places of what a statement runs take the active player."""
        match node:
            case s.Call(procedure, arguments):
                held = (place for place, given in enumerate(arguments) if _holds(given, known))
                self.note(("procedure", procedure), held)
            case s.Offer(player, _, actions):
                for name in actions:
                    you = self.subject.actions[name].you
                    self.note(("action", name), [you] if _holds(player, known) else [])
            case s.Perform(by=by):
                for edge in self.table.of_statement.get(id(node), ()):
                    for play in self.table.edges[edge.target]:
                        you = self.subject.plays[play.target[1]].you
                        self.note(play.target, [you] if _holds(by, known) else [])
            case s.OpenWindow(window):
                for edge in self.table.edges[("window", window)]:
                    self.note(edge.target, [])

    def note(self, node: Node, slots: Iterable[Slot]) -> None:
        self.handed.setdefault(node, []).append(frozenset(slots))


def _holds(value: e.Expr, known: Slots) -> bool:
    """Whether an expression is surely the active player."""
    return isinstance(value, e.Active) or (isinstance(value, e.Local) and value.slot in known)


def _same(facts: Iterable[e.Expr]) -> Slots:
    """The locals that are said to be the active player."""
    slots: set[Slot] = set()
    for fact in facts:
        match fact:
            case e.Equal(e.Active(), e.Local(slot)) | e.Equal(e.Local(slot), e.Active()):
                slots.add(slot)
    return frozenset(slots)
