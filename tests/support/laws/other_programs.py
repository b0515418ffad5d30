"""The same rulebook compiled from other texts, with the questions and views of its matches."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from attrs import evolve, frozen

from ruleslang.engine.match.chance import Chance
from ruleslang.engine.match.decision import View, seen_text
from ruleslang.engine.match.interface import Match
from ruleslang.evaluation.laws.law import Breach, Line, Subject
from ruleslang.evaluation.laws.play_lines import along
from ruleslang.language.syntax.declarations import Declaration, Tree
from ruleslang.library.compile_rulebook import compile_gathered
from ruleslang.library.read_rulebook_files import RulebookFiles, parse_file
from ruleslang.program.program import Compiled
from ruleslang.source.span import Source


@frozen(eq=False)
class WithFiles(Subject):
    """A subject with the files that it was compiled from; without, laws about texts hold."""

    files: RulebookFiles | None = None


def trees(subject: Subject) -> tuple[Tree, ...]:
    """The trees of the files; empty when they are not available."""
    files = subject.files if isinstance(subject, WithFiles) else None
    return files.trees if files is not None else ()


def texts(subject: Subject) -> Iterator[Source]:
    """The files in the language itself, without tables in files of their own."""
    return (tree.source for tree in trees(subject) if not tree.source.is_table)


def recompiled(subject: Subject, changed: Mapping[str, str]) -> Compiled | None:
    """The rulebook compiled from other texts, by file name; None when they have a mistake."""
    parsed = []
    for tree in trees(subject):
        if tree.source.name in changed:
            tree, problems = parse_file(Source(tree.source.name, changed[tree.source.name]))
            if problems:
                return None
        parsed.append(tree)
    return _compiled(subject, tuple(parsed))


def reordered(
    subject: Subject, order: Callable[[tuple[Declaration, ...]], tuple[Declaration, ...]]
) -> Compiled | None:
    """The rulebook with the declarations of each file in another order."""
    return _compiled(
        subject,
        tuple(evolve(tree, declarations=order(tree.declarations)) for tree in trees(subject)),
    )


def _compiled(subject: Subject, parsed: tuple[Tree, ...]) -> Compiled | None:
    return compile_gathered(
        RulebookFiles(parsed, ()), fallback=subject.program.name, lints=False
    ).compiled


Rename: TypeAlias = Callable[[str], str]  # gives a name as the other program has it


def transcript(
    compiled: Compiled, line: Line, chance: Chance | None = None, renamed: Rename = str
) -> Iterator[Any]:
    """The questions and views decision by decision, then the outcome."""
    for _, match in along(Subject(compiled), line, chance):
        yield _asked(match, renamed), _seen(match, renamed)
    outcome, fault = match.outcome, match.fault
    yield outcome, fault and fault.slug


def first_difference(ours: Iterator[Any], copied: Iterator[Any], subject: str) -> Breach | None:
    """The first place where two transcripts differ."""
    for step, (mine, theirs) in enumerate(zip(ours, copied, strict=False)):
        if mine != theirs:
            return Breach(step, f"{subject}: {_parted(mine, theirs)}")
    return None


def _parted(mine: Any, theirs: Any) -> str:
    (question, seen), (question_now, seen_now) = mine, theirs
    if question != question_now or not isinstance(seen, list):
        return f"{question_now} {'' if isinstance(seen, list) else seen_now} instead of {question}"
    for before, after in zip(seen, seen_now, strict=True):
        for name in {**before, **after}:
            if before.get(name) != after.get(name):
                return f"{name} is {after.get(name)} instead of {before.get(name)}"
    return "something else"


def _asked(match: Match, renamed: Rename) -> Any:
    decision = match.decision
    if decision is None:
        return None
    return (
        decision.player,
        decision.kind,
        renamed(decision.name),
        [renamed(choice.id) for choice in decision.choices],
    )


def _seen(match: Match, renamed: Rename) -> list[dict[str, Any]]:
    """Every view, as plain names and values."""
    return [_plain(match.view(seat), renamed) for seat in range(len(match.population.players))]


def _plain(seen: View, renamed: Rename) -> dict[str, Any]:
    """A view with every name translated."""
    plain_view: dict[str, Any] = {"active": seen.active, "players": seen.players}
    for name, zone in seen.zones.items():
        plain_view[renamed(name)] = zone.count, [card and renamed(card) for card in zone.cards]
    for name, value in seen.states.items():
        plain_view[renamed(name)] = None if value is None else renamed(seen_text(value))
    for name, faces in seen.dice.items():
        plain_view[renamed(name)] = faces and [renamed(face) for face in faces]
    for name, space in seen.pieces.items():
        plain_view[renamed(name)] = space and renamed(space)
    plain_view["facts"] = sorted(
        (renamed(fact.zone), fact.place or 0, renamed(fact.fact), renamed(fact.value), fact.truth)
        for fact in seen.facts
    )
    return plain_view
