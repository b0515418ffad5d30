"""
Tables from a class of nodes to the function that handles it, which mypy holds to be complete.

`H` gathers the classes that have an entry. A table that is asked to be `Handlers[Expr, …]` but
lacks a class of that union does not type-check, and neither does a function that takes another
class than the one it is entered for. A lookup is that of a dict, so nothing is paid for it in play.

Give the finished table to a variable before it is passed on: mypy would else take the union that
is expected there for the class of the last entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

H = TypeVar("H", contravariant=True)  # the classes that have a handler
C = TypeVar("C")  # what a handler is given before the node
P = ParamSpec("P")  # and after it
R = TypeVar("R")
N = TypeVar("N")


class Handlers(Generic[H, C, P, R]):
    """
    The handlers of some classes.

    >>> def twice(factor: int, node: str) -> str:
    ...     return node * factor
    >>> Handlers({}).on(str, twice).by_class[str](2, "ab")
    'abab'
    """

    __slots__ = ("by_class",)

    def __init__(self, by_class: Mapping[type[Any], Callable[Concatenate[C, Any, P], R]]) -> None:
        self.by_class = by_class

    def on(
        self, kind: type[N], handler: Callable[Concatenate[C, N, P], R]
    ) -> Handlers[H | N, C, P, R]:
        """These, and one more class with its handler."""
        return Handlers({**self.by_class, kind: handler})
