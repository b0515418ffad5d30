"""A rulebook as commands need it: compiled, or shown to be wrong."""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.cli.error_messages import Mistake
from ruleslang.cli.output import counts, print_diagnostics, print_json
from ruleslang.cli.output_format import Format
from ruleslang.library.load import load
from ruleslang.library.load_result import Loaded
from ruleslang.program.program import Compiled
from ruleslang.source.diagnostic import Severity
from ruleslang.source.render import diagnostic_data


def compiled_or_none(
    command: str, rulebook: str, cards: Sequence[str], format: Format, lang: str = ""
) -> Compiled | None:
    """
    The rulebook ready to be played; else its mistakes are printed as the command's answer.

    `lang` is the language of its texts; empty: that in which the rulebook is written.
    """
    loaded = load(rulebook, cards=cards)
    if loaded.compiled is None:
        print_mistakes(command, loaded, format)
    return loaded.compiled and _in_language(loaded.compiled, lang)


def _in_language(compiled: Compiled, lang: str) -> Compiled:
    if not lang:
        return compiled
    from ruleslang.api.argument_checks import language  # the whole of what embedders import
    from ruleslang.program.translate_display_texts import in_language

    try:
        return in_language(compiled, language(compiled.program, lang))
    except ValueError as problem:
        raise Mistake(str(problem)) from None


def whole_digest(compiled: Compiled) -> str:
    """The digest of the program that is played."""
    from ruleslang.program.digest import digest  # which few answers show

    return digest(compiled.program)


def print_mistakes(command: str, loaded: Loaded, format: Format) -> None:
    """Show why a rulebook cannot be played: on standard error, and in the object with JSON."""
    errors = [each for each in loaded.diagnostics if each.severity is Severity.ERROR]
    if format is Format.json:
        print_json(
            command,
            loaded.name,
            None,
            1,
            counts=counts(loaded.diagnostics),
            diagnostics=[diagnostic_data(each) for each in loaded.diagnostics],
        )
    print_diagnostics(errors, to_stderr=True, shown_as=loaded.shown_as)
