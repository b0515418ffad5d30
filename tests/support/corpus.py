"""
Texts that contain their expected messages.

A case is a file `tests/language/corpus/<slug>.rules` (a second form is `<slug>.2.rules`), or a
folder `<slug>/` of several files. A line with a mistake is followed by a comment with carets:

    move trick to discrad
#                 ^^^^^^^ unknown-zone: no zone is called `discrad`
#   help: did you mean `discard`?

Where the mistake begins in column 1, `#<` stands for the first two letters: `#<^^^` lies under
five letters, `#<<` under two, and `#<` alone under one. An empty place has one caret. A diagnostic
that is no error says so before its slug: `warning odd-name: …`. The message and the help may be
left out; then any will do. Where the same stands in other places, a line `#   also: …`
says in how many.

The texts are read as they are, with these comments in them. A table of commas and quotes has no
comments: what is wrong with `beasts.csv` stands in `beasts.csv.said`, which is the table with them.

A text with a header, and a folder, goes through the whole front, checks and doubts included; a text
without one is a fragment, and is only read. `python -m tests.support.corpus FILE…` writes the
comments anew from what is found; a person reads the difference.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeAlias

from attrs import evolve, frozen

from ruleslang.language.syntax.parse import parse
from ruleslang.library.load import load
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.render import elsewhere
from ruleslang.source.span import Source

CORPUS = Path(__file__).resolve().parents[1] / "language/corpus"
ENDINGS = (".rules", ".cards")
SAID_OF_TABLES = ".csv.said"
CARETS = re.compile(r"#(?P<blanks> *)(?P<signs>\^+|<<|<\^*) (?P<said>\S.*)")
SAID = re.compile(r"(?:(?P<severity>warning|advice) )?(?P<slug>[a-z][a-z-]*)(?:: (?P<message>.*))?")
HELP = re.compile(r"#\s*help: (?P<help>.*)")
ALSO = re.compile(r"#\s*also: (?P<also>.*)")

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
    also: str | None = None


@frozen
class Case:
    """One or several texts that belong together, and what is wrong with them."""

    slug: str
    paths: tuple[Path, ...]
    folder: Path | None = None

    def sources(self) -> tuple[Source, ...]:
        """The texts, with their comments."""
        return tuple(Source(self.name_of(path), _read(path)) for path in self.paths)

    def name_of(self, path: Path) -> str:
        """What a text is called: by its way from the folder, and a table without `.said`."""
        name = path.name if self.folder is None else path.relative_to(self.folder).as_posix()
        return name.removesuffix(".said")

    @property
    def is_fragment(self) -> bool:
        """Whether it is a text without a header, which is only read."""
        return self.folder is None and not any(
            line.startswith("rulebook") for line in _read(self.paths[0]).split("\n")
        )


def cases(folder: Path = CORPUS) -> list[Case]:
    """Every case of a folder, by name."""
    found = []
    for path in sorted(folder.iterdir()):
        if path.is_dir():
            inside = tuple(sorted(each for each in path.rglob("*") if _is_text(each)))
            if inside:
                found.append(Case(path.name.split(".")[0], inside, path))
        elif path.suffix in ENDINGS:
            found.append(Case(path.name.split(".")[0], (path,)))
    return found


def _is_text(path: Path) -> bool:
    return path.suffix in ENDINGS or path.name.endswith(SAID_OF_TABLES)


def check(case: Case, diagnose: Diagnose) -> None:
    """What some passes find in the texts is what their comments say, no more and no less."""
    agree(case, diagnose(case.sources()))


def front(case: Case) -> tuple[Diagnostic, ...]:
    """All that is found in a case, by as much of the front as it goes through."""
    if case.is_fragment:
        return tuple(syntax(case.sources()))
    return load(str(case.folder or case.paths[0]), lints=True).diagnostics


def agree(case: Case, diagnostics: Iterable[Diagnostic]) -> None:
    """What was found in the texts is what their comments say, no more and no less."""
    sources = case.sources()
    expected = sorted(each for source in sources for each in expectations(source))
    found = sorted(_as_expectation(each) for each in diagnostics)
    if len(expected) == len(found):
        found = [_as_exact_as(each, model) for each, model in zip(found, expected, strict=True)]

    assert _lines(expected) == _lines(found)


def expectations(source: Source) -> list[Expectation]:
    """
    What the comments of a text say is wrong with it.

    The comments count as lines, but for those about a table, which is read without them.
    """
    found: list[Expectation] = []
    above, comments = 0, 0
    for number, line in enumerate(source.text.split("\n"), start=1):
        carets, help, also = (form.fullmatch(line) for form in (CARETS, HELP, ALSO))
        comments += bool(carets or help or also)
        if carets:
            found.append(_expectation(source, above, carets))
        elif help and found and found[-1].line == above:
            found[-1] = evolve(found[-1], help=help["help"])
        elif also and found and found[-1].line == above:
            found[-1] = evolve(found[-1], also=also["also"])
        else:
            above = number - comments * source.name.endswith(".csv")
    return found


def syntax(sources: Sequence[Source]) -> Iterable[Diagnostic]:
    """What reading finds: the first of the passes that may be asked."""
    for source in sources:
        yield from parse(source)[1]


def rewrite(case: Case) -> None:
    """Put the comments of a case right: without those that it has, and with what is then found."""
    for path in case.paths:
        _write(path, bare(path))
    diagnostics = front(case)
    named = case.paths[0].resolve().is_relative_to(CORPUS)  # after the mistake that it shows
    assert not named or case.slug in {each.slug for each in diagnostics}, f"no slug of {case}"
    found = [_as_expectation(each) for each in diagnostics]
    for path in case.paths:
        _put(path, [each for each in found if each.file == case.name_of(path)])


def bare(path: Path) -> list[str]:
    """The lines of a text without its comments on what is wrong."""
    return [
        line
        for line in _read(path).split("\n")
        if not any(form.fullmatch(line) for form in (CARETS, HELP, ALSO))
    ]


def _put(path: Path, found: Iterable[Expectation]) -> None:
    lines = bare(path)
    output: dict[int, list[str]] = {}
    for expectation in found:
        output.setdefault(expectation.line, []).extend(_comment(expectation))
    written = [
        text
        for number, line in enumerate(lines, start=1)
        for text in (line, *output.get(number, []))
    ]
    _write(path, written)


def _write(path: Path, lines: Sequence[str]) -> None:
    path.write_bytes("\n".join(lines).encode("utf-8", "surrogatepass"))


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8", "surrogatepass")


def _expectation(source: Source, line: int, carets: re.Match[str]) -> Expectation:
    output = SAID.fullmatch(carets["said"])
    assert output, f"{source.name}: `{carets['said']}` is not a slug and a message"
    start, end = carets.start("signs") + 1, carets.end("signs")
    if carets["signs"].startswith("<"):
        start, end = 1, end - (carets["signs"] == "<") - (carets["signs"] == "<<")
    return Expectation(
        source.name,
        line,
        start,
        end,
        output["slug"],
        output["severity"] or "error",
        output["message"],
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
        (elsewhere(diagnostic) or "").partition(":")[0] or None,
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
    also = [] if expectation.also is None else [f"#   also: {expectation.also}"]
    help = [] if expectation.help is None else [f"#   help: {expectation.help}"]
    return [f"{signs} {severity}{expectation.slug}: {expectation.message}", *also, *help]


def _lines(expectations: Iterable[Expectation]) -> list[str]:
    return [line for each in expectations for line in (f"{each.file}:{each.line}", *_comment(each))]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        for each in cases(Path(name).parent):
            if (each.folder or each.paths[0]).name == Path(name).name:
                rewrite(each)
