"""What changes between two texts, as a unified diff."""

from __future__ import annotations

from difflib import unified_diff


def difference(before: str, after: str, name: str, other: str) -> str:
    """
    The changed lines, which `patch` can read; empty when nothing changes.

    >>> print(difference("words  A: b\\n", "words A: b\\n", "a.rules", "a.rules (new)"), end="")
    --- a.rules
    +++ a.rules (new)
    @@ -1 +1 @@
    -words  A: b
    +words A: b
    """
    lines = unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), name, other
    )
    return "".join(
        line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines
    )
