"""Reads a text: a tree of all of it, and what is wrong with it."""

from __future__ import annotations

from attrs import Factory, define
from lark.exceptions import UnexpectedInput

from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source, Span
from ruleslang.syntax import words
from ruleslang.syntax.build import build
from ruleslang.syntax.comments import comments
from ruleslang.syntax.declarations import Declaration, Junk, Tree
from ruleslang.syntax.diagnostics.layout import indented_first_line
from ruleslang.syntax.diagnostics.letters import not_text
from ruleslang.syntax.diagnostics.limits import MAX_MISTAKES, too_big, too_many_mistakes
from ruleslang.syntax.diagnostics.why import AT_SIGHT, HEADS, first, why
from ruleslang.syntax.failure import hide
from ruleslang.syntax.grammar import parser
from ruleslang.syntax.layout import LayoutError
from ruleslang.syntax.parts import Refused
from ruleslang.syntax.piece import Piece, cut
from ruleslang.syntax.spelling import WORD

BYTE_ORDER_MARK = "\ufeff"
OPEN_ENDED = (
    "unclosed-bracket",
    "missing-block",
    "missing-otherwise",
    "outside-declaration",
    "line-goes-on",
)
"""After these, lines at the margin that begin no declaration belong to the same mistake."""


def parse(source: Source) -> tuple[Tree, tuple[Diagnostic, ...]]:
    """
    The tree of a text and the mistakes in it, one for each declaration that cannot be read.

    Promises to give a tree of any text whatever, and never to raise: what cannot be read is `Junk`.
    """
    refusal = too_big(source) or not_text(source)
    if refusal:
        return Tree(source, (Junk(span=source.span(0, len(source.text))),)), (refusal,)
    reading = _Reading()
    begin = 1 if source.text.startswith(BYTE_ORDER_MARK) else 0
    for piece in cut(source, begin):
        if len(reading.diagnostics) == MAX_MISTAKES:
            reading.give_up(piece)
            break
        reading.take(piece)
    return Tree(source, tuple(reading.declarations), comments(source)), tuple(reading.diagnostics)


@define
class _Reading:
    """What was read so far, piece by piece."""

    declarations: list[Declaration] = Factory(list)
    diagnostics: list[Diagnostic] = Factory(list)

    def take(self, piece: Piece) -> None:
        """Read one more piece."""
        if not hide(piece.text).strip():
            return
        if self._goes_on(piece):
            before = self.declarations.pop()
            self.declarations.append(Junk(span=before.span.cover(_written(piece))))
            return
        declarations, diagnostic = _read(piece)
        self.declarations.extend(declarations)
        if diagnostic:
            self.diagnostics.append(diagnostic)

    def give_up(self, piece: Piece) -> None:
        """Leave the rest unread, from this piece on."""
        self.declarations.append(Junk(span=piece.span(0, len(piece.source.text) - piece.start)))
        self.diagnostics.append(too_many_mistakes(piece.span(0, 1)))

    def _goes_on(self, piece: Piece) -> bool:
        """Whether this piece belongs to the mistake just reported."""
        found = WORD.match(hide(piece.text))
        word = found.group() if found else ""
        return (
            bool(self.declarations)
            and isinstance(self.declarations[-1], Junk)
            and self.diagnostics[-1].slug in OPEN_ENDED
            and bool(word)
            and word not in words.DECLARATIONS
        )


def _read(piece: Piece) -> tuple[list[Declaration], Diagnostic | None]:
    """What a piece says, and its one mistake; one at the margin leaves what is above it whole."""
    seen = first(AT_SIGHT, piece)
    diagnostic = indented_first_line(piece) if piece.text[0] in " \t\r\n#" else first(HEADS, piece)
    if diagnostic:
        return [Junk(span=_written(piece))], seen or diagnostic
    declaration, diagnostic = _try(piece)
    margin = _at_margin(piece, diagnostic) if diagnostic else None
    if margin:
        whole, mistake = _try(Piece(piece.source, piece.start, margin))
        if not mistake:
            rest = Piece(piece.source, margin, piece.end)
            return [whole, Junk(span=_written(rest))], seen or diagnostic
    return [declaration], seen or diagnostic


def _try(piece: Piece) -> tuple[Declaration, Diagnostic | None]:
    try:
        return build(parser().parse(piece.text + "\n"), piece), None
    except (UnexpectedInput, LayoutError):
        return Junk(span=_written(piece)), why(piece)
    except Refused as refused:
        return Junk(span=_written(piece)), refused.diagnostic


def _at_margin(piece: Piece, diagnostic: Diagnostic) -> int | None:
    """Where a mistake stands, when it stands at the left margin below a head; else None."""
    start = diagnostic.span.start
    return start if start > piece.start and piece.source.text[start - 1] == "\n" else None


def _written(piece: Piece) -> Span:
    """A piece without the blanks about it."""
    blanks = len(piece.text) - len(piece.text.lstrip())
    return piece.span(blanks, max(blanks, len(piece.text.rstrip())))
