"""A message about a place in a text, as a value that any program can show."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import partial
from typing import Literal, Protocol, TypeAlias

from attrs import evolve, frozen

from ruleslang.source.fix import Fix, Proposal, fix_at
from ruleslang.source.span import Span
from ruleslang.source.suggest import known_name

Sort: TypeAlias = Literal["name", "field", "call", "type", "declaration"]
Need: TypeAlias = Literal[
    "tables", "folders", "decks", "places", "spaces", "under way", "offers", "faces"
]
Help: TypeAlias = str | Proposal | None

SHOWN = 40  # letters of a text that a message repeats


class Severity(Enum):
    """How severe a diagnostic is: only an error stops a rulebook from being played."""

    ERROR = "error"
    WARNING = "warning"
    ADVICE = "advice"


@frozen
class Label:
    """A second place that explains the first, with a few words."""

    span: Span
    text: str


@frozen
class Subject:
    """
    The subject of a diagnostic, where that is more than its place.

    A `name` is missing or already taken; a `field` belongs to a kind, a `call` is called or hooked,
    a `declaration` lacks something. For a `type`, `name` is the whole conflict. `of` adds the
    parameter that a call lacks, or the kind of a field. `needs` are the parts of a rulebook that
    must have been read before the diagnostic is certain: its tables, its folders of cards, the
    contents of decks, places of cards, spaces, runs under way, the faces of dice.
    """

    sort: Sort
    name: str
    of: str = ""
    needs: tuple[Need, ...] = ()


@frozen
class Cause:
    """The cause of a diagnostic: a mistake at `span` that has its own diagnostic."""

    span: Span


@frozen
class Diagnostic:
    """
    A mistake, or a doubt.

    `slug` names its kind (`unknown-zone`), and its page and its corpus file have that name.
    `message` says what was found, then what was expected: lower case, no final period, the
    rulebook's words in backticks. `help` says what to do; `None` means there is nothing to add.
    These two are for people: passes and tools look at `slug`, `subject`, `cause` and `fix`. `also`
    are the other places with the same mistake, such as an unknown name. `subject` is `None` if the
    place is enough, `cause` if the mistake follows from no other, and `fix` if no text can replace
    the mistake. `instead` is reported if the fix does not hold. One that is `possible` is about
    what the text allows, and no game has to come to it.
    """

    slug: str
    severity: Severity
    span: Span
    message: str
    help: str | None = None
    labels: tuple[Label, ...] = ()
    also: tuple[Span, ...] = ()
    subject: Subject | None = None
    cause: Cause | None = None
    fix: Fix | None = None
    instead: Diagnostic | None = None
    possible: bool = False

    @property
    def is_error(self) -> bool:
        """Whether it keeps the rulebook from being played."""
        return self.severity is Severity.ERROR


def has_error(diagnostics: Iterable[Diagnostic]) -> bool:
    """Return whether one of some diagnostics keeps the rulebook from being played."""
    return any(diagnostic.is_error for diagnostic in diagnostics)


class Placed(Protocol):
    """A node with a text: a name."""

    @property
    def span(self) -> Span:
        """Its place."""

    @property
    def text(self) -> str:
        """Its text."""


@frozen
class Message:
    """
    A kind of diagnostic with fixed wording except for some names, as a row of data.

    In `message`, `help`, `label` and `about`, a call replaces `{name}` by its argument `name`,
    `{here}` by the text of the place, and `{short}` by its beginning. `label` is shown at a second
    place, the argument `at`; `about` is the subject.
    """

    slug: str
    message: str
    help: Help = None
    label: str | None = None
    about: Subject | None = None
    severity: Severity = Severity.ERROR
    possible: bool = False

    def __call__(
        self,
        place: Span | Placed,
        /,
        *,
        at: Span | None = None,
        known: Iterable[str] | None = None,
        help: Help = None,
        **words: str | int,
    ) -> Diagnostic:
        """
        Return the diagnostic at a place of a text, or at a name.

        Its help is the one passed here, else the name among `known` that is nearest to what is
        written, else that of the row.
        """
        span = place if isinstance(place, Span) else place.span
        words = {"here": place.text, "short": shortened(place.text), **words}
        if help is None and known is not None:
            help = known_name(place.text, known)
        if help is None and isinstance(self.help, Proposal):
            lines = tuple(line.format_map(words) for line in self.help.lines)
            help = evolve(self.help, text=self.help.text.format_map(words), lines=lines)
        elif help is None and isinstance(self.help, str):
            help = self.help.format_map(words)
        about = self.about and evolve(
            self.about, name=self.about.name.format_map(words), of=self.about.of.format_map(words)
        )
        labels = () if at is None else (Label(at, (self.label or "").format_map(words)),)
        message = self.message.format_map(words)
        return _diagnostic(
            self.severity, self.slug, span, message, help, labels, about, possible=self.possible
        )


def shortened(text: str) -> str:
    """
    Return a text, shortened for a message.

    >>> shortened("pile " * 20)
    'pile pile pile pile pile pile pile pile …'
    """
    line = " ".join(text.split(None, SHOWN))  # text beyond this many words would be cut anyway
    return line if len(line) <= SHOWN else f"{line[:SHOWN]}…"


def _diagnostic(
    severity: Severity,
    slug: str,
    span: Span,
    message: str,
    help: Help = None,
    labels: tuple[Label, ...] = (),
    about: Subject | None = None,
    *,
    possible: bool = False,
) -> Diagnostic:
    text = help.text if isinstance(help, Proposal) else help
    fix = fix_at(span, help) if isinstance(help, Proposal) else None
    return Diagnostic(
        slug, severity, span, message, text, labels, subject=about, fix=fix, possible=possible
    )


WarningMessage = partial(Message, severity=Severity.WARNING)
AdviceMessage = partial(Message, severity=Severity.ADVICE)
error = partial(_diagnostic, Severity.ERROR)
"""A mistake that keeps the rulebook from being played."""
warning = partial(_diagnostic, Severity.WARNING)
"""The rulebook runs, but this is probably a mistake."""
advice = partial(_diagnostic, Severity.ADVICE)
"""A clearer way to write this."""


def with_article(noun: str) -> str:
    """
    Return the noun with `a` or `an`, unless it has an article.

    >>> with_article("action"), with_article("state"), with_article("the header")
    ('an action', 'a state', 'the header')
    """
    if noun.startswith(("a ", "an ", "the ", "bound ")):
        return noun
    return f"{'an' if noun[:1] in 'aeiou' else 'a'} {noun}"
