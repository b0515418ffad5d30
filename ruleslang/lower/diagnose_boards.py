"""What can be wrong with boards and pieces."""

from __future__ import annotations

from collections.abc import Iterable

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.span import Span
from ruleslang.source.suggest import did_you_mean
from ruleslang.syntax.node import Name


def unknown_board(name: Name, known: Iterable[str], board: str | None) -> Diagnostic:
    """Pieces stand on a board that nothing declares; on a space, if `board` has one of the name."""
    if board is not None:
        return error(
            "unknown-board",
            name.span,
            f"`{name.text}` is a space of `{board}`, and pieces are of a whole board",
            help=f"write `on {board}`; a statement puts them on a space: `move … to {name.text}`",
        )
    return error(
        "unknown-board",
        name.span,
        f"no board is called `{name.text}`",
        help=did_you_mean(name.text, known) or f"declare it: `board {name.text}: grid 8 by 8`",
    )


def bad_board(span: Span, message: str, help: str) -> Diagnostic:
    """The shape of a board makes no sense."""
    return error("bad-board", span, message, help=help)


def unknown_space(name: Name, board: str, known: Iterable[str]) -> Diagnostic:
    """A link names a space that the map has not."""
    return error(
        "unknown-space",
        name.span,
        f"the map `{board}` has no space `{name.text}`",
        help=did_you_mean(name.text, known) or "list it after `spaces:`",
    )


def per_what(name: Name) -> Diagnostic:
    """Pieces come per something else than a player."""
    return error(
        "per-player",
        name.span,
        f"pieces come `per player`, not `per {name.text}`",
        help="write `per player`, or drop it",
    )
