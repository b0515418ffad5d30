"""
Gives a verdict on a mutant: refused, another program, other display texts, no difference, or alive.

Only the declaration that is mutated is read again, with the one above it when its head is lost; the
trees of all others are used as they are. A mutant that lives plays differently, and no example,
claim or law notices. Examples that reach the mutation are tried first, then those that noticed a
mutant of the same declaration before; so most mutants are dealt with by one or two.
"""

from __future__ import annotations

from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import accumulate
from time import monotonic
from typing import Any

from attrs import define, evolve, field, fields, frozen

from ruleslang.engine.match.chance import Stream, derive, stream_number
from ruleslang.evaluation.laws.choice_leaks import OFFERS_LEAK, SIMULTANEOUS_LEAK
from ruleslang.evaluation.laws.law import Law, Subject
from ruleslang.evaluation.laws.termination import TERMINATION
from ruleslang.evaluation.laws.view_leaks import VIEW_LEAK
from ruleslang.evaluation.mutation.games_to_compare import lines_of_example
from ruleslang.evaluation.mutation.mutant import Mutant, Replacements, Site, replacements, sites
from ruleslang.evaluation.mutation.mutators import mutated as mutate
from ruleslang.explanation.examples.run_examples import run_testable
from ruleslang.language.format.format_source import Shape, same, shape
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import examples
from ruleslang.language.syntax.chunk import HEAD
from ruleslang.language.syntax.declarations import CardFolders, Declaration, Table, Tree, Uses
from ruleslang.library.compile_rulebook import compile_gathered
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.read_rulebook_files import RulebookFiles, parse_file
from ruleslang.players.learning.twins import read_by_rules
from ruleslang.program.program import Compiled
from ruleslang.program.references import DISPLAY as FOR_THE_EYE
from ruleslang.program.references import Origin, Text
from ruleslang.program.serial import digest, plain
from ruleslang.program.walk import walk
from ruleslang.source.budget import UsedUp, budget, doing
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.render import render_all
from ruleslang.source.span import Source

REFUSED = "refused"  # with a mistake
CHANGED = "changed"  # another program
BESIDE = "beside"  # the same program, with other examples, claims, measures or players
DISPLAY = "display"  # different display texts, or other citations
WARNED = "warned"  # the same in all, with a new doubt
LAYOUT = "layout"  # the same text in the end: different layout, or with other remarks
SILENT = "silent"  # the same in all, and no message: a fault of ours
CRASHED = "crashed"  # a fault of ours, too

OF_CITATIONS = ("uncited-rule", "unlisted-rule", "missing-example")
VERDICTS = (REFUSED, CHANGED, BESIDE, DISPLAY, WARNED, LAYOUT, SILENT, CRASHED)
FAULTS = (SILENT, CRASHED)
# fmt: off
TRIED = (TERMINATION, VIEW_LEAK, OFFERS_LEAK, SIMULTANEOUS_LEAK)  # the laws that are quick
UNPLAYED = (examples.Example, examples.Claim, examples.Property, d.Measure, d.Chooser, d.Omit)
LIVES = "lives"  # another program, and nobody notices
FREE = (  # tables of a program in which the order of the text means nothing
    "words", "dice_kinds", "options", "zones", "states", "dice", "values", "procedures", "actions",
    "windows",
)
# fmt: on


@frozen(eq=False)
class Verdict:
    """
    A mutant and its verdict; `compiled` is set when it compiled, and `doubted` if there was a
    warning nevertheless.
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
    replacements: Replacements
    played: str
    beside: str
    shown: Any
    doubts: int


def original(loaded: Loaded) -> Original:
    """Return a rulebook that compiles, analysed once."""
    assert loaded.compiled is not None
    compiled, files = loaded.compiled, loaded.files
    lints = compile_gathered(files, fallback=loaded.name, lints=True)
    return Original(
        files,
        sites(files.trees),
        replacements(files.trees),
        digest(compiled.program),
        _parts_not_played(compiled),
        _display_parts(compiled),
        _doubts(lints.diagnostics),
    )


def mutants(
    rulebook: Original, number: int, seed: int, among: Sequence[Site] = ()
) -> Iterator[Mutant]:
    """Yield this many mutants, spread over these declarations (or all) by their texts' length."""
    chosen = among or rulebook.sites
    stream = Stream(derive(seed, stream_number("mutants")))
    ends = list(accumulate(len(site.text) for site in chosen))
    for _ in range(number):
        site = chosen[bisect(ends, stream.below(ends[-1]))]
        mutant = mutate(site, rulebook.replacements, stream)
        if mutant is not None:
            yield mutant


# ---------------------------------------------------------------- judging


def judged(rulebook: Original, mutant: Mutant) -> Verdict:
    """Return the verdict on a mutant."""
    began = monotonic()
    try:
        with budget(), doing(f"a mutant of {mutant.file}:{mutant.line}"):
            verdict = _judged(rulebook, mutant)
    except UsedUp as used:
        verdict = Verdict(mutant, CRASHED, str(used))
    except Exception as problem:  # a text must never cause this
        verdict = Verdict(mutant, CRASHED, f"{type(problem).__name__}: {problem}")
    return evolve(verdict, seconds=monotonic() - began)


def _judged(rulebook: Original, mutant: Mutant) -> Verdict:
    source, first, last = _mutated(rulebook, mutant)
    tree, problems = parse_file(source)
    errors = [problem for problem in problems if problem.is_error]
    if errors:
        return Verdict(mutant, REFUSED, _first_message(errors))
    trees = list(rulebook.files.trees)
    around = trees[mutant.site.tree].declarations
    trees[mutant.site.tree] = evolve(
        trees[mutant.site.tree], declarations=(*around[:first], *tree.declarations, *around[last:])
    )
    files = RulebookFiles(tuple(trees), ())
    strange = _named(files) - _named(rulebook.files)
    if strange:
        return Verdict(mutant, REFUSED, f"nothing is called `{min(strange)}`")
    files = evolve(files, trees=_trimmed(files.trees, _named(rulebook.files) - _named(files)))
    loaded = compile_gathered(files, fallback="mutant", lints=True)
    first_message = _first_message(loaded.diagnostics)
    if loaded.compiled is None:
        return Verdict(mutant, REFUSED, first_message)
    doubted = _doubts(loaded.diagnostics) != rulebook.doubts
    verdict, message = _compared(rulebook, loaded.compiled), ""
    if not verdict and doubted:
        verdict, message = WARNED, first_message
    elif not verdict:
        verdict, message = _why_unchanged(around[first:last], tree)
    return Verdict(mutant, verdict, message, compiled=loaded.compiled, doubted=doubted)


def _mutated(rulebook: Original, mutant: Mutant) -> tuple[Source, int, int]:
    """
    Return the mutated text, with the declaration above it when it has lost its head, and the
    places of the replaced declarations.
    """
    site, text = mutant.site, mutant.text
    first, last = site.place, site.place + len(site.declarations)
    if first and text.strip() and not HEAD.match(text):
        first -= 1
        above = rulebook.files.trees[site.tree].declarations[first].span.text
        text = f"{above}\n{text}"
    return Source(mutant.file, text), first, last


def _named(files: RulebookFiles) -> set[str]:
    """Return the standard pieces and card folders that a header asks for."""
    return {
        name.text
        for item in (files.header.items if files.header else ())
        if isinstance(item, Uses | CardFolders)
        for name in item.names
    }


def _trimmed(trees: tuple[Tree, ...], names: set[str]) -> tuple[Tree, ...]:
    """Return the trees without those of pieces and folders that no header asks for any more."""
    return tuple(
        tree
        for tree in trees
        if not any(
            tree.source.name in (f"rulebooks/standard/{name}.rules", f"{name}.cards")
            or tree.source.name.startswith(f"cards/{name}/")
            for name in names
        )
    )


def _first_message(diagnostics: Sequence[Diagnostic]) -> str:
    """Return the first message; all are rendered, since rendering must not fail on any."""
    render_all(diagnostics)
    return diagnostics[0].message if diagnostics else ""


def _doubts(diagnostics: Sequence[Diagnostic]) -> int:
    """Return the number of citations; one removed with its line shows nothing about its effect."""
    return sum(diagnostic.slug not in OF_CITATIONS for diagnostic in diagnostics)


def _compared(rulebook: Original, compiled: Compiled) -> str:
    """Return the part in which two programs differ first; empty: they are equal."""
    if digest(compiled.program) != rulebook.played:
        return CHANGED
    if _parts_not_played(compiled) != rulebook.beside:
        return BESIDE
    return DISPLAY if _display_parts(compiled) != rulebook.shown else ""


def _why_unchanged(before: tuple[Declaration, ...], tree: Tree) -> tuple[str, str]:
    """Return why the program is unchanged."""
    if same(evolve(tree, declarations=before), tree):
        return LAYOUT, ""
    if _table_cells(before) == _table_cells(tree.declarations) != []:
        return LAYOUT, ""
    if _members_sorted(shape(before)) == _members_sorted(shape(tree.declarations)):
        return LAYOUT, ""  # the program is the same, so these braces are sets
    return SILENT, "only the text differs"


def _members_sorted(shape: Shape) -> Shape:
    """Return the shape with members of braces and regions in one order, ranges without ends."""
    if not isinstance(shape, tuple):
        return shape
    parts = tuple(_members_sorted(part) for part in shape)
    if all(isinstance(part, tuple) and part[:1] == ("Region",) for part in parts):
        return _sorted(parts)
    if parts[:1] == ("Range",):
        return ("Range",)  # the program is the same, so these ends are outside the type
    if parts[:1] == ("Braces",):
        return ("Braces", *(_sorted(part) for part in parts[1:]))
    return parts


def _sorted(items: Shape) -> Shape:
    return tuple(sorted(items, key=repr)) if isinstance(items, tuple) else items


def _table_cells(declarations: tuple[Declaration, ...]) -> list[list[str]]:
    """Return the cells of tables, without columns that are remarks; empty: no such table."""
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


def _parts_not_played(compiled: Compiled) -> str:
    """Return all that is not played."""
    parts = (
        *compiled.choosers,
        *compiled.measures,
        *compiled.examples,
        *compiled.claims,
        *compiled.properties,
        *compiled.omissions,
        *compiled.rules,
        compiled.numbering,
    )
    return repr([plain(part, with_display=False) for part in parts])


def _display_parts(compiled: Compiled) -> Any:
    """Return the parts for the reader: display texts, and the citations of each line."""
    texts = [text for node in walk(compiled) for text in _texts(node)]
    cited = [
        (rule.name, rule.kind, *_marks(compiled.program.origins[rule.origin]))
        for rule in compiled.cited
    ]
    lines = [_marks(origin) for origin in compiled.program.origins]
    return texts, cited, [marks for marks in lines if any(marks)]


def _texts(node: Any) -> Iterator[Any]:
    if isinstance(node, Text):
        yield node
    elif not isinstance(node, Origin):
        for attribute in fields(type(node)):
            text = getattr(node, attribute.name)
            if attribute.metadata == FOR_THE_EYE and isinstance(text, str):
                yield text


def _marks(origin: Origin) -> tuple[tuple[str, ...], bool]:
    return origin.cites, origin.designed


def holds(compiled: Compiled, place: int) -> bool:
    """Return whether the example or claim at a place holds."""
    return run_testable(compiled, compiled.testable[place]).passed


@define(eq=False)
class Holding:
    """Whether examples and claims of a rulebook hold; each is run when it is first asked for."""

    compiled: Compiled
    known: dict[int, bool] = field(factory=dict)

    def has(self, place: int) -> bool:
        """Return whether the example or claim at this place holds."""
        if place not in self.known:
            self.known[place] = holds(self.compiled, place)
        return self.known[place]

    @property
    def failing(self) -> int:
        """The number of those that fail."""
        return sum(not self.has(place) for place in range(len(self.compiled.testable)))


@define(eq=False, slots=False)
class Hunt:
    """The results so far: which example reaches which parts, and which noticed which mutants."""

    compiled: Compiled
    games: int = 1
    reached: dict[int, frozenset[tuple[str, int]]] = field(factory=dict)
    noticed: defaultdict[tuple[int, int], dict[int, int]] = field(factory=lambda: defaultdict(dict))

    @cached_property
    def rules(self) -> dict[str, object]:
        """The parts on which a match of the original can depend."""
        return _rules(self.compiled)

    @cached_property
    def holding(self) -> Holding:
        """What holds in the original: an example or claim that fails already notices nothing."""
        return Holding(self.compiled)

    @cached_property
    def kept_laws(self) -> tuple[Law, ...]:
        """The quick laws in which a short run of the original finds nothing."""
        return tuple(law for law in TRIED if not self._is_broken(law, self.compiled))

    def fate(self, judged: Verdict) -> Verdict:
        """Return a verdict as it is, or changed to `lives` if nobody notices the mutant."""
        try:
            with budget():
                return evolve(judged, verdict=LIVES) if self.lives(judged) else judged
        except UsedUp:  # running the examples would show it
            return judged
        except Exception as problem:  # a text must never cause this
            message = f"{type(problem).__name__}: {problem}"
            return evolve(judged, verdict=CRASHED, message=message)

    def lives(self, judged: Verdict) -> bool:
        """Return whether nobody notices a mutant that may be played otherwise."""
        mutated = judged.compiled
        if judged.verdict != CHANGED or judged.doubted or mutated is None:
            return False
        if len(mutated.examples) != len(self.compiled.examples):
            return False
        if _rules(mutated) == self.rules:
            return False
        key = judged.mutant.site.tree, judged.mutant.site.place
        claims = range(len(mutated.examples), len(mutated.testable))
        for place in (*self._order(judged.mutant), *claims):
            if not holds(mutated, place) and self.holding.has(place):
                self.noticed[key][place] = self.noticed[key].get(place, 0) + 1
                return False
        return not any(self._is_broken(law, mutated) for law in self.kept_laws)

    def _order(self, mutant: Mutant) -> list[int]:
        """Return all examples, those first that are most likely to notice."""
        noticed = self.noticed[mutant.site.tree, mutant.site.place]
        return sorted(
            range(len(self.compiled.examples)),
            key=lambda place: (-noticed.get(place, 0), not self._reaches(place, mutant)),
        )

    def _reaches(self, place: int, mutant: Mutant) -> bool:
        """Return whether an example runs a declaration, as far as it was recorded."""
        if place not in self.reached:
            self.reached[place] = lines_of_example(self.compiled, self.compiled.examples[place])
        return not self.reached[place].isdisjoint(mutant.site.lines)

    def _is_broken(self, law: Law, compiled: Compiled) -> bool:
        subject = Subject(compiled, games=self.games, examples=0, tries=1, longest=150)
        return any(True for _ in law.search(subject))


def _rules(compiled: Compiled) -> dict[str, object]:
    """
    Return the parts on which a match can depend: a program without values that only players,
    measures and examples read, with each table sorted whose order means nothing.
    """
    tables: dict[str, Any] = plain(compiled.program, with_display=False)
    del tables["name"]
    read = read_by_rules(compiled.program)
    for procedure in tables.get("procedures", ()):
        if procedure["word"] == "phase":  # a phase is a procedure that is also shown
            procedure["word"] = "procedure"
    for option in tables.get("options", ()):
        option.pop(
            "reading", None
        )  # an option that answers an open question is played as any other
    tables["values"] = [value for value in tables.get("values", ()) if value["name"] in read]
    return {
        name: sorted(map(repr, rows)) if name in FREE else rows for name, rows in tables.items()
    }


def played(rulebook: Original) -> tuple[Site, ...]:
    """Return the sites whose text is played."""
    return tuple(site for site in rulebook.sites if not isinstance(site.first, UNPLAYED))
