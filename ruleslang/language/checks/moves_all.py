"""Reports `moves-all`: all of a sort are moved to a place that cannot hold so many."""

from __future__ import annotations

from collections.abc import Iterator

from ruleslang.language.checks.queries.call_graph import graph
from ruleslang.language.checks.subject import Subject
from ruleslang.program import expressions as e
from ruleslang.program import statements as s
from ruleslang.program.program import Program
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

moves_all = Message(
    "moves-all",
    "`{moved}` means all {number}, and `{target}` holds {room}",
    help="say which: `move first({moved} where …) to {target}`",
    severity=Severity.WARNING,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every move of all pieces or cards of a sort to where there is surely no room for them."""
    for block in graph(subject).blocks.values():
        for node in subject.statements(block):
            if isinstance(node, s.MovePieces | s.MoveCards):
                yield from _told(subject, node)


def _told(subject: Subject, node: s.MovePieces | s.MoveCards) -> Iterator[Diagnostic]:
    match node:
        case s.MovePieces(e.Everything("pieces of", name), space) if space != e.Literal(None):
            number, room = _pieces(subject.program, name), 1
        case s.MoveCards(cards, target):
            end = subject.zones[target.name].at_most
            number = _cards(subject, cards)
            room = (
                end.value if isinstance(end, e.Literal) and isinstance(end.value, int) else number
            )
        case _:
            return
    if number > room:
        span = subject.span(node.origin)
        moved, _, place = span.text.removeprefix("move ").partition(" to ")
        yield moves_all(span, moved=moved, number=number, target=place, room=room)


def _pieces(program: Program, name: str) -> int:
    """How many pieces of a sort there are at least; 0 where a space may hold several."""
    (piece,) = (piece for piece in program.pieces if piece.name == name)
    boards = [board for board in program.boards if piece.board in (None, board.name)]
    if not all(board.one_piece_per_space for board in boards):
        return 0
    return piece.copies * (program.seats.low if piece.per_player else 1)


def _cards(subject: Subject, cards: e.Expr) -> int:
    """How many cards are moved at least, if they are all or all of a kind; else 0."""
    match cards:
        case e.Everything("cards"):
            kind = None
        case e.Where(_, e.Everything("cards"), e.IsKind(e.Local(), of_kind)):
            kind = of_kind
        case _:
            return 0
    return sum(
        definition.copies
        for definition in subject.program.definitions
        if definition.copies_by is None
        and (kind is None or kind in subject.world.kinds[definition.kind])
    )
