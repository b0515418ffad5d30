"""
What the declarations of a rulebook became, kept for when some of them have changed.

An entry has the digest and the outline of every chunk, the game as lists, and for each declaration
that can be lowered alone its share of the game. It is lists, strings and numbers, and is checked
when it is read: each origin and each example, which are most of it, only when it is asked for. One
entry is kept of a rulebook: of the last time that all of it was lowered.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import accumulate
from typing import Any, TypeAlias, cast, get_args

from attrs import evolve, frozen

from ruleslang.checks.queries.example_facts import ExampleFacts, stand_alone
from ruleslang.library.cache_entries import entry_path, read_lines, write_entry
from ruleslang.library.find_rulebook import Place
from ruleslang.library.kept_loads import FEWEST_LETTERS, MOST_BYTES, Stale, package_version
from ruleslang.library.lazy_sequence import OnDemand
from ruleslang.library.read_rulebook_files import Gathered
from ruleslang.lower.context import Segment, Stage
from ruleslang.lower.declaration_interface import interface
from ruleslang.lower.procedures_given_zones import names_any, taking_zones
from ruleslang.lower.rulebook import Lowered
from ruleslang.nodes.blake2_without_openssl import blake2b
from ruleslang.program.compact_serial import game_to_lists, node_to_lists
from ruleslang.program.program import Compiled
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source, Span
from ruleslang.syntax import deferred_declarations
from ruleslang.syntax.chunk import Chunk
from ruleslang.syntax.declarations import Declaration, Tree
from ruleslang.syntax.node import Misread
from ruleslang.syntax.parse import chunks

Plain: TypeAlias = Any
MOST_ENTRIES = 12
FOLDER = "declarations"
BLOCK = 100  # origins in a line
JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))


@frozen
class KeptChunk:
    """
    A chunk by its digest; its outline, where nothing was advised on it; and its interface.

    `outline` and `interface` are None where the chunk is always read, and where all is lowered
    when it changes.
    """

    digest: str
    outline: deferred_declarations.Outline | None
    interface: str | None


@frozen
class KeptSegment:
    """What one stage of lowering the declaration of a chunk gave, by numbers."""

    chunk: int
    stage: Stage
    first: int
    end: int
    names: tuple[tuple[str, int, int], ...]
    parts: tuple[tuple[str, int, int], ...]


@frozen
class KeptDeclarations:
    """
    An entry.

    `game` has no examples: these are in `examples`, and what checks ask of each in `facts`; None
    where that is asked of the example. `origins` are rows: a chunk, a stretch of it, and the fields
    of `Origin`.
    """

    files: tuple[tuple[str, tuple[KeptChunk, ...]], ...]
    segments: Sequence[KeptSegment]
    chunks: tuple[int, ...]  # of which the segments are
    origins: Sequence[Plain]
    game: Plain
    examples: Sequence[Plain]
    facts: list[Plain]


def keep_declarations(
    place: Place,
    files: Gathered,
    lowered: Lowered,
    examples: Sequence[ExampleFacts],
    advice: Sequence[Diagnostic] | None,
) -> None:
    """Store the lowered declarations if nothing is wrong; `advice` is the advice on wording."""
    path, version = entry_path(FOLDER, [str(place.path), str(place.root)]), package_version()
    letters = sum(len(tree.source.text) for tree in files.trees)
    if path is None or version is None or lowered.compiled is None or letters < FEWEST_LETTERS:
        return
    if files.diagnostics or lowered.diagnostics or not lowered.alone:
        return
    try:
        where = _Where(files.trees)
        advised = None if advice is None else {where.chunk(each.span) for each in advice}
        head = {
            "version": version,
            "advised": advised is not None,
            "files": list(_files(files.trees, where, advised or set())),
            "segments": [_segment(each, where) for each in lowered.segments if _is_alone(each)],
            "origins": len(lowered.spans),
            "game": game_to_lists(evolve(lowered.compiled, examples=())),
            "facts": [node_to_lists(each) if stand_alone(each) else None for each in examples],
        }
        rows = [*_origins(lowered.compiled, lowered.spans, where)]
        blocks = [rows[start : start + BLOCK] for start in range(0, len(rows), BLOCK)]
        own = map(node_to_lists, lowered.compiled.examples)
        text = "\n".join(map(JSON.encode, (head, *blocks, *own)))
    except (Stale, ValueError, RecursionError):
        return
    if len(text) < MOST_BYTES:
        write_entry(path, text, MOST_ENTRIES)


class _Where:
    """In which chunk something stands; all chunks of a rulebook are numbered on."""

    def __init__(self, trees: Sequence[Tree]) -> None:
        self.chunks = {tree.source: pieces(tree.source) for tree in trees}
        if len(self.chunks) != len(trees):
            raise Stale
        self._starts = {source: [each.start for each in own] for source, own in self.chunks.items()}
        numbers = accumulate(map(len, self.chunks.values()), initial=0)
        self._first = dict(zip(self.chunks, numbers, strict=False))

    def chunk(self, span: Span) -> int:
        """The number of the chunk; raises `Stale` when it stands in no single one."""
        starts = self._starts.get(span.source)
        if starts is None:
            raise Stale
        place = max(0, bisect_right(starts, span.start) - 1)
        if not starts[place] <= span.start <= span.end <= self.chunks[span.source][place].end:
            raise Stale
        return self._first[span.source] + place

    def row(self, span: Span) -> tuple[int, int, int]:
        """The chunk, and from where to where in it."""
        number = self.chunk(span)
        start = self.chunks[span.source][number - self._first[span.source]].start
        return number, span.start - start, span.end - start


def pieces(source: Source) -> tuple[Chunk, ...]:
    """The chunks of a text; a table in a file of its own is one."""
    if source.is_table:
        return (Chunk(source, 0, len(source.text)),)
    return chunks(source)


def _files(trees: Sequence[Tree], where: _Where, advised: set[int]) -> Iterator[Plain]:
    first, taking = 0, taking_zones(node for tree in trees for node in tree.declarations)
    for tree in trees:
        nodes = {where.chunk(node.span): node for node in tree.declarations}
        if len(nodes) != len(tree.declarations) and not tree.source.is_table:
            raise Stale
        rows = []
        for number, chunk in enumerate(where.chunks[tree.source], start=first):
            node = None if tree.source.is_table else nodes.get(number)
            alone = node is not None and not names_any(node, taking)
            rows.append(_chunk(chunk, node, is_advised=number in advised, is_alone=alone))
        first += len(rows)
        yield [tree.source.name, rows]


def _chunk(
    chunk: Chunk, node: Declaration | None, *, is_advised: bool, is_alone: bool
) -> Plain:
    """`is_alone`: it does not say for which zones a procedure is made."""
    if node is None:
        return [chunk.digest, None, None]
    outlined = None if is_advised else deferred_declarations.to_lists(node, chunk)
    return [chunk.digest, outlined, interface_digest(node) if is_alone else None]


def interface_digest(node: Declaration) -> str | None:
    """What the interface of a declaration is known by."""
    said = interface(node)
    if said is None:
        return None
    return blake2b(json.dumps(said).encode(), digest_size=12).hexdigest()


def _is_alone(segment: Segment) -> bool:
    return interface(cast("Declaration", segment.node)) is not None


def _segment(segment: Segment, where: _Where) -> Plain:
    return [
        where.chunk(segment.node.span),
        segment.stage,
        segment.first,
        segment.end,
        segment.names,
        segment.parts,
    ]


def _origins(compiled: Compiled, spans: Sequence[Span], where: _Where) -> Iterator[Plain]:
    for each, span in zip(compiled.program.origins, spans, strict=True):
        number, start, end = where.row(span)
        first = span.source.line_and_column(span.start - start)[0]
        lines = each.line - first, each.column, each.end_line - first, each.end_column
        yield [number, start, end, *lines, each.excerpt, each.cites, each.designed]


# ---------------------------------------------------------------- reading


def kept_declarations(place: Place, *, advised: bool) -> KeptDeclarations | None:
    """What was kept of a rulebook; `advised`: it must say where something was advised."""
    path, version = entry_path(FOLDER, [str(place.path), str(place.root)]), package_version()
    lines = None if path is None or version is None else read_lines(path, MOST_BYTES)
    if lines is None:
        return None
    try:
        head = json.loads(lines[0])
        if head["version"] != version or (advised and head["advised"] is not True):
            return None
        return _read(head, lines)
    except (ValueError, LookupError, TypeError, RecursionError, Misread):
        return None


def _read(head: Plain, lines: Sequence[str]) -> KeptDeclarations:
    segments, facts, origins = _listed(head["segments"]), _listed(head["facts"]), head["origins"]
    blocks = len(lines) - 1 - len(facts)
    if type(origins) is not int or blocks != -(-origins // BLOCK):
        raise ValueError
    block = cache(lambda number: _listed(json.loads(lines[1 + number])))
    return KeptDeclarations(
        tuple((name, tuple(map(_kept_chunk, rows))) for name, rows in head["files"]),
        OnDemand(len(segments), lambda number: _kept_segment(segments[number])),
        tuple(_number(each[0]) for each in segments),
        OnDemand(origins, lambda number: block(number // BLOCK)[number % BLOCK]),
        head["game"],
        OnDemand(len(facts), lambda number: json.loads(lines[1 + blocks + number])),
        facts,
    )


def _number(plain: Plain) -> int:
    if type(plain) is not int:
        raise ValueError
    return plain


def _listed(plain: Plain) -> list[Plain]:
    if type(plain) is not list:
        raise ValueError
    return plain


def _kept_chunk(plain: Plain) -> KeptChunk:
    digest, outlined, known = plain
    outline = None if outlined is None else deferred_declarations.from_lists(outlined)
    return KeptChunk(digest, outline, known)


def _kept_segment(plain: Plain) -> KeptSegment:
    chunk, stage, first, end, names, parts = plain
    numbers = (chunk, first, end, *(each for row in (*names, *parts) for each in row[1:]))
    if stage not in get_args(Stage) or not all(type(each) is int and each >= 0 for each in numbers):
        raise ValueError
    return KeptSegment(chunk, stage, first, end, tuple(map(tuple, names)), tuple(map(tuple, parts)))
