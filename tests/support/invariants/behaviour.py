"""Invariants about the places of statements."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleslang.program import declarations as d
from ruleslang.program import expressions as e
from ruleslang.program import patterns
from ruleslang.program import statements as s
from ruleslang.program.effect_order import read_for_force, written_effects
from ruleslang.program.events import ActionRun, CardPlay, Event, ProcedureRun
from ruleslang.program.passes.recursive_values import nested_calls, unmodified
from ruleslang.program.traits.effects import is_allowed_in_check, may_leave, own_statements
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import WindowOpening
from ruleslang.program.typing.environment import Known
from ruleslang.program.walk import children, find
from tests.support.invariants.broken import Broken
from tests.support.invariants.declared import declarations
from tests.support.invariants.slot_types import of_this_hook


def as_usual_in_instead(k: Known) -> Iterator[Broken]:
    """`as usual` stands only in an `instead of`, with as many arguments as its procedure has."""
    for where, declaration in declarations(k.program):
        for node in _outside_instead(declaration):
            if isinstance(node, s.AsUsual):
                yield Broken("as-usual-in-instead", where, "as usual without instead of")
        for hook in find(declaration, s.Hook):
            places = _places(k, hook.event)
            for usual in of_this_hook(hook):
                if usual.arguments is not None and len(usual.arguments) != places:
                    yield Broken("as-usual-in-instead", where, f"as usual has not {places} entries")


def _places(k: Known, event: Event) -> int:
    """How many parameters or choices what an event is a run of has; of a play, its card."""
    match event:
        case ProcedureRun(name):
            return len(k.procedures[name].parameters) if name in k.procedures else 0
        case ActionRun(name):
            return len(k.actions[name].choices) if name in k.actions else 0
        case CardPlay():
            return 1


def _outside_instead(node: Any) -> Iterator[Any]:
    for child in children(node):
        if not (isinstance(child, s.Hook) and child.moment == "instead of"):
            yield child
            yield from _outside_instead(child)


def in_any_case_quiet(k: Known) -> Iterator[Broken]:
    """`in any case` moves cards and sets states: no choice, chance, window, call or leaving."""
    for where, declaration in declarations(k.program):
        for body in find(declaration, s.Body):
            for node in own_statements(body.in_any_case or ()):
                here = traits(node)
                if here.asks or here.chance or here.effects or may_leave(node, acts_at_once=False):
                    yield Broken("in-any-case-quiet", where, type(node).__name__)


def together_quiet(k: Known) -> Iterator[Broken]:
    """`together for each` has no chance, no window and no `together` in it."""
    for where, declaration in declarations(k.program):
        for block in find(declaration, s.TogetherForEach):
            for node in own_statements(block.block):
                opens = any(isinstance(run, WindowOpening) for run in traits(node).runs)
                within = isinstance(node, (s.Together, s.TogetherForEach))
                if traits(node).chance or opens or within:
                    yield Broken("together-quiet", where, type(node).__name__)


def check_changes_nothing(k: Known) -> Iterator[Broken]:
    """A `check` writes locals only, and calls nothing but checks."""
    for procedure in k.program.procedures:
        if procedure.word == "check":
            always = procedure.body.in_any_case or ()
            for node in own_statements((*procedure.body.statements, *always)):
                if not is_allowed_in_check(traits(node)) or _runs_more(k, node):
                    where = f"check {procedure.name}"
                    yield Broken("check-changes-nothing", where, type(node).__name__)


def _runs_more(k: Known, node: s.Statement) -> bool:
    """Whether a statement runs a procedure that is no check."""
    names = (run.name for run in traits(node).runs if isinstance(run, ProcedureRun))
    return any(name in k.procedures and k.procedures[name].word != "check" for name in names)


def cases_complete(k: Known) -> Iterator[Broken]:
    """The last case of a value, and only the last, has no condition; a `depending` has a case."""
    for value in k.program.values:
        open_cases = [case.condition is None for case in value.cases]
        if not open_cases or open_cases != [False] * (len(open_cases) - 1) + [True]:
            where = f"value {value.name}"
            yield Broken("cases-complete", where, "otherwise is missing or not last")
    for where, declaration in declarations(k.program):
        for depending in find(declaration, s.Depending):
            if not depending.cases or not all(case.entries for case in depending.cases):
                yield Broken("cases-complete", where, "depending without a case")
            elif depending.otherwise is None and _words_left(k, depending):
                yield Broken("cases-complete", where, "depending that lacks a case")


def _words_left(k: Known, depending: s.Depending) -> bool:
    """Whether the cases are words of one list, and some word of it is in none."""
    entries = [entry for case in depending.cases for entry in case.entries]
    values = [entry.value for entry in entries if isinstance(entry, patterns.EqualEntry)]
    words = [value for value in values if isinstance(value, e.WordValue)]
    if len(words) != len(entries) or words[0].list not in k.words:
        return False
    return len({word.place for word in words}) < len(k.words[words[0].list].words)


def values_acyclic(k: Known) -> Iterator[Broken]:
    """No value reads itself but for less, nor by what changes it or decides that it is changed."""
    plain = unmodified(k.program)
    reads = {
        value.name: set(_called(value)) - ({value.name} if nested_calls(value, plain) else set())
        for value in k.program.values
    }
    for one in written_effects(k.program):
        if isinstance(one.effect, s.Modifier):
            called = _called((one.effect, *read_for_force(one.begun_by)))
            reads.setdefault(one.effect.value, set()).update(called)
    for name in k.values:
        if name in _reached(reads, name):
            yield Broken("values-acyclic", f"value {name}", "reads itself")


def _called(node: Any) -> Iterator[str]:
    return (call.name for call in find((node,), e.CallValue))


def _reached(reads: dict[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    todo = set(reads.get(start, ()))
    while todo:
        name = todo.pop()
        seen.add(name)
        todo |= reads.get(name, set()) - seen
    return seen


def answers_agree(k: Known) -> Iterator[Broken]:
    """Whose answer is taken can answer; who answers says of which type."""
    for where, declaration in declarations(k.program):
        for call in find(declaration, s.Call):
            called = k.procedures.get(call.procedure)
            if call.into is not None and called is not None and called.answers is None:
                yield Broken("answers-agree", where, f"{call.procedure} answers nothing")
    for procedure in k.program.procedures:
        if procedure.answers is None and _answers(procedure):
            yield Broken("answers-agree", f"procedure {procedure.name}", "answers without a type")


def _answers(procedure: d.Procedure) -> bool:
    return any(isinstance(node, s.Answer) for node in _outside_hooks(procedure.body))


def _outside_hooks(node: Any) -> Iterator[Any]:
    for child in children(node):
        if not isinstance(child, s.Hook):
            yield child
            yield from _outside_hooks(child)
