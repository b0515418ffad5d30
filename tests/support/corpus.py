"""
Texts that say themselves what is wrong with them.

A case is a file `tests/corpus/<slug>.rules` (a second form is `<slug>.2.rules`), or a folder
`<slug>/` of several files. Beneath a line with a mistake stands a comment with carets under it:

    move trick to discrad
#                 ^^^^^^^ unknown-zone: no zone is called `discrad`
#   help: did you mean `discard`?

Where the mistake begins in column 1, `#<` stands for the first two letters: `#<^^^` lies under
five letters, `#<<` under two, and `#<` alone under one. An empty place has one caret. A diagnostic
that is no error says so before its slug: `warning odd-name: …`. The message and the help may be
left out; then any will do.

The texts are read as they are, with these comments in them. `python -m tests.support.corpus FILE…`
writes the comments anew from what is found; a person reads the difference.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

from attrs import evolve, frozen

from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source
from ruleslang.syntax.parse import parse

CORPUS = Path(__file__).resolve().parents[1] / "corpus"
ENDINGS = (".rules", ".cards")
CARETS = re.compile(r"#(?P<blanks> *)(?P<signs>\^+|<<|<\^*) (?P<said>\S.*)")
SAID = re.compile(r"(?:(?P<severity>warning|advice) )?(?P<slug>[a-z][a-z-]*)(?:: (?P<message>.*))?")
HELP = re.compile(r"#\s*help: (?P<help>.*)")

Diagnose: TypeAlias = Callable[[Sequence[Source]], Iterable[Diagnostic]]


@frozen(order=True)
class Expectation:
    """One diagnostic as the comments tell it; `end` is the last column, None: not said."""

    file: str
    line: int
    start: int
    end: int
    slug: str
    severity: str = "error"
    message: str | None = None
    help: str | None = None


@frozen
class Case:
    """One or several texts that belong together, and what is wrong with them."""

    slug: str
    paths: tuple[Path, ...]

    def sources(self) -> tuple[Source, ...]:
        """The texts, with their comments."""
        return tuple(Source(path.name, _read(path)) for path in self.paths)


def cases(folder: Path = CORPUS) -> list[Case]:
    """Every case of a folder, by name."""
    found = []
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            inside = tuple(sorted(each for each in path.rglob("*") if each.suffix in ENDINGS))
            found.append(Case(path.name.split(".")[0], inside))
        elif path.suffix in ENDINGS:
            found.append(Case(path.name.split(".")[0], (path,)))
    return found


def check(case: Case, diagnose: Diagnose) -> None:
    """What is found in the texts is what their comments say, no more and no less."""
    sources = case.sources()
    expected = sorted(each for source in sources for each in expectations(source))
    found = sorted(_as_expectation(each) for each in diagnose(sources))
    if len(expected) == len(found):
        found = [_as_exact_as(each, model) for each, model in zip(found, expected, strict=True)]

    assert _lines(expected) == _lines(found)


def expectations(source: Source) -> list[Expectation]:
    """What the comments of a text say is wrong with it."""
    found: list[Expectation] = []
    above = 0
    for number, line in enumerate(source.text.split("\n"), start=1):
        carets, help = CARETS.fullmatch(line), HELP.fullmatch(line)
        if carets:
            found.append(_expectation(source, above, carets))
        elif help and found and found[-1].line == above:
            found[-1] = evolve(found[-1], help=help["help"])
        else:
            above = number
    return found


def syntax(sources: Sequence[Source]) -> Iterable[Diagnostic]:
    """What reading finds: the first of the passes that may be asked."""
    for source in sources:
        yield from parse(source)[1]


def rewrite(path: Path, diagnose: Diagnose = syntax) -> None:
    """Put the comments of a text right."""
    bare = [
        line
        for line in _read(path).split("\n")
        if not CARETS.fullmatch(line) and not HELP.fullmatch(line)
    ]
    said: dict[int, list[str]] = {}
    found = tuple(diagnose((Source(path.name, "\n".join(bare)),)))
    slug = path.name.split(".")[0]
    assert slug in {each.slug for each in found}, f"{slug} is not found by these passes"
    for diagnostic in found:
        expectation = _as_expectation(diagnostic)
        said.setdefault(expectation.line, []).extend(_comment(expectation))
    written = [
        text for number, line in enumerate(bare, start=1) for text in (line, *said.get(number, []))
    ]
    path.write_bytes("\n".join(written).encode("utf-8", "surrogatepass"))


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogatepass")


def _expectation(source: Source, line: int, carets: re.Match[str]) -> Expectation:
    said = SAID.fullmatch(carets["said"])
    assert said, f"{source.name}: `{carets['said']}` is not a slug and a message"
    start, end = carets.start("signs") + 1, carets.end("signs")
    if carets["signs"].startswith("<"):
        start, end = 1, end - (carets["signs"] == "<") - (carets["signs"] == "<<")
    return Expectation(
        source.name, line, start, end, said["slug"], said["severity"] or "error", said["message"]
    )


def _as_expectation(diagnostic: Diagnostic) -> Expectation:
    span = diagnostic.span
    line, column = span.source.line_and_column(span.start)
    rest = len(span.source.line(line)) - column + 1
    end = column - 1 + max(min(span.end - span.start, rest), 1)
    return Expectation(
        span.source.name,
        line,
        column,
        end,
        diagnostic.slug,
        diagnostic.severity.value,
        diagnostic.message,
        diagnostic.help,
    )


def _as_exact_as(found: Expectation, model: Expectation) -> Expectation:
    """A diagnostic without what the comment leaves out."""
    message = None if model.message is None else found.message
    return evolve(found, message=message, help=None if model.help is None else found.help)


def _comment(expectation: Expectation) -> list[str]:
    start, end = expectation.start, expectation.end
    if start == 1:
        signs = "#" + {1: "<", 2: "<<"}.get(end, "<" + "^" * (end - 2))
    else:
        signs = "#" + " " * (start - 2) + "^" * (end - start + 1)
    severity = "" if expectation.severity == "error" else f"{expectation.severity} "
    help = [] if expectation.help is None else [f"#   help: {expectation.help}"]
    return [f"{signs} {severity}{expectation.slug}: {expectation.message}", *help]


def _lines(expectations: Iterable[Expectation]) -> list[str]:
    return [line for each in expectations for line in (f"{each.file}:{each.line}", *_comment(each))]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        rewrite(Path(name))
