"""
Compiles a rulebook of which a few declarations have changed since it was lowered whole.

The changed ones are lowered again and put into the game that is kept, where that cannot concern
any other. Whatever stands in the way, there is no answer, and all is lowered.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TypeAlias, TypeVar

from ruleslang.checks.subject import Subject
from ruleslang.library.find_rulebook import Place
from ruleslang.library.kept_declarations import (
    KeptDeclarations,
    interface_digest,
    kept_declarations,
    pieces,
)
from ruleslang.library.kept_game_with_changes import SplicedGame
from ruleslang.library.read_rulebook_files import NOTHING_NEW, Gathered, gather, parse_file
from ruleslang.lower.incremental_lowering import NotAlone, Rest, lower_again, names_of
from ruleslang.nodes.frozen import frozen
from ruleslang.nodes.made_when_read import made_when_read
from ruleslang.program.compact_serial import Unfit
from ruleslang.program.program import Compiled
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Source, Span
from ruleslang.syntax.comments import comments
from ruleslang.syntax.declarations import Declaration, Tree, Value
from ruleslang.syntax.deferred_declarations import Outline
from ruleslang.syntax.node import Misread
from ruleslang.syntax.parse import ChunkRead, parse_again

T = TypeVar("T")
FromTexts: TypeAlias = "Callable[[Gathered], tuple[Compiled, tuple[Span, ...]]]"

MOST_CHANGED = 20
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
    written = _changed_chunks(kept, files, chunks)
    symbols, lowered = names_of(files.trees, tuple(written.values()))
    changed = dict(zip(written, lowered, strict=True))
    game = SplicedGame(kept, frozenset(changed))
    rest = Rest(symbols, game.numbering, game.value_types, game.program)
    wrong: dict[int, tuple[Diagnostic, ...]] = {}
    for number, before in game.to_lower():
        chunk = kept.segments[number].chunk
        again = lower_again(rest, changed[chunk], before)
        game.take(number, again)
        if again.diagnostics:
            wrong[chunk] = (*wrong.get(chunk, ()), *again.diagnostics)
    if len(wrong) > 1:  # one mistake may be said of several, once
        raise NotAlone
    found = tuple(each for own in wrong.values() for each in own)
    sure = not any(isinstance(node, Value) for node in changed.values())
    if any(each.severity is Severity.ERROR for each in found):
        return Changed(files, found, None, tuple, sure)
    now = [each.chunk for each in chunks]
    origins, spans = game.places(now)
    anew = cache(lambda: from_texts(files))
    played = game.game(
        _or_else(lambda: game.origins(now), lambda: anew()[0].program.origins),
        _or_else(game.examples, lambda: anew()[0].examples),
    )
    subject = Subject(played, spans, game.facts(), origins)
    return Changed(files, found, subject, _or_else(lambda: tuple(spans), lambda: anew()[1]), sure)


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
