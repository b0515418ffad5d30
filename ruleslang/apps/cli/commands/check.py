"""`check`: reports the errors and warnings of rulebooks, without playing."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import asdict, evolve, frozen

from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.options import Cards, Format, Printed, argument, option
from ruleslang.apps.cli.output import (
    counts,
    diagnostics_json,
    plural,
    print_diagnostics,
    print_json,
)
from ruleslang.engine.engine_names import AUTO, NAMES
from ruleslang.library.allowed_lints import allowances
from ruleslang.library.find_rulebook import exists, find, is_shipped, rulebook_of
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load, load_bytes
from ruleslang.library.read_file import MOST_BYTES
from ruleslang.source.diagnostic import Diagnostic, has_error

if TYPE_CHECKING:
    from ruleslang.library.apply_fixes import Fixed
    from ruleslang.program import declarations as d

MOST_MISSING = 20  # files that are named


@frozen
class NotInRows:
    """What rows of numbers for learners don't show, and its declaration (`facts`: line 0)."""

    name: str
    file: str
    line: int
    lost: str


@frozen
class CheckResult:
    """The result for one rulebook, with the name as `given`."""

    given: str
    loaded: Loaded
    fixes: Fixed | None = None  # None: nobody asked for it
    lists_allowed: bool = False
    plays: str = ""  # whether an engine can play it; empty: nobody asked
    not_in_rows: tuple[NotInRows, ...] | None = None  # None: nobody asked for it

    @property
    def name(self) -> str:
        """The rulebook's own name."""
        return self.loaded.name

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        return self.loaded.diagnostics

    @property
    def digest(self) -> str | None:
        """The digest of the program, `None` if there are errors; computed only for JSON."""
        from ruleslang.program.serial import digest

        compiled = self.loaded.compiled
        return None if compiled is None else digest(compiled.program)

    @property
    def status(self) -> int:
        """1 if there is an error, else 0."""
        return int(has_error(self.diagnostics))


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    rulebooks: tuple[str, ...] = argument(
        ..., metavar="RULEBOOK...", help="Shipped names, files, folders, or `-`."
    )
    cards: Cards = ()
    fix: bool = option(False, "--fix", help="Apply the certain fixes to the files.")
    diff: bool = option(False, "--diff", help="Show what `--fix` would change, and write nothing.")
    allowed: bool = option(
        False, "--allowed", help="List what `# allow: …` comments allow, and why."
    )
    engine: str = option(
        "auto",
        metavar="auto|interpreter|wasm|c",
        help="Also report whether this engine can play it.",
    )
    rows: bool = option(
        False, "--rows", help="Also list what rows of numbers for learners don't show."
    )
    format: Printed = Format.text


def run(options: Options) -> int:
    """Check each rulebook, and write or show the certain fixes; status 1 if one has an error."""
    names = [name for pattern in options.rulebooks for name in _matching_paths(pattern)]
    if options.fix or options.diff:
        write = not options.diff
        checked = [_fixed(name, options.cards, write=write) for name in names]
    else:
        checked = [_checked(name, options.cards) for name in names]
    allowed, engine = options.allowed, options.engine
    checked = [
        evolve(
            result,
            lists_allowed=allowed,
            plays=_engine_that_plays(result, engine),
            not_in_rows=_not_in_rows(result) if options.rows else None,
        )
        for result in checked
    ]
    status = max(result.status for result in checked)
    if options.format is Format.json:
        _print_json(checked, status)
        return status
    for result in checked:
        if options.diff:
            _show_differences(result)
        else:
            _show(result)
    return status


def _engine_that_plays(checked: CheckResult, wanted: str) -> str:
    """Return a sentence: the engine plays the rulebook, or why another does; or an empty one."""
    if wanted == AUTO or checked.status or (compiled := checked.loaded.compiled) is None:
        return ""  # what is in the cache is not compiled again
    from ruleslang.api.argument_checks import unknown
    from ruleslang.engine.choose_engine import INTERPRETER, why_not
    from ruleslang.engine.match.entities import settle

    if wanted not in NAMES:
        raise Mistake(unknown("engine", wanted, NAMES))
    program, settings = compiled.program, settle(compiled.program, None, None, None)
    if not (reason := why_not(wanted, program, settings, compiled.choosers)):
        return f"the engine `{wanted}` can play it"
    return f"{reason}: the engine `{INTERPRETER}` plays"


def _not_in_rows(checked: CheckResult) -> tuple[NotInRows, ...]:
    """
    Return what the rows of a match with the default options don't show, once for a declaration.
    The decision is left out: no declaration has it.
    """
    if checked.status or (compiled := checked.loaded.compiled) is None:
        return ()
    from ruleslang.engine.match.entities import population_of, settle
    from ruleslang.engine.match.observations import observations
    from ruleslang.program.program import origin_of

    program = compiled.program
    layout = observations(population_of(program, settle(program, None, None, None)))
    declared: tuple[d.Zone | d.State | d.Dice | d.Piece, ...]
    declared = (*program.zones, *program.states, *program.dice, *program.pieces)
    lines = {
        (type(each).__name__.lower(), each.name): origin_of(program, each.origin)
        for each in declared
    }
    found = dict[tuple[str, str], NotInRows]()
    for part, lost in layout.features.not_shown.items():
        kind, _, place = part.partition(" ")
        name = place.partition("(")[0].partition(" of ")[0] or kind
        origin = lines.get((kind, name))
        if part != "decision":
            file, line = ("", 0) if origin is None else (origin.file, origin.line)
            found[name, lost] = NotInRows(name, file, line, lost)
    return tuple(found.values())


def _matching_paths(pattern: str) -> list[str]:
    """Return the rulebooks that a name or a glob pattern stands for."""
    if Path(pattern).exists() or not any(sign in pattern for sign in "*?["):
        return [pattern]
    from glob import glob

    paths = sorted(glob(pattern, recursive=True))
    if not paths:
        raise Mistake(f"no rulebook is found at `{pattern}`")
    return paths


def _checked(name: str, cards: tuple[str, ...]) -> CheckResult:
    if name == "-":
        data = sys.stdin.buffer.read(MOST_BYTES + 1)
        loaded = load_bytes(data, name="standard input")
    else:
        loaded = load(name, cards=cards, lints=True)
    return CheckResult(name, loaded)


def _fixed(name: str, cards: tuple[str, ...], *, write: bool) -> CheckResult:
    """Apply the certain fixes; written to the files only with `write`."""
    if name == "-":
        raise Mistake("standard input cannot be fixed: save the text as a file")
    if is_shipped(name):
        raise Mistake(f"`{name}` is shipped with ruleslang; copy its text to change it")
    from ruleslang.library.apply_fixes import with_sure_fixes
    from ruleslang.library.files import write_whole

    fixes = with_sure_fixes(name, cards=cards)
    if write:
        for path, text in fixes.texts.items():
            write_whole(path, text)
    checked = CheckResult(name, fixes.loaded) if write else _checked(name, cards)
    return evolve(checked, fixes=fixes)


def _show_differences(checked: CheckResult) -> None:
    """Print the fixes as a diff on standard output, and the summary on standard error."""
    if checked.fixes is not None:
        sys.stdout.write("".join(_differences(checked.fixes)))
    print(f"{checked.name}: {_summary(checked)}", file=sys.stderr)


def _differences(fixes: Fixed) -> Iterator[str]:
    from ruleslang.source.render import difference

    for path, text in fixes.texts.items():
        yield difference(fixes.old[path], text, str(path), f"{path} (fixed)")


def _show(checked: CheckResult) -> None:
    print_diagnostics(checked.diagnostics, shown_as=checked.loaded.shown_as)
    if checked.diagnostics:
        print()
    if checked.fixes is not None:
        print(f"{checked.name}: {_changes(checked.fixes)}")
    print(f"{checked.name}: {_summary(checked)}")
    missing = _missing_files(checked)
    for name in missing[:MOST_MISSING]:
        print(f"to print, this is missing: {name}")
    if len(missing) > MOST_MISSING:
        print(f"and {len(missing) - MOST_MISSING} more")
    if checked.lists_allowed:
        _show_allowed(checked)
    if checked.plays:
        print(f"{checked.name}: {checked.plays}")
    if checked.not_in_rows is not None:
        _show_not_in_rows(checked, checked.not_in_rows)
    given = Path(checked.given)
    folder = rulebook_of(given) if checked.status and exists(given) and given.is_file() else given
    if folder not in (None, given):
        print(f"This is one file of several: `ruleslang check {folder}` reads the whole rulebook.")


def _show_not_in_rows(checked: CheckResult, lost: Sequence[NotInRows]) -> None:
    if not lost and not checked.status:
        print(f"{checked.name}: rows show all that a view shows")
    for one in lost:
        file = checked.loaded.shown_as.get(one.file, one.file)
        place = f"{file}:{one.line}" if one.line else checked.name
        print(f"{place}: rows don't show of `{one.name}`: {one.lost}")


def _missing_files(checked: CheckResult) -> Sequence[str]:
    """Return missing files that looks name for cards; none without the extra for printing."""
    if not checked.loaded.names_files or checked.given == "-" or not find_spec("typst"):
        return ()
    from ruleslang.apps.printing.print_cards import missing_files

    compiled = checked.loaded.compiled
    return missing_files(compiled.program, find(checked.given).folder) if compiled else ()


def _show_allowed(checked: CheckResult) -> None:
    """Print the messages that comments allow, with the places and reasons."""
    allowed = allowances(checked.loaded.files)
    print(f"{checked.name}: {plural(len(allowed), 'allowance')}")
    for allowance in allowed:
        name = checked.loaded.shown_as.get(allowance.span.source.name, allowance.span.source.name)
        slugs = ", ".join(allowance.slugs)
        everywhere = "everywhere: " if allowance.lines is None else ""
        print(f"  {name}:{allowance.span.line}: {everywhere}{slugs}, because {allowance.reason}")


def _changes(fixes: Fixed) -> str:
    """Return a summary of the fixes in one line."""
    if not fixes.applied:
        return "no certain fixes"
    places = sum(1 + len(diagnostic.also) for diagnostic in fixes.applied)
    return f"{plural(places, 'place')} fixed in {plural(len(fixes.texts), 'file')}"


def _summary(checked: CheckResult) -> str:
    numbers = counts(checked.diagnostics)
    parts = [
        plural(number, word, "pieces of advice" if word == "advice" else "").replace(
            "1 advice", "1 piece of advice"
        )
        for word, number in numbers.items()
        if number
    ]
    return ", ".join(parts) or "no problems found"


def _print_json(checked: list[CheckResult], status: int) -> None:
    """Print the result of one rulebook at the top level; of several, under `rulebooks`."""
    if len(checked) == 1:
        (only,) = checked
        print_json("check", only.name, only.digest, status, **_data(only))
        return
    together = [diagnostic for result in checked for diagnostic in result.diagnostics]
    print_json(
        "check",
        None,
        None,
        status,
        **diagnostics_json(together),
        rulebooks=[
            {
                "rulebook": result.name,
                "digest": result.digest,
                "ok": result.status == 0,
                **_data(result),
            }
            for result in checked
        ],
    )


def _data(checked: CheckResult) -> dict[str, Any]:
    """Return the result as data; what is not asked for is left out."""
    from ruleslang.source.render import diagnostic_data

    data = diagnostics_json(checked.diagnostics)
    if checked.fixes is not None:
        data["fixed"] = [diagnostic_data(diagnostic) for diagnostic in checked.fixes.applied]
        data["diff"] = "".join(_differences(checked.fixes))
    if checked.lists_allowed:
        data["allowed"] = [
            {
                "file": allowance.span.source.name,
                "line": allowance.span.line,
                "everywhere": allowance.lines is None,
                "slugs": list(allowance.slugs),
                "reason": allowance.reason,
            }
            for allowance in allowances(checked.loaded.files)
        ]
    if checked.plays:
        data["engine"] = checked.plays
    if checked.not_in_rows is not None:
        data["not_in_rows"] = list(map(asdict, checked.not_in_rows))
    return data
