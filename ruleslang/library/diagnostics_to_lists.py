"""Diagnostics as lists that can be kept; a place is the number of its text and two offsets."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar, cast, get_args

from attrs import frozen

from ruleslang.source.diagnostic import Cause, Diagnostic, Label, Need, Severity, Sort, Subject
from ruleslang.source.fix import Certainty, Edit, Fix
from ruleslang.source.span import Source, Span

Plain: TypeAlias = Any
T = TypeVar("T")


class Unfit(ValueError):
    """What should be a list of diagnostics is none, or speaks of another text."""


def to_lists(found: Sequence[Diagnostic], sources: Sequence[Source]) -> Plain:
    """Diagnostics that speak of these texts and no others; else raises `Unfit`."""
    numbers = {id(source): number for number, source in enumerate(sources)}

    def span(place: Span) -> Plain:
        number = numbers.get(id(place.source))
        if number is None:
            raise Unfit(f"`{place.source.name}` is none of the texts")
        return [number, place.start, place.end]

    def fix(fix: Fix | None) -> Plain:
        if fix is None:
            return None
        edits = [[span(edit.span), edit.text] for edit in fix.edits]
        return [edits, fix.certainty.value, fix.naming]

    def about(subject: Subject | None) -> Plain:
        if subject is None:
            return None
        return [subject.sort, subject.name, subject.of, list(subject.needs)]

    return [
        [
            each.slug,
            each.severity.value,
            span(each.span),
            each.message,
            each.help,
            [[span(label.span), label.text] for label in each.labels],
            [span(other) for other in each.also],
            about(each.subject),
            None if each.cause is None else span(each.cause.span),
            fix(each.fix),
        ]
        for each in found
    ]


def from_lists(plain: Plain, sources: Sequence[Source]) -> tuple[Diagnostic, ...]:
    """The diagnostics that were written so of texts; raises `Unfit` when they are none."""
    try:
        return _each(plain, _Reading(tuple(sources)).diagnostic)
    except (TypeError, ValueError) as problem:
        raise Unfit(str(problem)) from problem


@frozen
class _Reading:
    """Reads what speaks of some texts."""

    sources: tuple[Source, ...]

    def diagnostic(self, plain: Plain) -> Diagnostic:
        slug, severity, span, message, help, labels, also, about, cause, fix = plain
        return Diagnostic(
            _text(slug),
            Severity(severity),
            self.span(span),
            _text(message),
            _optional(help, _text),
            _each(labels, self.label),
            _each(also, self.span),
            _optional(about, _subject),
            _optional(cause, lambda place: Cause(self.span(place))),
            _optional(fix, self.fix),
        )

    def span(self, plain: Plain) -> Span:
        number, start, end = map(_number, plain)
        source = self.sources[number] if number < len(self.sources) else None
        if source is None or not start <= end <= len(source.text):
            raise Unfit(f"{plain!r:.60} is no place")
        return Span(source, start, end)

    def label(self, plain: Plain) -> Label:
        span, text = plain
        return Label(self.span(span), _text(text))

    def fix(self, plain: Plain) -> Fix:
        edits, certainty, naming = plain
        if type(naming) is not bool:
            raise Unfit(f"{naming!r:.60} is no truth value")
        return Fix(_each(edits, self.edit), Certainty(certainty), naming)

    def edit(self, plain: Plain) -> Edit:
        span, text = plain
        return Edit(self.span(span), _text(text))


def _subject(plain: Plain) -> Subject:
    sort, name, of, needs = plain
    if sort not in get_args(Sort) or not set(needs) <= set(get_args(Need)):
        raise Unfit(f"{plain!r:.60} is no subject")
    return Subject(cast("Sort", sort), _text(name), _text(of), tuple(needs))


def _text(plain: Plain) -> str:
    if type(plain) is not str:
        raise Unfit(f"{plain!r:.60} is no text")
    return plain


def _number(plain: Plain) -> int:
    if type(plain) is not int or plain < 0:
        raise Unfit(f"{plain!r:.60} is no number")
    return plain


def _optional(plain: Plain, read: Callable[[Plain], T]) -> T | None:
    return None if plain is None else read(plain)


def _each(plain: Plain, read: Callable[[Plain], T]) -> tuple[T, ...]:
    if type(plain) is not list:
        raise Unfit(f"{plain!r:.60} is no list")
    return tuple(map(read, plain))
