"""
What becomes of a mutant: refused, another program, other words for the eye, or noticed by nobody.

Only the declaration that is spoilt is read again; the trees of all others are used as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

from attrs import evolve, field, frozen

from ruleslang.format.text import format_source
from ruleslang.library.gather import Gathered, parse_file
from ruleslang.library.load import Loaded, compile_gathered
from ruleslang.meaning.chance import Stream, derive, stream_number
from ruleslang.mutation.alike import alike
from ruleslang.mutation.mutant import Mutant, Site, sites
from ruleslang.mutation.spoil import spoilt as spoil
from ruleslang.program.display import Text
from ruleslang.program.program import Compiled
from ruleslang.program.serial import plain
from ruleslang.program.walk import find
from ruleslang.source.diagnostic import Severity
from ruleslang.source.span import Source
from ruleslang.syntax.declarations import Declaration
from ruleslang.syntax.node import Marks, Name
from ruleslang.syntax.walk import walk

REFUSED = "refused"  # with a mistake
CHANGED = "changed"  # another program
BESIDE = "beside"  # the same program, with other examples, claims, measures or players
DISPLAY = "display"  # other words for the eye, or other citations
WARNED = "warned"  # the same in all, with a new doubt
ALIKE = "alike"  # the same, said in other words, or without what holds anyway
LAYOUT = "layout"  # the same text in the end, laid out otherwise
SILENT = "silent"  # the same in all, and nobody says a word: a fault of ours
CRASHED = "crashed"  # a fault of ours, too

VERDICTS = (REFUSED, CHANGED, BESIDE, DISPLAY, WARNED, ALIKE, LAYOUT, SILENT, CRASHED)
FAULTS = (SILENT, CRASHED)


@frozen(eq=False)
class Judged:
    """A mutant and what became of it; `loaded` is there when it compiled."""

    mutant: Mutant
    verdict: str
    message: str = ""
    seconds: float = 0.0
    compiled: Compiled | None = field(default=None, repr=False)


@frozen(eq=False)
class Original:
    """The rulebook as it is: its files, its sites, its names, and its prints."""

    files: Gathered
    sites: tuple[Site, ...]
    names: tuple[str, ...]
    played: str
    beside: str
    shown: Any
    doubts: int


def original(loaded: Loaded) -> Original:
    """A rulebook that compiles, looked at once."""
    assert loaded.compiled is not None
    compiled, files = loaded.compiled, loaded.files
    lints = compile_gathered(files, fallback=loaded.name, lints=True)
    return Original(
        files,
        sites(files.trees),
        tuple(sorted(_names(files))),
        _played(compiled),
        _beside(compiled),
        _shown(compiled),
        len(lints.diagnostics),
    )


def _names(files: Gathered) -> set[str]:
    return {
        node.text
        for tree in files.trees
        for declaration in tree.declarations
        for node in _outside_marks(declaration)
        if isinstance(node, Name)
    }


def _outside_marks(declaration: Any) -> Iterator[Any]:
    marks = {
        id(cite) for node in walk(declaration) if isinstance(node, Marks) for cite in node.cites
    }
    return (node for node in walk(declaration) if id(node) not in marks)


def mutants(
    rulebook: Original, number: int, seed: int, among: Sequence[Site] = ()
) -> Iterator[Mutant]:
    """So many mutants, spread over these declarations (or all) by the length of their texts."""
    chosen = among or rulebook.sites
    stream = Stream(derive(seed, stream_number("mutants")))
    lengths = [len(site.text) for site in chosen]
    for _ in range(number):
        at = stream.below(sum(lengths))
        place = 0
        while at >= lengths[place]:
            at -= lengths[place]
            place += 1
        mutant = spoil(chosen[place], rulebook.names, stream)
        if mutant is not None:
            yield mutant


# ---------------------------------------------------------------- judging


def judged(rulebook: Original, mutant: Mutant) -> Judged:
    """What becomes of a mutant."""
    began = monotonic()
    try:
        verdict, message, compiled = _judged(rulebook, mutant)
    except Exception as problem:  # what a text may never do
        verdict, message, compiled = CRASHED, f"{type(problem).__name__}: {problem}", None
    return Judged(mutant, verdict, message, monotonic() - began, compiled)


def _judged(rulebook: Original, mutant: Mutant) -> tuple[str, str, Compiled | None]:
    source = Source(mutant.file, mutant.text)
    tree, problems = parse_file(source)
    errors = [each for each in problems if each.severity is Severity.ERROR]
    if errors:
        return REFUSED, errors[0].message, None
    whole = rulebook.files.trees[mutant.site.tree]
    place = mutant.site.place
    spoilt_tree = evolve(
        whole,
        declarations=(
            *whole.declarations[:place],
            *tree.declarations,
            *whole.declarations[place + 1 :],
        ),
    )
    trees = list(rulebook.files.trees)
    trees[mutant.site.tree] = spoilt_tree
    files = Gathered(tuple(trees), ())
    loaded = compile_gathered(files, fallback="mutant", lints=False)
    if loaded.compiled is None:
        return REFUSED, loaded.diagnostics[0].message, None
    return (
        *_compared(rulebook, mutant, tree.declarations, files, loaded.compiled),
        loaded.compiled,
    )


def _compared(
    rulebook: Original,
    mutant: Mutant,
    spoilt: tuple[Declaration, ...],
    files: Gathered,
    compiled: Compiled,
) -> tuple[str, str]:
    if _played(compiled) != rulebook.played:
        return CHANGED, ""
    if _beside(compiled) != rulebook.beside:
        return BESIDE, ""
    if _shown(compiled) != rulebook.shown:
        return DISPLAY, ""
    doubts = compile_gathered(files, fallback="mutant", lints=True).diagnostics
    if len(doubts) != rulebook.doubts:
        return WARNED, doubts[-1].message if doubts else ""
    if _laid_out(mutant.text) == _laid_out(mutant.site.text):
        return LAYOUT, ""
    if alike(spoilt, (mutant.site.declaration,)):
        return ALIKE, ""
    return SILENT, "the text is another, and nothing else is"


def _laid_out(text: str) -> str | None:
    """The text in its one form; text without a form is like no other."""
    return format_source(Source("mutant.rules", f"{text}\n")).text


def _played(compiled: Compiled) -> str:
    return repr(plain(compiled.program, with_display=False))


def _beside(compiled: Compiled) -> str:
    """All that is not played."""
    parts = (
        *compiled.choosers,
        *compiled.measures,
        *compiled.examples,
        *compiled.claims,
        *compiled.omissions,
        compiled.numbering,
    )
    return repr([plain(part, with_display=False) for part in parts])


def _shown(compiled: Compiled) -> Any:
    """What is for the eye: display texts, and what the declarations rest on."""
    origins = compiled.program.origins
    texts = [(text.text, text.translations) for text in find(compiled, Text)]
    marks = [
        (each.name, each.kind, origins[each.origin].cites, origins[each.origin].designed)
        for each in compiled.cited
    ]
    return texts, marks
