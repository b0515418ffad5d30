"""No finding is refuted by games of other seeds: of shipped and newcomers' texts, and our cases."""

from __future__ import annotations

import re
import time
from collections.abc import Iterable
from pathlib import Path

import pytest
from attrs import define, field

from ruleslang.engine.match.chance import Stream
from ruleslang.evaluation.consistency.endless_play import whole_game
from ruleslang.evaluation.consistency.findings import Finding, findings
from ruleslang.evaluation.consistency.games import Game, positions_of_examples, quick
from ruleslang.evaluation.consistency.never_happens import dead_code
from ruleslang.evaluation.consistency.properties import Verdict, verdicts
from ruleslang.evaluation.consistency.search import every_setting, search
from ruleslang.explanation.proving.properties import is_kept
from ruleslang.language.checks.subject import Subject
from ruleslang.library.load import load
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.passes.parts import Part, parts_of
from ruleslang.program.program import Compiled

ROOT = Path(__file__).parents[3]
BOOKS = ("rulebooks", "examples")
CASES = sorted((Path(__file__).parent / "cases").glob("*.rules"))
SHIPPED = sorted({path.parent for path in ROOT.glob("*/*/*.rules") if path.parts[-3] in BOOKS})
NEWCOMERS = sorted(ROOT.glob("tests/language/newcomers/*.rules"))
FEW = [*CASES[::3], ROOT / "examples/spell_duel", *NEWCOMERS[::400]]
ALL = [*CASES, *SHIPPED, *NEWCOMERS[::60]]
GAMES = 300
SEED = 7_000
LONGEST = 400  # decisions of a game on the compiled engine
TAKEN = (d.ValueCase, d.Action, d.Play, s.Branch, s.Case, s.Hook, s.Whenever)


def enough(games: int, decisions: int) -> None:
    if games >= GAMES:
        raise KeyboardInterrupt


def first_of(part: Part) -> Part | None:
    """The part that runs only if what a finding calls dead happens."""
    if isinstance(part, s.If):
        return part.then[0] if part.then else None
    return part if isinstance(part, TAKEN) else None


@define
class Later:
    """What compiled games of other seeds offered, by name, and how many of them ended."""

    offered: set[str] = field(factory=set)
    games: int = 0
    ended: int = 0
    broken: set[str] = field(factory=set)  # the titles of properties


def compiled_games(compiled: Compiled, seconds: float) -> Later:
    """Up to 300 games of players who choose at random, on the engine that observes nothing."""
    later, chance, program = Later(), Stream(SEED), compiled.program
    until = time.process_time() + seconds
    for players, options in every_setting(program):
        if later.games >= GAMES or time.process_time() >= until:
            return later
        later.games += 1
        settings = tuple(sorted(options.items()))
        match = quick(program, Game(SEED + later.games, players, settings, ()))
        for _ in range(LONGEST):
            later.broken |= {one.title for one in compiled.properties if not is_kept(match, one)}
            if match.decision is None:
                break
            later.offered |= {choice.action or choice.id for choice in match.decision.choices}
            match.choose(chance.below(len(match.decision.choices)))
        later.ended += match.decision is None and match.fault is None
    return later


CERTAIN = re.compile(r"\b(never|always|nobody|cannot|can't|no way|no choices|impossible)\b")


def unfounded(reported: Iterable[Finding], known: Iterable[Verdict]) -> list[str]:
    """Findings that only some games support, and that claim something of all games."""
    told = [one.message for one in reported if one.grade == "not met"]
    told = [f"certain by games alone: {message}" for message in told if CERTAIN.search(message)]
    without = [one.message for one in reported if not one.by]
    told += [f"without what it is based on: {message}" for message in without]
    told += [f"without a number of games: {one.by}" for one in known if not one.by]
    return told


def broken_later(subject: Subject, known: Iterable[Verdict], later: Later) -> list[str]:
    """The properties that a report calls proved, and that a later game breaks."""
    titles = {one.property.title for one in known if one.grade == "proved"}
    return [f"proved, and a game broke it: {title}" for title in titles & later.broken]


OFFERED = ("action", "offer", "option of a menu")


def refuted(subject: Subject, seconds: float) -> list[str]:
    """What later games show that a report said never happens."""
    program, number = subject.program, parts_of(subject.program).number
    written = tuple(positions_of_examples(subject.compiled, subject.spans))
    reported = findings(subject, search(program, seconds, positions=written))
    observed = search(program, 2 * seconds, seed=SEED, told=enough)
    later = compiled_games(subject.compiled, 3 * seconds)
    code = dead_code(subject)
    dead = {one.origin for one in code if one.sort not in ("otherwise", "price")}
    told = [
        f"dead, and it happened: {subject.span(part.origin).text}"
        for part in parts_of(program).all
        if part.origin in dead and (first := first_of(part)) and number(first) in observed.reached
    ]
    told += [
        f"dead, and it was offered: {one.name}"
        for one in code
        if one.sort in OFFERED and one.name in later.offered
    ]
    open_later = {subject.span(origin) for origin in observed.open}
    names = {f"`{name}` was not open" for name in later.offered}
    told += [
        f"not open, and it was: {one.diagnostic.span.text}"
        for one in reported
        if "not open" in one.message and one.diagnostic
        if one.diagnostic.span in open_later or one.message.partition(":")[0] in names
    ]
    known = verdicts(subject, seconds)
    told += [*unfounded(reported, known), *broken_later(subject, known, later)]
    return [*told, *ended(subject, later, seconds)]


def ended(subject: Subject, later: Later, seconds: float) -> list[str]:
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

    assert subject is None or refuted(subject, 0.3) == []


@pytest.mark.long
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_no_finding_on_any_text_is_refuted_by_later_games(path: Path) -> None:
    subject = subject_of(path)

    assert subject is None or refuted(subject, 2.0) == []
