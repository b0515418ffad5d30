"""Reports `decides-nothing`: the option of a `decided by` does not affect the declaration."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.option_effects import decides, effects_on_decided
from ruleslang.language.checks.subject import Subject
from ruleslang.program import declarations as d
from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span


def decides_nothing(span: Span, name: str, option: d.Option) -> Diagnostic:
    """The values of the option make no difference to the declaration that names it."""
    others = [value for place, value in enumerate(option.values) if place != option.default]
    return error(
        "decides-nothing",
        span,
        f"no other value of `{option.name}` changes `{name}`",
        help=f"say under `while {option.name} is {others[0]}` what is different then, or leave"
        " `decided by` out",
    )


def check(subject: Subject) -> Iterator[Diagnostic]:
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
