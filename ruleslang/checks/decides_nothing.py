"""Reports `decides-nothing`: the option of a `decided by` does not change what it stands at."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.checks.queries.option_effects import decides, effects_on_decided
from ruleslang.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def decides_nothing(span: Span, name: str, option: d.Option) -> Diagnostic:
    """A value or procedure is said to be decided by an option whose other values leave it alone."""
    others = [each for place, each in enumerate(option.values) if place != option.default]
    return error(
        "decides-nothing",
        span,
        f"no other value of `{option.name}` changes `{name}`",
        help=f"say under `while {option.name} is {others[0]}` what is different then, or leave"
        " `decided by` out",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every `decided by` that makes no difference."""
    options = {option.name: option for option in subject.program.options}
    marked: tuple[d.Value | d.Procedure, ...] = (
        *subject.program.values,
        *subject.program.procedures,
    )
    effects = effects_on_decided(subject)
    for decided in marked:
        for name in decided.decided_by:
            if not decides(effects, options[name], decided):
                yield decides_nothing(subject.span(decided.origin), decided.name, options[name])
