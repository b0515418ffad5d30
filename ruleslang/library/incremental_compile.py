"""
Compiles a rulebook of which a few declarations have changed since it was lowered whole.

The changed ones are lowered again and put into the game that is kept, and with them what names a
value or choice whose type is another now. Whatever stands in the way, there is no answer, and all
is lowered.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import TypeAlias, TypeVar

from attrs import frozen

from ruleslang.checks.subject import Subject
from ruleslang.library.chunks_that_name import chunks_that_name
from ruleslang.library.find_rulebook import Place
from ruleslang.library.kept_declarations import (
    KeptDeclarations,
    interface_digest,
    kept_declarations,
    pieces,
)
from ruleslang.library.kept_game_with_changes import SplicedGame
from ruleslang.library.lazy_sequence import OnDemand
from ruleslang.library.read_rulebook_files import NOTHING_NEW, Gathered, gather, parse_file
from ruleslang.lower.cards import first_too_many
from ruleslang.lower.incremental_lowering import Names, NotAlone, Rest, lower_again, names_of
from ruleslang.nodes.made_when_read import made_when_read
from ruleslang.program.compact_serial import Unfit
from ruleslang.program.program import Compiled
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Source, Span
from ruleslang.syntax.comments import comments
from ruleslang.syntax.declarations import Declaration, Tree, Value
from ruleslang.syntax.deferred_declarations import Outline, outline
from ruleslang.syntax.node import Misread
from ruleslang.syntax.parse import ChunkRead, parse_again

T = TypeVar("T")
Diagnostics: TypeAlias = "tuple[Diagnostic, ...]"
FromTexts: TypeAlias = "Callable[[Gathered], tuple[Compiled, tuple[Span, ...]]]"

MOST_CHANGED = 20
MOST_LOWERED = 300  # with what depends on what has changed
MOST_ROUNDS = 6
DAMAGED = (NotAlone, Misread, Unfit, ValueError, TypeError, LookupError)
"""What says that an entry, or what is made of it, cannot be used."""


@frozen
class Changed:
    """
    The files as they are now, what is wrong with what was lowered again, and the game to check.

    Its examples and origins are made when they are read, and `spans` gives the places of origins;
    what is damaged in the entry may come to light only in checks.
    `sure` says that the mistakes in the game are all there are: a value that has changed may now
    depend on itself, which is said otherwise when all values are lowered.
    """

    files: Gathered
    diagnostics: tuple[Diagnostic, ...]
    subject: Subject | None
    spans: Callable[[], tuple[Span, ...]]
    sure: bool


def with_changes(place: Place, from_texts: FromTexts, *, lints: bool) -> Changed | None:
    """
    What became of a rulebook whose declarations are kept; None when all must be lowered.

    `from_texts` gives the same game, and the places of its origins, where the entry proves to be
    damaged when these are read.
    """
    kept = kept_declarations(place, advised=lints)
    if kept is None:
        return None
    try:
        return _changed(kept, place, from_texts)
    except DAMAGED:
        return None


def _changed(kept: KeptDeclarations, place: Place, from_texts: FromTexts) -> Changed:
    files, chunks = _gathered(kept, place)
    if files.diagnostics:
        raise NotAlone
    game = SplicedGame(kept)
    written = _changed_chunks(kept, files, chunks)
    found = _LowerAgain(kept, game, files, chunks).all_of(written)
    sure = not any(map(_may_ask_itself, written.values()))
    if any(each.severity is Severity.ERROR for each in found):
        return Changed(files, found, None, tuple, sure)
    now = [each.chunk for each in chunks]
    origins, spans = game.places(now)
    anew = cache(lambda: from_texts(files))
    played = game.game(
        _or_else(lambda: game.origins(now), lambda: anew()[0].program.origins),
        OnDemand(
            len(origins),
            lambda at: _or_else(lambda: origins[at], lambda: anew()[0].program.origins[at])(),
        ),
        _or_else(game.examples, lambda: anew()[0].examples),
    )
    if first_too_many(played.program.definitions) is not None:
        raise NotAlone
    subject = Subject(played, spans, game.facts(), origins)
    return Changed(files, found, subject, _or_else(lambda: tuple(spans), lambda: anew()[1]), sure)


def _may_ask_itself(node: Declaration) -> bool:
    return isinstance(node, Value) and outline(node).typing != "number"


@frozen
class _LowerAgain:
    """Puts into a kept game what is lowered again; its methods answer what is wrong there."""

    kept: KeptDeclarations
    game: SplicedGame
    files: Gathered
    chunks: Sequence[ChunkRead]

    def all_of(self, written: Mapping[int, Declaration]) -> tuple[Diagnostic, ...]:
        """
        Lower what has changed, and in rounds what names a value or choice that is of another type.

        What is lowered knows the types of all values that are lowered in its round or were before;
        so that in the next round everything is lowered that knew another type.
        """
        names, wrong = names_of(self.files.trees, written.values()), dict[int, Diagnostics]()
        round, lowered = {*written}, {*written}
        for _ in range(MOST_ROUNDS):
            growth = self.game.growth()
            retyped = self._one_round(names, round, lowered, wrong)
            if lowered != {*written} and self.game.growth() != growth:
                raise NotAlone  # what was lowered before knows other numbers of origins
            round = {*self._dependent(retyped)} - round if retyped else set()
            lowered |= round
            if not round or len(lowered) > MOST_LOWERED:
                break
        chunks = {self.kept.segments[number].chunk for number in wrong}
        if round or len(chunks) > 1 < len(written):  # one mistake may be said of several, once
            raise NotAlone
        return tuple(each for number in sorted(wrong, key=self._first) for each in wrong[number])

    def _one_round(
        self, names: Names, round: set[int], lowered: set[int], wrong: dict[int, Diagnostics]
    ) -> set[str]:
        """Lower some chunks; the names of what is of another type than in the kept game."""
        types = self.game.value_types(lowered)
        rest = Rest(names.symbols, self.game.numbering, types, self.game.program)
        retyped: set[str] = set()
        for number, before in self.game.to_lower(round):
            node = self.chunks[self.kept.segments[number].chunk].declaration
            assert node is not None
            again = lower_again(rest, names.nodes[node.span], before)
            self.game.take(number, again)
            retyped |= again.retyped
            wrong.pop(number, None)
            if again.diagnostics:
                wrong[number] = again.diagnostics
        return retyped

    def _first(self, number: int) -> int:
        """The first origin of a segment: in this order they are lowered."""
        return self.kept.segments[number].first

    def _dependent(self, names: set[str]) -> Iterator[int]:
        """The chunks in which these are named; raises `NotAlone` if one is not lowered alone."""
        interfaces = [each.interface for _, own in self.kept.files for each in own]
        for number in chunks_that_name(names, self.chunks):
            if self.chunks[number].declaration is None or interfaces[number] is None:
                raise NotAlone
            yield number


def _or_else(make: Callable[[], T], otherwise: Callable[[], T]) -> Callable[[], T]:
    """What is made of the entry; where that is damaged, something else."""

    def made() -> T:
        try:
            return make()
        except DAMAGED:
            return otherwise()

    return made


def _gathered(kept: KeptDeclarations, place: Place) -> tuple[Gathered, list[ChunkRead]]:
    """The files as they are now, in which what is known is deferred, and all their chunks."""
    read: dict[Source, tuple[ChunkRead, ...]] = {}
    known = {
        each.digest: each.outline
        for _, chunks in kept.files
        for each in chunks
        if each.outline is not None
    }

    def parse(source: Source) -> tuple[Tree, tuple[Diagnostic, ...]]:
        tree, read[source] = _table(source) if source.is_table else _text(source, known)
        return tree, ()

    files = gather(place, NOTHING_NEW, parse)
    return files, [each for tree in files.trees for each in read.get(tree.source, ())]


def _table(source: Source) -> tuple[Tree, tuple[ChunkRead, ...]]:
    tree, problems = parse_file(source)
    if problems:
        raise NotAlone
    (chunk,) = pieces(source)
    return tree, (ChunkRead(chunk, chunk.digest, None),)


def _text(source: Source, known: Mapping[str, Outline]) -> tuple[Tree, tuple[ChunkRead, ...]]:
    read = parse_again(source, known)
    if read is None:
        raise NotAlone
    found = tuple(each.declaration for each in read if each.declaration is not None)
    return Tree(source, found, made_when_read(lambda: comments(source))), read


def _changed_chunks(
    kept: KeptDeclarations, files: Gathered, chunks: Sequence[ChunkRead]
) -> dict[int, Declaration]:
    """
    The declarations that have changed, by the numbers of their chunks.

    Raises `NotAlone` when more has changed than what stands in declarations of their own.
    """
    before = [each for _, own in kept.files for each in own]
    names = [tree.source.name for tree in files.trees]
    if names != [name for name, _ in kept.files] or len(before) != len(chunks):
        raise NotAlone
    changed: dict[int, Declaration] = {}
    for number, (old, new) in enumerate(zip(before, chunks, strict=True)):
        if old.digest != new.digest:
            if new.declaration is None or old.interface is None:
                raise NotAlone
            if interface_digest(new.declaration) != old.interface:
                raise NotAlone
            changed[number] = new.declaration
    if len(changed) > MOST_CHANGED:
        raise NotAlone
    return changed
