"""No finding is refuted by games of other seeds: of shipped and newcomers' texts, and our cases."""

from __future__ import annotations

import re
import time
from collections.abc import Hashable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from attrs import define, evolve, field

from ruleslang.engine.choose_engine import engine_for
from ruleslang.engine.match.chance import Stream
from ruleslang.engine.match.faults import Fault
from ruleslang.engine.match.interface import Match, NotLegal
from ruleslang.evaluation.consistency.endless_play import Circle, circles, whole_game
from ruleslang.evaluation.consistency.findings import Finding, findings
from ruleslang.evaluation.consistency.games import (
    Game,
    begun,
    position_key,
    positions_of_examples,
    quick,
)
from ruleslang.evaluation.consistency.never_happens import dead_code
from ruleslang.evaluation.consistency.orders import (
    Clash,
    clashes,
    decided,
    exchanged,
    meetings,
    pairs,
    seen_by_all,
)
from ruleslang.evaluation.consistency.properties import BreachSearch, Verdict, verdicts
from ruleslang.evaluation.consistency.search import SearchResult, every_setting, search
from ruleslang.evaluation.consistency.seat_orders import SeatsDecide, seat_orders
from ruleslang.evaluation.mutation import unnoticed
from ruleslang.evaluation.mutation.mutators import LEFT_OUT
from ruleslang.evaluation.mutation.unnoticed import DONE
from ruleslang.explanation.examples.properties import is_kept
from ruleslang.explanation.examples.run_examples import run_example
from ruleslang.language.checks.subject import Subject
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load, load_text
from ruleslang.program import declarations as d
from ruleslang.program import statements as s
from ruleslang.program.passes.parts import Part, parts_of
from ruleslang.program.program import Compiled, Program
from ruleslang.program.walk import find
from ruleslang.source.budget import time_share
from ruleslang.source.diagnostic import Diagnostic, advice

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
    filled: set[str] = field(factory=set)  # the zones in which there were cards
    values: dict[str, set[object]] = field(factory=dict)  # of states, at decisions
    games: int = 0
    ended: int = 0
    broken: set[str] = field(factory=set)  # the titles of properties


def compiled_games(compiled: Compiled, seconds: float) -> Later:
    """Up to 300 games of players who choose at random, on the engine that observes nothing."""
    later, chance, program = Later(), Stream(SEED), compiled.program
    engine = engine_for(program)
    until = time.process_time() + seconds
    for players, options in every_setting(program):
        if later.games >= GAMES or time.process_time() >= until:
            return later
        later.games += 1
        settings = tuple(sorted(options.items()))
        match = quick(program, Game(SEED + later.games, players, settings, ()))
        if later.games <= FEW_LOOKED_INTO:
            note_position(engine.start(seed=later.games, players=players, options=options), later)
        for _ in range(LONGEST):
            later.broken |= {one.title for one in compiled.properties if not is_kept(match, one)}
            if match.decision is None:
                break
            later.offered |= {choice.action or choice.id for choice in match.decision.choices}
            match.choose(chance.below(len(match.decision.choices)))
        later.ended += match.decision is None and match.fault is None
    return later


FEW_LOOKED_INTO = 10  # games whose zones and states are looked at


def note_position(match: Match, later: Later) -> None:
    """Note what a game of players who choose at random has in its zones and states."""
    chance = Stream(SEED)
    for _ in range(LONGEST):
        position = match.position
        later.filled |= {place.zone.name for place, cards in position.zones.items() if cards}
        for name, values in position.states.items():
            later.values.setdefault(name, set()).update(values.values())
        if match.decision is None:
            return
        match.choose(chance.below(len(match.decision.choices)))


CERTAIN = re.compile(r"\b(never|always|nobody|cannot|can't|no way|no choices|impossible)\b")


def unfounded(reported: Iterable[Finding], known: Iterable[Verdict]) -> list[str]:
    """Findings that only some games support, and that claim something of all games."""
    log = [one.message for one in reported if one.grade == "not met"]
    log = [f"certain by games alone: {message}" for message in log if CERTAIN.search(message)]
    without = [one.message for one in reported if not one.by]
    log += [f"without what it is based on: {message}" for message in without]
    log += [f"without a number of games: {one.by}" for one in known if not one.by]
    return log


def broken_later(subject: Subject, known: Iterable[Verdict], later: Later) -> list[str]:
    """The properties that a report calls proved, and that a later game breaks."""
    titles = {one.property.title for one in known if one.grade == "proved"}
    return [f"proved, and a game broke it: {title}" for title in titles & later.broken]


QUOTED = re.compile(r"`([^`]+)`")
NOT_REACHED = ("never-used", "never-played", "moved-before-hook")


def lints_refuted(
    subject: Subject, lints: Iterable[Diagnostic], observed: SearchResult, later: Later
) -> Iterator[str]:
    """The lints of `check` that say never, and that a game shows to be wrong."""
    every_part = parts_of(subject.program).all
    reached = {subject.span(every_part[number].origin) for number in observed.reached}
    for lint in lints:
        name = QUOTED.findall(lint.message)[-1:]
        behind = [label.span for label in lint.labels]
        if (
            (lint.slug in NOT_REACHED and lint.span in reached)
            or (lint.slug == "never-ends" and any(span in reached for span in behind))
            or (lint.slug == "never-entered" and name[0] in later.filled)
            or (lint.slug == "never-set" and len(later.values.get(name[0], ())) > 1)
        ):
            yield f"check says {lint.slug}, and it was so: {lint.message}"


def circles_refuted(program: Program, found: Iterable[Circle]) -> Iterator[str]:
    """The positions that come back, and from which the same choices do not lead back again."""
    for circle in found:
        if circle.alike:
            continue  # the same numbers of other cards: only players who go on so are named
        match, places = quick(program, evolve(circle.game, picks=())), dict[Hashable, list[int]]()
        for number, pick in enumerate((*circle.game.picks, None)):
            places.setdefault(position_key(match), []).append(number)
            if pick is not None:
                match.choose(pick)
        here = position_key(match)
        since = places[here][-2] if len(places[here]) > 1 else None
        again = circle.game.picks[since:] if since is not None else ()
        with suppress(Fault, NotLegal):
            for pick in again * ROUNDS:
                match.choose(pick)
        if not again or match.decision is None or position_key(match) != here:
            yield f"a round that is not one: after {circle.game.decisions} decisions"


ROUNDS = 20


def orders_refuted(compiled: Compiled, found: Iterable[Clash]) -> Iterator[str]:
    """The pairs of which a game shows the same in both orders."""
    for clash in found:
        if clash.pair.by_stage:
            continue
        other = exchanged(compiled.program, clash.pair)
        for name, here, there in clash.shown:
            if (
                here == there
                or not is_seen(compiled.program, clash.game, name, here)
                or not is_seen(other, clash.game, name, there)
            ):
                yield f"an order that decides nothing: {name} is {here}"
            if decided(compiled, other):
                yield f"an order that an example decides: {name}"


def seats_refuted(compiled: Compiled, found: Iterable[SeatsDecide]) -> Iterator[str]:
    """The loops whose game does not show what the report says."""
    for seats in found:
        for name, here, there in seats.shown:
            if here == there or not is_seen(compiled.program, seats.game, name, here):
                yield f"an order of the seats that decides nothing: {name} is {here}"


def is_seen(program: Program, game: Game, name: str, value: str) -> bool:
    """Whether somebody sees this at a decision of a game, as far as its choices can be made."""
    match = begun(program, evolve(game, picks=()))
    with suppress(Fault, NotLegal):
        for pick in (*game.picks, None):
            if seen_by_all(match).get(name, "—") == value:
                return True
            if pick is not None:
                match.choose(pick)
    return False


def unnoticed_refuted(path: Path, lines: Iterable[Diagnostic]) -> Iterator[str]:
    """The lines without which an example fails, when the text is written without them."""
    for line in lines:
        if DONE[LEFT_OUT] not in line.message or line.span.source.name != path.name:
            continue
        text, span = line.span.source.text, line.span
        start = text.rfind("\n", 0, span.start) + 1
        if text[start : span.start].strip():
            continue  # a part of a line, as a clause
        less = load_text(text[:start] + text[span.end :].lstrip("\n"))
        if less.compiled is None:
            yield f"left out, it is no rulebook: {span.text}"
        elif not all(run_example(less.compiled, one).passed for one in less.compiled.examples):
            yield f"unnoticed, and an example fails without it: {span.text}"


OFFERED = ("action", "offer", "option of a menu")


def refuted(path: Path, loaded: Loaded, seconds: float) -> list[str]:
    """What later games show that a report said never happens, or always does."""
    assert loaded.compiled is not None
    subject = Subject(loaded.compiled, loaded.spans)
    program, number = subject.program, parts_of(subject.program).number
    written = tuple(positions_of_examples(subject.compiled, subject.spans))
    collected = meetings(program)
    searched = search(program, seconds, positions=written, meetings=collected)
    reported = findings(subject, searched)
    observed = search(program, 2 * seconds, seed=SEED, report=enough)
    later = compiled_games(subject.compiled, 3 * seconds)
    code = dead_code(subject)
    dead = {one.origin for one in code if one.sort not in ("otherwise", "price")}
    log = [
        f"dead, and it happened: {subject.span(part.origin).text}"
        for part in parts_of(program).all
        if part.origin in dead and (first := first_of(part)) and number(first) in observed.reached
    ]
    log += [
        f"dead, and it was offered: {one.name}"
        for one in code
        if one.sort in OFFERED and one.name in later.offered
    ]
    open_later = {subject.span(origin) for origin in observed.open}
    names = {f"`{name}` was not open" for name in later.offered}
    log += [
        f"not open, and it was: {one.diagnostic.span.text}"
        for one in reported
        if "not open" in one.message and one.diagnostic
        if one.diagnostic.span in open_later or one.message.partition(":")[0] in names
    ]
    hunt = BreachSearch(subject.compiled, 1)
    hunt.search_all(seconds * 0.4)
    known = verdicts(subject, hunt, seconds * 0.6)
    log += [*unfounded(reported, known), *broken_later(subject, known, later)]
    log += lints_refuted(subject, loaded.diagnostics, observed, later)
    log += circles_refuted(program, circles(program, seconds))
    with time_share(seconds):
        log += orders_refuted(subject.compiled, clashes(subject.compiled, collected))
    games = dict.fromkeys(searched.at_work.values())
    log += seats_refuted(subject.compiled, seat_orders(subject.compiled, games, seconds))
    log += unnoticed_refuted(path, unnoticed.check(loaded, seconds) if written else ())
    return [*log, *ended(subject, later, seconds)]


def ended(subject: Subject, later: Later, seconds: float) -> list[str]:
    """Whether a report says that nothing leads to an end, and games ended."""
    whole = whole_game(subject.program, seconds)
    if whole is None or whole.stuck is None:
        return []
    only_end = not whole.stuck.picks and later.ended > 0
    return ["no choices lead to an end, and games ended"] if only_end else []


@pytest.mark.parametrize("path", FEW, ids=lambda path: path.stem)
def test_no_finding_is_refuted_by_later_games(path: Path) -> None:
    loaded = load(str(path), lints=True)

    assert loaded.compiled is None or refuted(path, loaded, 0.3) == []


@pytest.mark.long
@pytest.mark.parametrize("path", ALL, ids=lambda path: path.stem)
def test_no_finding_on_any_text_is_refuted_by_later_games(path: Path) -> None:
    loaded = load(str(path), lints=True)

    assert loaded.compiled is None or refuted(path, loaded, 2.0) == []


PLANTED = """rulebook planted "Planted"
    language 1
    players 2: home, away
    starts with game
    at most 40 decisions, then nobody wins

kind coin
card penny x4: coin
zone purse: coin, seen by all
zone heap: coin, seen by all
state rich: yes or no = no
state wealth: 0..99 = 0

after pay
    add 1 to wealth

after pay
    add 2 to wealth

phase game
    move cards to heap
    repeat until heap is empty
        for each p in players: p may do pay
    home wins

action pay by p
    move first(heap) to purse
    set rich to yes

example "a coin is paid"
    given heap is {penny, penny}
    when home does pay
    then number of purse is 1
"""


def test_false_findings_of_each_kind_are_refuted(tmp_path: Path) -> None:
    path = tmp_path / "planted.rules"
    path.write_text(PLANTED, encoding="utf-8")
    loaded = load(str(path), lints=True)
    assert loaded.compiled is not None, loaded.diagnostics
    subject = Subject(loaded.compiled, loaded.spans)
    program = subject.program
    observed = search(program, 0.3, seed=SEED, report=enough)
    later = compiled_games(loaded.compiled, 0.5)
    line = {span.text.strip().partition("\n")[0]: span for span in subject.spans}

    def shows(slug: str, start: str, message: str = "") -> Diagnostic:
        return advice(slug, next(line[text] for text in line if text.startswith(start)), message)

    lints = [
        advice("never-used", subject.span(program.actions[0].origin), ""),
        shows("never-entered", "zone purse", "no card enters `purse`"),
        shows("never-set", "state rich", "nothing ever sets the state `rich`"),
    ]
    lost = shows("unnoticed", "move first(heap) to purse", DONE[LEFT_OUT])
    game = Game(1, 2, (), (0, 0, 0))

    assert len([*lints_refuted(subject, lints, observed, later)]) == len(lints)
    assert len([*circles_refuted(program, [Circle(9, game)])]) == 1
    assert len([*unnoticed_refuted(path, [lost])]) == 1
    (pair,) = pairs(program)
    assert [*orders_refuted(loaded.compiled, [Clash(pair, game, (("wealth", "3", "4"),))])]
    loop = next(find(program, s.ForEach))
    assert len([*seats_refuted(loaded.compiled, [SeatsDecide(loop, game, (("heap", "1", "2"),))])])
