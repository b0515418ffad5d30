"""
Renaming declarations does not change play.

Random outcomes recorded with the old names are used again; words of the language, and names that
occur in table cells, are not renamed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from attrs import evolve

from ruleslang.law_harness.law import Broken, Law, Line, Subject
from ruleslang.law_harness.play_lines import at_end, lines
from ruleslang.law_harness.recompile import again, texts, trees
from ruleslang.law_harness.shrink import told
from ruleslang.law_harness.transcript import first_difference, track
from ruleslang.lower.types import BUILT_IN as TYPES
from ruleslang.match.chance import Again, Streams
from ruleslang.program.builtins import BUILT_IN_NAMES, FUNCTION_NAMES, SPECIAL_FORMS
from ruleslang.program.program import Compiled
from ruleslang.syntax.declarations import (
    CardFolders,
    Cell,
    Header,
    NamedSpaces,
    NumberedRules,
    Uses,
    Window,
)
from ruleslang.syntax.node import Marks, Name, Node
from ruleslang.syntax.walk import children

WORD = re.compile(r"[A-Za-z_]\w*")
BELOW_ZERO = re.compile(r"[A-Za-z_]\w*(?:-\w+)+")  # cards of a deck: `winds_down_-2`
IN_A_TEXT = re.compile(r"\{(\w+)\}")
IN_CHOICES = "a card choices decline done no none nothing pass payment play yes"
# In the remark by which cards that look alike are told apart: `daisy [hue is green told to away]`.
TELLING_APART = "in is not place shown to told under used"
ENGINE = frozenset(f"{IN_CHOICES} {TELLING_APART}".split())
OWN = BUILT_IN_NAMES | SPECIAL_FORMS | FUNCTION_NAMES | TYPES.keys() | ENGINE


def _search(subject: Subject) -> Iterator[Broken]:
    if not trees(subject):
        return
    names = fresh_names(subject)
    compiled = again(
        subject, {source.name: renamed(subject, source.name, names) for source in texts(subject)}
    )
    if compiled is None:
        yield Broken("with its names changed it does not compile")
        return
    names = {**names, **dict(_made_names(subject, compiled))}
    for line in lines(subject, examples=10):
        broken = _compared(subject, compiled, line, names)
        if broken is not None:
            yield broken
            return


def _compared(
    subject: Subject, compiled: Compiled, line: Line, names: Mapping[str, str]
) -> Broken | None:
    outcomes = at_end(subject.compiled, line).save().outcomes
    other = evolve(
        line,
        options={
            names.get(name, name): names.get(value, value) for name, value in line.options.items()
        },
    )

    def renamed_to(found: re.Match[str]) -> str:
        return names.get(found[0], found[0])

    def said(text: str) -> str:
        return WORD.sub(renamed_to, BELOW_ZERO.sub(renamed_to, text))

    breach = first_difference(
        track(subject.compiled, line, said=said),
        track(compiled, other, Again(outcomes, Streams(0))),
        "with other names",
    )
    return None if breach is None else told(subject, line, breach)


def fresh_names(subject: Subject) -> dict[str, str]:
    """A new name for each name, so that their alphabetical order is reversed."""
    found: set[str] = set()
    kept: set[str] = {*OWN, *_unnamed(subject)}
    for tree in trees(subject):
        for declaration in tree.declarations:
            for node in _named(declaration):
                if isinstance(node, Cell):
                    kept.update(WORD.findall(node.text))
                elif isinstance(node, NamedSpaces):  # a letter and a number each
                    kept.update(name for row in node.rows for name in row)
                elif isinstance(node, Name):
                    (found if node.span.text == node.text else kept).add(node.text)
    wanted = sorted(found - kept, reverse=True)
    return {name: f"zz{place:05}" for place, name in enumerate(wanted)}


def _unnamed(subject: Subject) -> set[str]:
    """Seats and teams without a name in the header, which have the default names."""
    written = {
        node.text
        for tree in trees(subject)
        for header in tree.declarations
        if isinstance(header, Header)
        for node in _named(header)
        if not isinstance(node, NamedSpaces)
    }
    return {*subject.program.seats.names, *subject.program.teams.names} - written


def _made_names(subject: Subject, compiled: Compiled) -> Iterator[tuple[str, str]]:
    """The old and the new form of names built from others: cards of a deck, spaces of a board."""
    one, other = subject.program, compiled.program
    for mine, theirs in zip(one.definitions, other.definitions, strict=True):
        yield mine.name, theirs.name
    for board, their_board in zip(one.boards, other.boards, strict=True):
        yield from zip(board.spaces, their_board.spaces, strict=True)


def renamed(subject: Subject, file: str, names: Mapping[str, str]) -> str:
    """The text of a file with its names changed."""
    (tree,) = (tree for tree in trees(subject) if tree.source.name == file)
    text = tree.source.text
    spots = {
        node.span.start: node.text
        for declaration in tree.declarations
        for node in _named(declaration)
        if isinstance(node, Name) and node.text in names
    }
    for declaration in tree.declarations:
        if isinstance(declaration, Window):  # its text may show what it was opened with
            head = text.find("\n", declaration.span.start)
            shown = IN_A_TEXT.finditer(text, declaration.span.start, head)
            spots.update((each.start(1), each[1]) for each in shown if each[1] in names)
    for start in sorted(spots, reverse=True):
        text = text[:start] + names[spots[start]] + text[start + len(spots[start]) :]
    return text


def _named(node: Node) -> Iterator[Name | Cell | NamedSpaces]:
    """The names and cells in a node, except names of files and of numbered rules."""
    if isinstance(node, Name | Cell | NamedSpaces):
        yield node
    elif not isinstance(node, Marks | Uses | CardFolders | NumberedRules):
        for child in children(node):
            yield from _named(child)


LAW = Law("renamed_declarations", "names mean nothing to the rules", _search)
