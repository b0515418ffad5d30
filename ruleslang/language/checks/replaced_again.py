"""Reports `replaced-again`: what stands in the place of a procedure calls that procedure."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program.events import ProcedureRun
from ruleslang.program.patterns import AnyEntry, BindEntry, EqualEntry
from ruleslang.program.walk import alike
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

replaced_again = Message(
    "replaced-again",
    "this stands in the place of `{name}`, and calls it again",
    help="what was replaced is done by `{name} as usual`",
    label="here it is replaced",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every call, in an `instead of P(…)` without a condition, that is replaced as well."""
    for effect, _ in subject.effects:
        match effect:
            case s.Hook(moment="instead of", event=ProcedureRun(name), condition=None):
                for node in subject.statements(effect.block):
                    if isinstance(node, s.Call) and node.procedure == name and _fits(node, effect):
                        yield replaced_again(
                            subject.span(node.origin), at=subject.span(effect.origin), name=name
                        )


def _fits(call: s.Call, hook: s.Hook) -> bool:
    """Whether the arguments of a call surely match the hook's pattern."""
    pattern = hook.pattern or ()
    return all(
        isinstance(entry, AnyEntry | BindEntry)
        or (isinstance(entry, EqualEntry) and alike(entry.value, argument))
        for entry, argument in zip(pattern, call.arguments, strict=False)
    )
