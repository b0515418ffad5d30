"""What formatting would change, for eyes and for scripts."""

from __future__ import annotations

from difflib import unified_diff

from ruleslang.source.span import Source


def difference(source: Source, formatted: str) -> str:
    """
    The changed lines as a unified diff; empty when nothing changes.

    >>> print(difference(Source("a.rules", "words  A: b\\n"), "words A: b\\n"), end="")
    --- a.rules
    +++ a.rules (formatted)
    @@ -1 +1 @@
    -words  A: b
    +words A: b
    """
    lines = unified_diff(
        source.text.splitlines(keepends=True),
        formatted.splitlines(keepends=True),
        source.name,
        f"{source.name} (formatted)",
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ no newline\n" for line in lines)
