"""
The texts of a rulebook; compiles it again from changed ones, or with its declarations in another
order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from attrs import evolve

from ruleslang.law_harness.law import Subject
from ruleslang.library.compile_rulebook import compile_gathered
from ruleslang.library.read_rulebook_files import Gathered, parse_file
from ruleslang.program.program import Compiled
from ruleslang.source.span import Source
from ruleslang.syntax.declarations import Declaration, Tree


def trees(subject: Subject) -> tuple[Tree, ...]:
    """The trees of the files; empty when they are not available."""
    return subject.files.trees if subject.files is not None else ()


def texts(subject: Subject) -> Iterator[Source]:
    """The files in the language itself, without tables in files of their own."""
    return (tree.source for tree in trees(subject) if not tree.source.is_table)


def again(subject: Subject, changed: Mapping[str, str]) -> Compiled | None:
    """The rulebook compiled from other texts, by file name; None when they have a mistake."""
    made = []
    for tree in trees(subject):
        if tree.source.name in changed:
            tree, problems = parse_file(Source(tree.source.name, changed[tree.source.name]))
            if problems:
                return None
        made.append(tree)
    return _compiled(subject, tuple(made))


def reordered(
    subject: Subject, order: Callable[[tuple[Declaration, ...]], tuple[Declaration, ...]]
) -> Compiled | None:
    """The rulebook with the declarations of each file in another order."""
    return _compiled(
        subject,
        tuple(evolve(tree, declarations=order(tree.declarations)) for tree in trees(subject)),
    )


def _compiled(subject: Subject, made: tuple[Tree, ...]) -> Compiled | None:
    return compile_gathered(Gathered(made, ()), fallback=subject.program.name, lints=False).compiled
