"""What has to be computed without a choice or a change: a `check`, and an imagined position."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import whole
from ruleslang.language.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program.events import ProcedureRun
from ruleslang.program.passes.derived_tables import derive
from ruleslang.program.passes.followed_reads import Imaginings
from ruleslang.program.traits.effects import is_allowed_in_check
from ruleslang.program.traits.statements import traits
from ruleslang.program.traits.trait_classes import ReplacedRun
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Diagnostic, Message

imagined_choice = Message(
    "imagined-choice",
    "`{name}` can lead to several positions: {what}",
    help="use only the part of `{name}` without players and chance; make that a procedure"
    " or an action",
    label="`{name}` may run this",
)


def first_question(imagined: Imaginings, name: str) -> tuple[s.Statement, str] | None:
    """Return the first statement that asks a player or uses chance, and which of the two."""
    for node in imagined.run(name).statements():
        here = traits(node)
        if here.chance:
            return node, "it uses chance"
        if here.asks or any(not isinstance(run, (ProcedureRun, ReplacedRun)) for run in here.runs):
            return node, "it may ask a player"
    return None


def _actions_tried(subject: Subject, imagined: Imaginings, offer: s.Offer) -> Iterator[Diagnostic]:
    """Report errors in actions that are offered as often as possible."""
    span = subject.span(offer.origin)
    for name in offer.actions:
        question = first_question(imagined, name) or _asked_before(subject, name)
        if question is not None:
            node, asked_what = question
            yield imagined_choice(span, at=subject.span(node.origin), name=name, what=asked_what)


def _asked_before(subject: Subject, name: str) -> tuple[s.Clause | s.Choice, str] | None:
    """Return the questions of an action before its body: how to pay, and in which order."""
    action = subject.actions[name]
    for clause in action.body.clauses:
        costs = clause.costs if isinstance(clause, s.Pays) else ()
        if not all(isinstance(cost, s.CountCost) for cost in costs):
            return clause, "the player chooses how to pay"
    for choice in action.choices:
        if choice.in_order:
            return choice, "a player is asked for the order"
    return None


def find_imagined_choice(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a procedure evaluated in an imagined position asks a player or needs chance."""
    offers = [offer for offer in find(subject.program, s.Offer) if offer.mode == "most"]
    questions = list(subject.what_would_be_questions())
    if not offers and not questions:
        return
    imagined = derive(subject.program).reads.imagined
    for offer in offers:
        yield from _actions_tried(subject, imagined, offer)
    for question in questions:
        name = question.procedure
        asked = first_question(imagined, name)
        if asked is not None:
            node, asked_what = asked
            span = subject.span(question.origin)
            yield imagined_choice(span, at=subject.span(node.origin), name=name, what=asked_what)


check_calls_procedure = Message(
    "check-calls-procedure",
    "the check `{name}` calls `{called}`, which isn't a check",
    help="make `{called}` a `check` too, or this one a `procedure`",
)


def find_check_calls_procedure(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a `check` calls a procedure, which may change the state."""
    for procedure in subject.program.procedures:
        if procedure.word == "check":
            for node in subject.statements(whole(procedure.body)):
                for run in traits(node).runs:
                    name = run.name if isinstance(run, ProcedureRun) else ""
                    called = subject.procedures.get(name)
                    if called is not None and called.word != "check":
                        yield check_calls_procedure(
                            subject.span(node.origin), name=procedure.name, called=name
                        )


check_changes_state = Message(
    "check-changes-state",
    "the check `{name}` can't do this",
    help="a check only rolls, computes and answers; make it a `procedure`, or move this out",
)


def find_check_changes_state(subject: Subject) -> Iterator[Diagnostic]:
    """Report that a `check` does more than roll and compute, as exact chances require."""
    for procedure in subject.program.procedures:
        if procedure.word == "check":
            for node in subject.statements(whole(procedure.body)):
                if not is_allowed_in_check(traits(node)):
                    yield check_changes_state(subject.span(node.origin), name=procedure.name)
