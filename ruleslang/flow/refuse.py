"""What has no lowering yet: the one exception and message with which a program is refused."""

from __future__ import annotations

from typing import Any, NoReturn

from ruleslang.program.program import Program, origin_of


class NotLowered(Exception):
    """A program holds something that compiled engines do not play yet; nothing of it is played."""

    def __init__(self, construct: str, place: str) -> None:
        self.construct, self.place = construct, place
        where = f" ({place})" if place else ""
        super().__init__(
            f"the compiled engines do not play {construct} yet{where}; the interpreter does"
        )


def refuse(program: Program, construct: str, origin: int = -1) -> NoReturn:
    """Raise `NotLowered` for a construct at a place in the text."""
    place = ""
    if (found := origin_of(program, origin)) is not None:
        place = f"{found.file}:{found.line}"
    raise NotLowered(construct, place)


def construct_name(node: Any) -> str:
    """
    What a class of nodes is called in a message.

    >>> from ruleslang.program.expressions import ThisUnderWay
    >>> construct_name(ThisUnderWay)
    '`this under way`'
    """
    kind = node if isinstance(node, type) else type(node)
    words = "".join(
        f" {letter.lower()}" if letter.isupper() else letter for letter in kind.__name__
    )
    return f"`{words.strip()}`"
