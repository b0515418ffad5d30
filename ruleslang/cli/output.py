"""What all commands print alike: one JSON object, diagnostics, a rulebook that cannot be played."""

from __future__ import annotations

import json
import os
import sys
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from ruleslang.source.diagnostic import Diagnostic, Severity

if TYPE_CHECKING:
    from ruleslang.program.displayed_parts import Origin


def print_json(
    command: str, rulebook: str | None, digest: str | None, status: int, **rest: Any
) -> int:
    """Print the one object of a command; the status is handed through."""
    whole = {"command": command, "rulebook": rulebook, "digest": digest, "ok": status == 0, **rest}
    print(json.dumps(whole, ensure_ascii=False, indent=2))
    return status


def counts(diagnostics: Iterable[Diagnostic]) -> dict[str, int]:
    """How many diagnostics there are of each severity."""
    found = Counter(problem.severity.value for problem in diagnostics)
    return {severity.value: found[severity.value] for severity in Severity}


def print_diagnostics(
    diagnostics: Iterable[Diagnostic],
    *,
    to_stderr: bool = False,
    shown_as: Mapping[str, str] | None = None,
) -> None:
    """Show diagnostics the way a person reads them; in colour only on a terminal."""
    from ruleslang.source.render import render_all

    stream = sys.stderr if to_stderr else sys.stdout
    text = render_all(tuple(diagnostics), colour=is_coloured(stream), shown_as=shown_as or {})
    if text:
        print(text.rstrip("\n"), file=stream)


def is_coloured(stream: Any) -> bool:
    """Whether the stream is a terminal that wants colour."""
    return stream.isatty() and "NO_COLOR" not in os.environ and os.environ.get("TERM") != "dumb"


def plural(number: int, word: str, words: str = "") -> str:
    """
    A number with its word.

    >>> plural(1, "error"), plural(2, "error")
    ('1 error', '2 errors')
    """
    return f"{number:,} {word}" if number == 1 else f"{number:,} {words or word + 's'}"


def settings(pairs: Iterable[str]) -> Mapping[str, str]:
    """`option=value` pairs of the command line."""
    from ruleslang.cli.error_messages import Mistake

    found: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals or not name or not value:
            raise Mistake(f"`--set {pair}` does not read `option=value`")
        if name in found:
            raise Mistake(f"`--set {name}` is there twice")
        found[name] = value
    return found


def origin_json(origin: Origin | None) -> dict[str, Any] | None:
    """A place of the text that a program remembers, as a place of docs/formats."""
    if origin is None:
        return None
    return {
        "file": origin.file,
        "line": origin.line,
        "column": origin.column,
        "end_line": origin.end_line,
        "end_column": origin.end_column,
    }
