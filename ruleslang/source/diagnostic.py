"""What a pass has to say about a place of a text, as a value that anything can show."""

from __future__ import annotations

from enum import Enum

from attrs import frozen

from ruleslang.source.span import Span


class Severity(Enum):
    """How grave a diagnostic is: only an error stops a rulebook from being played."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


@frozen
class Label:
    """A second place that explains the first, with a few words."""

    span: Span
    text: str


@frozen
class Diagnostic:
    """
    One mistake, or one doubt.

    `slug` names its kind (`unknown-zone`), and its page and its corpus file bear that name.
    `message` says what was met, then what was expected: lower case, no final period, the
    rulebook's words in backticks. `help` says what to do; `None` means there is nothing to add.
    `also` are the other places where the very same mistake stands: a name that nothing has.
    """

    slug: str
    severity: Severity
    span: Span
    message: str
    help: str | None = None
    labels: tuple[Label, ...] = ()
    also: tuple[Span, ...] = ()


def error(
    slug: str, span: Span, message: str, *, help: str | None = None, labels: tuple[Label, ...] = ()
) -> Diagnostic:
    """A mistake that keeps the rulebook from being played."""
    return Diagnostic(slug, Severity.ERROR, span, message, help, labels)


def warning(
    slug: str, span: Span, message: str, *, help: str | None = None, labels: tuple[Label, ...] = ()
) -> Diagnostic:
    """Something that can be played, and is probably not what was meant."""
    return Diagnostic(slug, Severity.WARNING, span, message, help, labels)


def advice(
    slug: str, span: Span, message: str, *, help: str | None = None, labels: tuple[Label, ...] = ()
) -> Diagnostic:
    """Something that a reader would find easier said otherwise."""
    return Diagnostic(slug, Severity.ADVICE, span, message, help, labels)
