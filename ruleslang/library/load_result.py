"""What loading a rulebook gives; what was kept of it is read when it is asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, TypeVar

from attrs import field, frozen

if TYPE_CHECKING:
    from ruleslang.library.read_rulebook_files import Gathered
    from ruleslang.program.program import Compiled
    from ruleslang.source.diagnostic import Diagnostic
    from ruleslang.source.span import Span

T = TypeVar("T")


@frozen
class Loaded:
    """
    A rulebook as far as it could be brought.

    `compiled` is `None` exactly when a diagnostic is an error. `spans` are the places in the text
    of its program's origins. `shown_as` has the paths, as a person would type them, of files.
    """

    name: str
    diagnostics: tuple[Diagnostic, ...]
    _compiled: Callable[[], Compiled | None]
    _files: Callable[[], Gathered]
    _spans: Callable[[], tuple[Span, ...]]
    shown_as: Mapping[str, str] = field(factory=dict)

    @property
    def compiled(self) -> Compiled | None:
        """The game; None when it cannot be played."""
        return self._compiled()

    @property
    def files(self) -> Gathered:
        """The trees of its files."""
        return self._files()

    @property
    def spans(self) -> tuple[Span, ...]:
        """The place of each origin."""
        return self._spans()


def given(value: T) -> Callable[[], T]:
    """What is there already, where something else may only be made when it is asked for."""
    return lambda: value
