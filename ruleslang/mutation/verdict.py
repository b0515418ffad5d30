"""
What became of a mutant: refused, another program, other display texts, or no difference.

Only the declaration that is mutated is read again, with the one above it when its head is lost; the
trees of all others are used as they are.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Any

from attrs import evolve, field, fields, frozen

from ruleslang.format.format_source import Shape, same, shape
from ruleslang.library.compile_rulebook import compile_gathered
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.read_rulebook_files import RulebookFiles, parse_file
from ruleslang.match.chance import Stream, derive, stream_number
from ruleslang.mutation.mutant import Mutant, Replacements, Site, sites, stock
from ruleslang.mutation.mutators import mutated as mutate
from ruleslang.nodes.budget import UsedUp, budget, doing
from ruleslang.program.names import DISPLAY as FOR_THE_EYE
from ruleslang.program.names import Origin, Text
from ruleslang.program.program import Compiled
from ruleslang.program.serial import digest, plain
from ruleslang.program.walk import walk
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.render import render_all
from ruleslang.source.span import Source
from ruleslang.syntax.chunk import HEAD
from ruleslang.syntax.declarations import CardFolders, Declaration, Table, Tree, Uses

REFUSED = "refused"  # with a mistake
CHANGED = "changed"  # another program
BESIDE = "beside"  # the same program, with other examples, claims, measures or players
DISPLAY = "display"  # other words for the eye, or other citations
WARNED = "warned"  # the same in all, with a new doubt
LAYOUT = "layout"  # the same text in the end: laid out otherwise, or with other remarks
SILENT = "silent"  # the same in all, and nobody says a word: a fault of ours
CRASHED = "crashed"  # a fault of ours, too

VERDICTS = (REFUSED, CHANGED, BESIDE, DISPLAY, WARNED, LAYOUT, SILENT, CRASHED)
FAULTS = (SILENT, CRASHED)


@frozen(eq=False)
class Verdict:
    """
    A mutant and what became of it; `compiled` is there when it compiled, and `doubted` says that
    something was said of it all the same.
    """

    mutant: Mutant
    verdict: str
    message: str = ""
    seconds: float = 0.0
    compiled: Compiled | None = field(default=None, repr=False)
    doubted: bool = False


@frozen(eq=False)
class Original:
    """The rulebook as it is: its files, its sites, its names, and its prints."""

    files: RulebookFiles
    sites: tuple[Site, ...]
    stock: Replacements
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
        stock(files.trees),
        _played(compiled),
        _beside(compiled),
        _shown(compiled),
        _doubts(lints.diagnostics),
    )


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
        mutant = mutate(chosen[place], rulebook.stock, stream)
        if mutant is not None:
            yield mutant


# ---------------------------------------------------------------- judging


def judged(rulebook: Original, mutant: Mutant) -> Verdict:
    """What becomes of a mutant."""
    began = monotonic()
    try:
        with budget(), doing(f"a mutant of {mutant.file}:{mutant.line}"):
            verdict = _judged(rulebook, mutant)
    except UsedUp as used:
        verdict = Verdict(mutant, CRASHED, str(used))
    except Exception as problem:  # what a text may never do
        verdict = Verdict(mutant, CRASHED, f"{type(problem).__name__}: {problem}")
    return evolve(verdict, seconds=monotonic() - began)


def _judged(rulebook: Original, mutant: Mutant) -> Verdict:
    mutated = _mutated(rulebook, mutant)
    tree, problems = parse_file(mutated.source)
    errors = [problem for problem in problems if problem.severity is Severity.ERROR]
    if errors:
        return Verdict(mutant, REFUSED, _said(errors))
    trees = list(rulebook.files.trees)
    around = trees[mutant.site.tree].declarations
    trees[mutant.site.tree] = evolve(
        trees[mutant.site.tree],
        declarations=(*around[: mutated.first], *tree.declarations, *around[mutated.last :]),
    )
    files = RulebookFiles(tuple(trees), ())
    strange = _named(files) - _named(rulebook.files)
    if strange:
        return Verdict(mutant, REFUSED, f"nothing is called `{min(strange)}`")
    files = evolve(files, trees=_without(files.trees, _named(rulebook.files) - _named(files)))
    loaded = compile_gathered(files, fallback="mutant", lints=True)
    said = _said(loaded.diagnostics)
    if loaded.compiled is None:
        return Verdict(mutant, REFUSED, said)
    doubted = _doubts(loaded.diagnostics) != rulebook.doubts
    verdict, message = _compared(rulebook, loaded.compiled), ""
    if not verdict and doubted:
        verdict, message = WARNED, said
    elif not verdict:
        verdict, message = _same(around[mutated.first : mutated.last], tree)
    return Verdict(mutant, verdict, message, compiled=loaded.compiled, doubted=doubted)


@frozen(eq=False)
class _Mutated:
    """What is read again: the text, and the places in the tree of the declarations it replaces."""

    source: Source
    first: int
    last: int


def _mutated(rulebook: Original, mutant: Mutant) -> _Mutated:
    """The mutated text, with the declaration above it when it has lost its head."""
    site, text = mutant.site, mutant.text
    first, last = site.place, site.place + len(site.declarations)
    if first and text.strip() and not HEAD.match(text):
        first -= 1
        above = rulebook.files.trees[site.tree].declarations[first].span.text
        text = f"{above}\n{text}"
    return _Mutated(Source(mutant.file, text), first, last)


def _named(files: RulebookFiles) -> set[str]:
    """The standard pieces and card folders that a header asks for."""
    return {
        name.text
        for item in (files.header.items if files.header else ())
        if isinstance(item, Uses | CardFolders)
        for name in item.names
    }


def _without(trees: tuple[Tree, ...], names: set[str]) -> tuple[Tree, ...]:
    """The trees without those of pieces and folders that no header asks for any more."""
    return tuple(
        tree
        for tree in trees
        if not any(
            tree.source.name in (f"rulebooks/standard/{name}.rules", f"{name}.cards")
            or tree.source.name.startswith(f"cards/{name}/")
            for name in names
        )
    )


def _said(diagnostics: Sequence[Diagnostic]) -> str:
    """The first message; all are rendered, since rendering must not fail on any."""
    render_all(diagnostics)
    return diagnostics[0].message if diagnostics else ""


def _doubts(diagnostics: Sequence[Diagnostic]) -> int:
    """How many; a citation that goes with its line says nothing about what the line does."""
    return sum(diagnostic.slug != "uncited-rule" for diagnostic in diagnostics)


def _compared(rulebook: Original, compiled: Compiled) -> str:
    """The part in which two programs differ first; empty: they are equal."""
    if _played(compiled) != rulebook.played:
        return CHANGED
    if _beside(compiled) != rulebook.beside:
        return BESIDE
    return DISPLAY if _shown(compiled) != rulebook.shown else ""


def _same(before: tuple[Declaration, ...], tree: Tree) -> tuple[str, str]:
    """Why the program is unchanged."""
    if same(evolve(tree, declarations=before), tree):
        return LAYOUT, ""
    if _read(before) == _read(tree.declarations) != []:
        return LAYOUT, ""
    if _members_sorted(shape(before)) == _members_sorted(shape(tree.declarations)):
        return LAYOUT, ""  # the program is the same, so these braces are sets
    return SILENT, "the text is another, and nothing else is"


def _members_sorted(shape: Shape) -> Shape:
    """The shape with members of braces and regions of a board in one order: any would do."""
    if not isinstance(shape, tuple):
        return shape
    parts = tuple(_members_sorted(part) for part in shape)
    if all(isinstance(part, tuple) and part[:1] == ("Region",) for part in parts):
        return _sorted(parts)
    if parts[:1] == ("Braces",):
        return ("Braces", *(_sorted(part) for part in parts[1:]))
    return parts


def _sorted(items: Shape) -> Shape:
    return tuple(sorted(items, key=repr)) if isinstance(items, tuple) else items


def _read(declarations: tuple[Declaration, ...]) -> list[list[str]]:
    """The cells of tables, without the columns that are remarks; empty: there is something else."""
    tables = [
        declaration
        for declaration in declarations
        if isinstance(declaration, Table) and declaration.rows
    ]
    if len(tables) < len(declarations):
        return []
    return [
        [
            cell.text
            for head, cell in zip(table.rows[0].cells, row.cells, strict=False)
            if not head.text.startswith("(")
        ]
        for table in tables
        for row in table.rows
    ]


def _played(compiled: Compiled) -> str:
    return digest(compiled.program)


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
    """What is for the eye: display texts, and what each line rests on."""
    texts = [text for node in walk(compiled) for text in _texts(node)]
    cited = [
        (each.name, each.kind, *_marks(compiled.program.origins[each.origin]))
        for each in compiled.cited
    ]
    lines = [_marks(origin) for origin in compiled.program.origins]
    return texts, cited, [marks for marks in lines if any(marks)]


def _texts(node: Any) -> Iterator[Any]:
    if isinstance(node, Text):
        yield node
    elif not isinstance(node, Origin):
        for each in fields(type(node)):
            text = getattr(node, each.name)
            if each.metadata == FOR_THE_EYE and isinstance(text, str):
                yield text


def _marks(origin: Origin) -> tuple[tuple[str, ...], bool]:
    return origin.cites, origin.designed
