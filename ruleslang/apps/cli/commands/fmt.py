"""`fmt`: formats texts, and writes them back, checks them, or shows the differences."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from glob import glob
from pathlib import Path

from attrs import frozen

from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.options import Format, Printed, argument, option
from ruleslang.apps.cli.output import plural, print_diagnostics, print_json
from ruleslang.language.format.format_source import format_source
from ruleslang.library.read_file import MOST_BYTES, decode, read_source
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.render import diagnostic_data, difference
from ruleslang.source.span import Source

TEXTS = (".rules", ".cards")


@frozen
class Outcome:
    """The result for one text; `after` is `None` if it could not be formatted."""

    source: Source
    after: str | None
    diagnostics: tuple[Diagnostic, ...]

    @property
    def changed(self) -> bool:
        """Whether it differs in more than its line ends."""
        return self.after is not None and _lines(self.after) != _lines(self.source.text)


@frozen(kw_only=True)
class Options:
    """The arguments and options of the command."""

    files: tuple[str, ...] = argument(
        ..., metavar="FILE...", help="Files, folders, patterns, or `-` for standard input."
    )
    check: bool = option(False, "--check", help="Write nothing; status 1 if a file would change.")
    diff: bool = option(False, "--diff", help="Write nothing; show what would change.")
    format: Printed = Format.text


def run(options: Options) -> int:
    """Format every text; status 1 if one cannot be formatted, or would change under `check`."""
    files, check, diff = options.files, options.check, options.diff
    if files == ("-",):
        texts = [decode("standard input", sys.stdin.buffer.read(MOST_BYTES + 1))]
    else:
        texts = [read_source(path, str(path)) for path in _texts(files)]
    outcomes = [_outcome(*text) for text in texts]
    status = int(any(outcome.after is None or (check and outcome.changed) for outcome in outcomes))
    if not (check or diff) and files != ("-",):
        from ruleslang.library.files import write_whole

        for outcome in outcomes:
            if outcome.changed and outcome.after is not None:
                write_whole(Path(outcome.source.name), outcome.after)
    if options.format is Format.json:
        files_json = [
            {
                "file": outcome.source.name,
                "changed": outcome.changed,
                "diagnostics": [diagnostic_data(diagnostic) for diagnostic in outcome.diagnostics],
            }
            for outcome in outcomes
        ]
        return print_json("fmt", None, None, status, files=files_json)
    _show(outcomes, check, diff, files == ("-",))
    return status


def _texts(patterns: tuple[str, ...]) -> list[Path]:
    """Return the files named, in a folder at any depth, or matching a pattern."""
    paths: dict[Path, None] = {}
    for pattern in patterns:
        if pattern == "-":
            raise Mistake("`-` can't be combined with files")
        paths.update(dict.fromkeys(_matching_files(pattern)))
    return list(paths)


def _matching_files(pattern: str) -> Iterable[Path]:
    path = Path(pattern)
    if path.is_dir():
        paths = sorted(
            candidate
            for candidate in path.rglob("*")
            if candidate.suffix in TEXTS and candidate.is_file()
            if not candidate.is_symlink()  # which may lead elsewhere
        )
    elif path.exists():
        paths = [path]
    else:
        paths = sorted(
            Path(candidate)
            for candidate in glob(pattern, recursive=True)
            if candidate.endswith(TEXTS)
        )
    if not paths:
        raise Mistake(f"no text is found at `{pattern}`")
    return paths


def _outcome(source: Source, problems: tuple[Diagnostic, ...]) -> Outcome:
    if problems:
        return Outcome(source, None, problems)
    formatted = format_source(source)
    return Outcome(source, formatted.text, formatted.diagnostics)


def _show(outcomes: list[Outcome], check: bool, diff: bool, piped: bool) -> None:
    print_diagnostics(
        [diagnostic for outcome in outcomes for diagnostic in outcome.diagnostics], to_stderr=True
    )
    for formatted in outcomes:
        if diff and formatted.changed:
            sys.stdout.write(_difference(formatted))
        elif check and formatted.changed:
            print(f"{formatted.source.name} is not formatted", file=sys.stderr)
        elif piped and not (check or diff):
            sys.stdout.write(formatted.source.text if formatted.after is None else formatted.after)
    if not piped:
        print(_summary(outcomes, wrote=not (check or diff)), file=sys.stderr)


def _summary(outcomes: list[Outcome], *, wrote: bool) -> str:
    changed = sum(outcome.changed for outcome in outcomes)
    failed = sum(outcome.after is None for outcome in outcomes)
    parts = (
        [f"{plural(changed, 'file')} {'formatted' if wrote else 'would change'}"] if changed else []
    )
    parts += [f"{plural(failed, 'file')} left alone"] if failed else []
    same = len(outcomes) - changed - failed
    parts += [f"{plural(same, 'file')} already formatted"] if same else []
    return ", ".join(parts)


def _difference(outcome: Outcome) -> str:
    name = outcome.source.name
    before, after = _lines(outcome.source.text), _lines(outcome.after or "")
    return difference(before, after, name, f"{name} (formatted)")


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n")
