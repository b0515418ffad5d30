"""
The conformance suite: small rulebooks, one for each clause of the meaning, that every engine runs.

Every example and claim of a file must hold. In `faults` every example must end in a fault, in
`broken` every example must break a property; what is in `refused` must not compile.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from ruleslang.explanation.examples.run_examples import Result
from ruleslang.language.checks.errors import errors
from ruleslang.language.checks.subject import Subject
from ruleslang.language.lower.rulebook import Lowered, compile_trees
from ruleslang.language.syntax.parse import parse
from ruleslang.program.program import Compiled
from ruleslang.source.diagnostic import Severity
from ruleslang.source.span import Source
from tests.support.every import every
from tests.support.example_results import run
from tests.support.invariants import check
from tests.support.program_json import from_json, to_json

HERE = Path(__file__).parent
FILES = sorted(path.relative_to(HERE) for path in HERE.rglob("*.rules"))
PLAYED = [path for path in FILES if path.parts[0] not in ("faults", "broken", "refused")]
FAULTS = [path for path in FILES if path.parts[0] == "faults"]
BROKEN = [path for path in FILES if path.parts[0] == "broken"]
REFUSED = [path for path in FILES if path.parts[0] == "refused"]


@cache
def lowered(path: Path) -> Lowered:
    tree, mistakes = parse(Source(str(path), (HERE / path).read_text(encoding="utf-8")))
    assert not mistakes
    return compile_trees([tree])


def mistakes_of(found: Lowered) -> list[str]:
    """What keeps it from being played: met while lowering, else by the checks."""
    reached = (
        found.diagnostics
        if found.compiled is None
        else errors(Subject(found.compiled, found.spans))
    )
    return [each.message for each in reached if each.severity is Severity.ERROR]


@cache
def compiled(path: Path) -> Compiled:
    found = lowered(path)
    assert mistakes_of(found) == []
    assert found.compiled is not None
    return found.compiled


def failures(results: tuple[Result, ...]) -> dict[str, str]:
    return {result.title: result.message for result in results if not result.passed}


@every("path", PLAYED, parts=4)
def test_every_example_and_claim_holds(path: Path) -> None:
    results = run(compiled(path))

    assert failures((*results.examples, *results.claims)) == {}


@every("path", PLAYED)
def test_every_file_shows_something(path: Path) -> None:
    found = compiled(path)

    assert found.examples or found.claims


@every("path", FAULTS)
def test_every_example_ends_in_a_fault(path: Path) -> None:
    results = run(compiled(path))

    assert [result.title for result in results.examples if not result.fault] == []


@every("path", BROKEN)
def test_every_example_breaks_a_property(path: Path) -> None:
    results = run(compiled(path))

    assert [result.title for result in results.examples if result.breaks is None] == []
    broken = {result.breaks for result in results.examples}
    assert broken == set(compiled(path).properties)


@every("path", REFUSED)
def test_what_is_refused_does_not_compile(path: Path) -> None:
    assert mistakes_of(lowered(path))


@every("path", PLAYED + FAULTS + BROKEN, parts=2)
def test_a_compiled_program_is_sound(path: Path) -> None:
    assert check(compiled(path).program) == ()


@every("path", PLAYED + FAULTS + BROKEN, parts=2)
def test_a_compiled_program_survives_its_json(path: Path) -> None:
    found = compiled(path)

    assert from_json(to_json(found), Compiled) == found


@every("path", FILES)
def test_a_file_names_the_clause_that_it_shows(path: Path) -> None:
    assert (HERE / path).read_text(encoding="utf-8").startswith("# ")
