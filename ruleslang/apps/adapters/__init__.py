"""
Environments of other libraries for any game: one module and one extra for each library.

In: a game, or the name of its rulebook.
Out: what the library calls an environment.
Always: only `api/` is used, as any embedder would; a missing library is reported in one line that
says how to install it.
"""

from __future__ import annotations

from typing import Any
from warnings import warn


def checked_layout(layout: Any) -> Any:
    """Return a layout of rows or features, with a warning about values that it cannot show."""
    for part, lost in layout.not_shown.items():
        if part.startswith("state "):
            warn(f"observations of `{part}` do not show: {lost}", stacklevel=4)
    return layout
