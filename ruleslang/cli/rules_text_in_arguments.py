"""What a person writes in the rulebook's own language on the command line, compiled with it."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.cli.error_messages import Mistake
from ruleslang.cli.load_rulebook import print_mistakes
from ruleslang.cli.output_format import Format
from ruleslang.library.load import load_over
from ruleslang.program.program import Compiled
from ruleslang.source.diagnostic import Severity
from ruleslang.source.span import Source

NAME = "the command line"


def compiled_with(
    command: str, rulebook: str, cards: Sequence[str], lines: Sequence[str], format: Format
) -> Compiled | None:
    """
    The rulebook with an example of these lines as its last one.

    What is wrong with the lines is a mistake of the command line; what is wrong with the rulebook
    is printed as the command's answer, and there is no rulebook then.
    """
    if any("\n" in line for line in lines):
        raise Mistake("a line of the language is wanted, not several")
    text = "".join(f"    {line}\n" for line in lines)
    loaded = load_over(rulebook, Source(NAME, f'example "{NAME}"\n{text}'), cards=cards)
    if loaded.compiled is None:
        for each in loaded.diagnostics:
            if each.severity is Severity.ERROR and each.span.source.name == NAME:
                raise Mistake(each.message + (f"; {each.help}" if each.help else ""))
        print_mistakes(command, loaded, format)
    return loaded.compiled
