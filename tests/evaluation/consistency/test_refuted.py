"""No finding is refuted by games of other seeds: of shipped and newcomers' texts, and our cases."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleslang.evaluation.consistency.endless_play import whole_game
from ruleslang.evaluation.consistency.findings import findings
from ruleslang.evaluation.consistency.games import positions_of_examples
from ruleslang.evaluation.consistency.never_happens import dead_code
from ruleslang.evaluation.consistency.search import SearchResult, search
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.passes.parts import Part, parts_of

ROOT = Path(__file__).parents[3]
CASES = sorted((Path(__file__).parent / "cases").glob("*.rules"))
SHIPPED = sorted({*ROOT.glob("rulebooks/*/"), *ROOT.glob("examples/*/")})
NEWCOMERS = sorted(ROOT.glob("tests/language/newcomers/*.rules"))
FEW = [*CASES, ROOT / "examples/spell_duel", *NEWCOMERS[::400]]
ALL = [*CASES, *SHIPPED, *NEWCOMERS[::25]]
GAMES = 300
SEED = 7_000
TAKEN = (d.ValueCase, d.Action, d.Play, s.Branch, s.Case, s.Hook, s.Whenever)


def enough(games: int, decisions: int) -> None:
    if games >= GAMES:
        raise KeyboardInterrupt


def first_of(part: Part) -> Part | None:
    """The part that runs only if what a finding calls dead happens."""
    if isinstance(part, s.If):
        return part.then[0] if part.then else None
    return part if isinstance(part, TAKEN) else None


def refuted(subject: Subject, seconds: float) -> list[str]:
    """What later games show that a report said never happens."""
    program, number = subject.program, parts_of(subject.program).number
    written = tuple(positions_of_examples(subject.compiled, subject.spans))
    reported = findings(subject, search(program, seconds, positions=written))
    later = search(program, 4 * seconds, seed=SEED, told=enough)
    dead = {code.origin for code in dead_code(subject) if code.sort not in ("otherwise", "price")}
    told = [
        f"dead, and it happened: {subject.span(part.origin).text}"
        for part in parts_of(program).all
        if part.origin in dead and (first := first_of(part)) and number(first) in later.reached
    ]
    open_later = {subject.span(origin) for origin in later.open}
    told += [
        f"never open, and it was: {one.diagnostic.span.text}"
        for one in reported
        if "never open" in one.message and one.diagnostic and one.diagnostic.span in open_later
    ]
    return [*told, *ended(subject, later, seconds)]


def ended(subject: Subject, later: SearchResult, seconds: float) -> list[str]:
    """Whether a report says that nothing leads to an end, and games ended."""
    whole = whole_game(subject.program, seconds)
    if whole is None or whole.stuck is None:
        return []
    only_end = not whole.stuck.picks and later.ended > 0
    return ["no choices lead to an end, and games ended"] if only_end else []


def subject_of(path: Path) -> Subject | None:
    loaded = load(str(path))
    return None if loaded.compiled is None else Subject(loaded.compiled, loaded.spans)


@pytest.mark.parametrize("path", FEW, ids=lambda path: path.stem)
def test_no_finding_is_refuted_by_later_games(path: Path) -> None:
    subject = subject_of(path)

    assert subject is None or refuted(subject, 1.0) == []


@pytest.mark.long
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_no_finding_on_any_text_is_refuted_by_later_games(path: Path) -> None:
    subject = subject_of(path)

    assert subject is None or refuted(subject, 5.0) == []
