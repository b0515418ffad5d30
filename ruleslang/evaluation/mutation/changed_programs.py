"""
Compiles a rulebook in which one declaration is changed, by lowering that declaration alone.

A declaration can be lowered alone if doing so gives the part of the program that lowering all of
the rulebook gave. For others, and for those that may change the types of others, all of the
rulebook is lowered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from attrs import evolve, frozen

from ruleslang.evaluation.mutation.mutant import Mutant
from ruleslang.language.lower.kept import Kept
from ruleslang.language.lower.rulebook import compile_trees, lower_alone, symbols_of
from ruleslang.language.resolve.symbol_table import Symbols
from ruleslang.language.syntax import declarations as d
from ruleslang.library.compile_rulebook import compile_gathered
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.read_rulebook_files import RulebookFiles, parse_file
from ruleslang.program.program import Compiled, Program
from ruleslang.program.serial import digest, plain
from ruleslang.source.diagnostic import Diagnostic, Severity
from ruleslang.source.span import Source

STANDING = (d.Standing, d.TopHook, d.TopModify, d.TopWhenever)
ALONE = (d.Value, d.Procedure, d.Action, d.Card, d.RowRules, d.Kind, *STANDING)
Parts: TypeAlias = "tuple[tuple[str, int, Any], ...]"  # of a program: table, place, part


@frozen(eq=False, slots=False)
class Original:
    """A rulebook that compiles, and what is computed once for all of its changes."""

    loaded: Loaded
    compiled: Compiled

    @cached_property
    def symbols(self) -> Symbols:
        return symbols_of(self.loaded.files.trees)

    @cached_property
    def digest(self) -> str:
        return digest(self.compiled.program)

    @cached_property
    def kept(self) -> Kept:
        """The lowered declarations, for changes after which all of the rulebook is lowered."""
        kept = Kept()
        compile_trees(self.loaded.files.trees, kept=kept)
        return kept

    @cached_property
    def warned(self) -> Counter[str]:
        """The warnings about the text without a change."""
        files = RulebookFiles(self.loaded.files.trees, ())
        loaded = compile_gathered(files, fallback=self.loaded.name, lints=True)
        return warnings(loaded.diagnostics)

    @cached_property
    def standings(self) -> dict[tuple[str, int], int]:
        """The place in the program of each effect at the left margin, by its place in the text."""
        nodes = (node for node in self.symbols.order if isinstance(node, STANDING))
        return {(node.span.source.name, node.span.start): at for at, node in enumerate(nodes)}

    @cached_property
    def known(self) -> dict[tuple[str, int], frozenset[str] | None]:
        """The errors of declarations when alone, by their place; `None`: they cannot be."""
        return {}

    @cached_property
    def places(self) -> Mapping[str, Mapping[str, int]]:
        """The place of each named part of the program in its table."""
        program = self.compiled.program
        return {
            table: {part.name: at for at, part in enumerate(getattr(program, table))}
            for table in NAMED
        }


NAMED = ("values", "procedures", "actions", "windows", "definitions", "plays", "card_standings")


def compiled_with(of: Original, mutant: Mutant) -> Compiled | None:
    """Return the rulebook with a change; `None`: it is refused, or the program is the same."""
    tree, problems = parse_file(Source(mutant.file, mutant.text))
    if any(problem.is_error for problem in problems) or len(tree.declarations) > 1:
        return None
    before, after = mutant.site.first, next(iter(tree.declarations), None)
    if after is not None and type(after) is not type(before):
        return None
    alone = _errors_alone(of, before)
    if alone is None or not _keeps_its_types(before, after):
        return _all_lowered(of, mutant, tree)
    if after is None:
        return _left_out(of, before)
    origins = of.compiled.program.origins
    lowered = lower_alone(of.symbols, after, before, origins, _counted(of, before))
    if lowered.compiled is None or not _errors(lowered.diagnostics) <= alone:
        return None
    parts = _parts(of, before, lowered.compiled.program)
    if parts is None or _are_as_before(of, parts):
        return None
    return evolve(of.compiled, program=_patch(of.compiled.program, parts, lowered.compiled.program))


def _errors_alone(of: Original, node: d.Declaration) -> frozenset[str] | None:
    """Return the errors of a declaration by itself; `None`: it cannot be lowered so."""
    key = node.span.source.name, node.span.start
    if key not in of.known:
        of.known[key] = None
        if isinstance(node, ALONE):
            origins = of.compiled.program.origins
            lowered = lower_alone(of.symbols, node, node, origins, _counted(of, node))
            if lowered.compiled is not None:
                parts = _parts(of, node, lowered.compiled.program)
                if parts and _are_as_before(of, parts):
                    of.known[key] = frozenset(_errors(lowered.diagnostics))
    return of.known[key]


def _errors(diagnostics: Sequence[Diagnostic]) -> set[str]:
    return {diagnostic.message for diagnostic in diagnostics if diagnostic.is_error}


def _keeps_its_types(before: d.Declaration, after: d.Declaration | None) -> bool:
    """Return whether other declarations cannot depend on how a declaration was changed."""
    if after is None:
        return isinstance(before, STANDING)
    if isinstance(before, d.Value):
        return before.type is not None and _head(before) == _head(after)
    if isinstance(before, d.Kind) and isinstance(after, d.Kind):
        fields = (
            [repr((item.name, item.type)) for item in kind.items if isinstance(item, d.KindField)]
            for kind in (before, after)
        )
        return next(fields) == next(fields) and _head(before) == _head(after)
    return getattr(before, "name", None) is None or _head(before) == _head(after)


def _head(node: Any) -> tuple[str, ...]:
    """Return the texts that others read of a declaration: its name, parameters, choices, answer."""
    parts = (getattr(node, name, None) for name in ("name", "parameters", "answers", "windows"))
    texts = [repr(part) for part in parts]
    choices = getattr(node, "choices", ())
    return (*texts, *(f"{choice.name.text} {choice.quantity}" for choice in choices))


def _counted(of: Original, node: d.Declaration) -> Counter[str]:
    """Return how many effects of each stem precede one at the left margin, which names it."""
    at = of.standings.get((node.span.source.name, node.span.start))
    if at is None:
        return Counter()
    stem, _, number = of.compiled.program.standings[at].name.rpartition(" ")
    return Counter({stem: int(number) - 1} if stem and number.isdigit() else {})


def _parts(of: Original, node: d.Declaration, alone: Program) -> Parts | None:
    """Return the program's parts that a declaration makes, with indices; `None`: elsewhere."""
    if isinstance(node, STANDING):
        at = of.standings.get((node.span.source.name, node.span.start))
        if at is None or len(alone.standings) != 1:
            return None
        return (("standings", at, alone.standings[0]),)
    parts = [(table, part) for table in NAMED for part in getattr(alone, table)]
    if any(part.name not in of.places[table] for table, part in parts):
        return None
    return tuple((table, of.places[table][part.name], part) for table, part in parts)


def _are_as_before(of: Original, parts: Parts) -> bool:
    program = of.compiled.program
    return all(
        plain(part, with_display=False) == plain(getattr(program, table)[at], with_display=False)
        for table, at, part in parts
    )


def _patch(program: Program, parts: Parts, alone: Program) -> Program:
    """Return the program with some parts in place of its own."""
    tables: dict[str, list[Any]] = {}
    for table, at, part in parts:
        tables.setdefault(table, list(getattr(program, table)))[at] = part
    changed: dict[str, Any] = {table: tuple(rows) for table, rows in tables.items()}
    return evolve(program, origins=alone.origins, **changed)


def _left_out(of: Original, node: d.Declaration) -> Compiled | None:
    at = of.standings.get((node.span.source.name, node.span.start))
    if at is None:
        return None
    program = of.compiled.program
    standings = (*program.standings[:at], *program.standings[at + 1 :])
    return evolve(of.compiled, program=evolve(program, standings=standings))


def _all_lowered(of: Original, mutant: Mutant, tree: d.Tree) -> Compiled | None:
    trees = _changed_trees(of, mutant, tree)
    compiled = compile_trees(trees, kept=of.kept.again()).compiled
    if compiled is None or digest(compiled.program) == of.digest:
        return None
    return compiled if len(compiled.examples) == len(of.compiled.examples) else None


def _changed_trees(of: Original, mutant: Mutant, tree: d.Tree) -> tuple[d.Tree, ...]:
    trees, site = list(of.loaded.files.trees), mutant.site
    around = trees[site.tree].declarations
    changed = (*around[: site.place], *tree.declarations, *around[site.place + 1 :])
    trees[site.tree] = evolve(trees[site.tree], declarations=changed)
    return tuple(trees)


def checked(of: Original, mutant: Mutant, *, lints: bool) -> Loaded:
    """
    Return the whole changed rulebook with what `check` reports, or with its errors: some errors,
    and nearly all warnings, show in no declaration that is lowered alone.
    """
    tree, _ = parse_file(Source(mutant.file, mutant.text))
    files = RulebookFiles(_changed_trees(of, mutant, tree), ())
    kept = of.kept.again()
    return compile_gathered(files, fallback=of.loaded.name, lints=lints, kept=kept)


def warnings(diagnostics: Sequence[Diagnostic]) -> Counter[str]:
    """Count the warnings of each slug."""
    return Counter(each.slug for each in diagnostics if each.severity is Severity.WARNING)
