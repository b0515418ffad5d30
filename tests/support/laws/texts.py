"""Laws about every text: formatting, storing, renaming and reordering leave the game the same."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any

from attrs import evolve

from ruleslang.engine.match.chance import ReplayedOutcomes, Stream, Streams, derive, stream_number
from ruleslang.evaluation.laws.law import Breach, Broken, Law, Line, Subject
from ruleslang.evaluation.laws.play_lines import at_end, games, lines
from ruleslang.evaluation.laws.shrink import report
from ruleslang.language.format.format_source import format_source
from ruleslang.language.lower.types import BUILT_IN as TYPES
from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import examples
from ruleslang.language.syntax.node import Marks, Name, Node
from ruleslang.language.syntax.walk import children
from ruleslang.program.builtins import BUILT_IN_NAMES, FUNCTION_NAMES, SPECIAL_FORMS
from ruleslang.program.program import Compiled
from ruleslang.program.serial import DamagedProgram, digest
from ruleslang.source.span import Source
from tests.support.laws.equivalences import EQUIVALENCES, KEPT
from tests.support.laws.other_programs import (
    first_difference,
    recompiled,
    reordered,
    texts,
    transcript,
    trees,
)
from tests.support.program_json import from_json, to_json


def _search(subject: Subject) -> Iterator[Broken]:
    laid_out = {}
    for source in texts(subject):
        formatted = format_source(source)
        if formatted.text is None:
            yield Broken(f"{source.name} cannot be laid out")
            return
        if formatted.text == source.text:
            continue
        twice = format_source(Source(source.name, formatted.text)).text
        if twice != formatted.text:
            yield Broken(f"{source.name}, laid out twice, is not what it was after the first time")
            return
        laid_out[source.name] = formatted.text
    if not laid_out:  # every file was laid out before
        return
    compiled = recompiled(subject, laid_out)
    if compiled is None:
        yield Broken("laid out, it does not compile")
    elif digest(compiled.program) != digest(subject.program):
        yield Broken("laid out, it is another program")


FORMATTING = Law("formatting", "laying out the text changes nothing that is played", _search)


def _program_json_round_trip_search(subject: Subject) -> Iterator[Broken]:
    text = to_json(subject.compiled)
    try:
        back = from_json(text, Compiled)
    except DamagedProgram as problem:
        yield Broken(f"its JSON cannot be read: {problem}")
        return
    if back != subject.compiled:
        yield Broken("its JSON says something else")
    elif to_json(back) != text or digest(back.program) != digest(subject.program):
        yield Broken("its JSON, read and written, is not the same")
    for line in islice(games(subject), 1):  # what is equal cannot but be played alike
        mine, theirs = transcript(subject.compiled, line), transcript(back, line)
        breach = first_difference(mine, theirs, "after JSON")
        if breach is not None:
            yield report(subject, line, breach)
            return


PROGRAM_JSON_ROUND_TRIP = Law(
    "json_round_trip", "the program survives its form as JSON", _program_json_round_trip_search
)


WORD = re.compile(r"[A-Za-z_]\w*")
BELOW_ZERO = re.compile(r"[A-Za-z_]\w*(?:-\w+)+")  # cards of a deck: `winds_down_-2`
IN_A_TEXT = re.compile(r"\{(\w+)\}")
IN_CHOICES = "a card choices decline done no none nothing pass payment play yes"
# In the remark by which cards that look alike are told apart: `daisy [hue is green told to away]`.
TELLING_APART = "in is not place shown to told under used"
ENGINE = frozenset(f"{IN_CHOICES} {TELLING_APART}".split())
OWN = BUILT_IN_NAMES | SPECIAL_FORMS | FUNCTION_NAMES | TYPES.keys() | ENGINE


def _renamed_declarations_search(subject: Subject) -> Iterator[Broken]:
    if not trees(subject):
        return
    names = fresh_names(subject)
    compiled = recompiled(
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
    outcomes = at_end(subject, line).save().outcomes
    other = evolve(
        line,
        options={
            names.get(name, name): names.get(value, value) for name, value in line.options.items()
        },
    )

    def new_name(word: re.Match[str]) -> str:
        return names.get(word[0], word[0])

    def in_new_words(text: str) -> str:
        return WORD.sub(new_name, BELOW_ZERO.sub(new_name, text))

    breach = first_difference(
        transcript(subject.compiled, line, renamed=in_new_words),
        transcript(compiled, other, ReplayedOutcomes(outcomes, Streams(0))),
        "with other names",
    )
    return None if breach is None else report(subject, line, breach)


def fresh_names(subject: Subject) -> dict[str, str]:
    """A new name for each name, so that their alphabetical order is reversed."""
    renamable: set[str] = set()
    kept: set[str] = {*OWN, *_unnamed(subject)}
    for tree in trees(subject):
        for declaration in tree.declarations:
            for node in _named(declaration):
                if isinstance(node, d.Cell):
                    kept.update(WORD.findall(node.text))
                elif isinstance(node, d.NamedSpaces):  # a letter and a number each
                    kept.update(name for row in node.rows for name in row)
                elif isinstance(node, Name):
                    (renamable if node.span.text == node.text else kept).add(node.text)
    wanted = sorted(renamable - kept, reverse=True)
    return {name: f"zz{place:05}" for place, name in enumerate(wanted)}


def _unnamed(subject: Subject) -> set[str]:
    """Seats and teams without a name in the header, which have the default names."""
    written = {
        node.text
        for tree in trees(subject)
        for header in tree.declarations
        if isinstance(header, d.Header)
        for node in _named(header)
        if not isinstance(node, d.NamedSpaces)
    }
    return {*subject.program.seats.names, *subject.program.teams.names} - written


def _made_names(subject: Subject, compiled: Compiled) -> Iterator[tuple[str, str]]:
    """The old and the new form of names built from others: cards of a deck, spaces of a board."""
    original, renamed = subject.program, compiled.program
    for mine, theirs in zip(original.definitions, renamed.definitions, strict=True):
        yield mine.name, theirs.name
    for board, their_board in zip(original.boards, renamed.boards, strict=True):
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
        if isinstance(declaration, d.Window | d.LookTable | d.Deck):  # values by their names
            end = declaration.span.end
            if isinstance(declaration, d.Window):
                end = text.find("\n", declaration.span.start)
            shown = IN_A_TEXT.finditer(text, declaration.span.start, end)
            spots.update((name.start(1), name[1]) for name in shown if name[1] in names)
    for start in sorted(spots, reverse=True):
        text = text[:start] + names[spots[start]] + text[start + len(spots[start]) :]
    return text


def _named(node: Node) -> Iterator[Name | d.Cell | d.NamedSpaces]:
    """The names and cells in a node, except names of files and of numbered rules."""
    if isinstance(node, Name | d.Cell | d.NamedSpaces):
        yield node
    elif not isinstance(node, Marks | d.Uses | d.CardFolders | d.NumberedRules):
        for child in children(node):
            yield from _named(child)


RENAMED_DECLARATIONS = Law(
    "renamed_declarations", "names mean nothing to the rules", _renamed_declarations_search
)


FREE = (
    d.Words,
    d.Die,
    d.Dice,
    d.Zone,
    d.State,
    d.History,
    d.Value,
    d.Option,
    d.Procedure,
    d.Action,
    d.Window,
    d.Measure,
    d.Chooser,
    examples.Claim,
    d.Omit,
)


def _reordered_declarations_search(subject: Subject) -> Iterator[Broken]:
    if not trees(subject):
        return
    stream = Stream(derive(subject.seed, stream_number("law reordering")))
    compiled = reordered(subject, lambda declarations: shuffled(declarations, stream))
    if compiled is None:
        yield Broken("with its declarations in another order it does not compile")
        return
    for line in lines(subject, examples=10):
        breach = first_difference(
            transcript(subject.compiled, line, renamed=sorted_marks),
            transcript(compiled, line, renamed=sorted_marks),
            "in another order",
        )
        if breach is not None:
            yield report(subject, line, breach)
            return


def sorted_marks(name: str) -> str:
    """
    A choice with the marks of its cards in sorted order.

    >>> sorted_marks("attack boar [ready, in blocker]")
    'attack boar [in blocker, ready]'
    """
    return re.sub(
        r"\[([^][]+)\]", lambda marks: f"[{', '.join(sorted(marks[1].split(', ')))}]", name
    )


def shuffled(declarations: tuple[d.Declaration, ...], stream: Stream) -> tuple[d.Declaration, ...]:
    """The movable declarations permuted among their positions."""
    places = [i for i, declaration in enumerate(declarations) if isinstance(declaration, FREE)]
    order = stream.permutation(len(places))
    result = list(declarations)
    for place, other in zip(places, order, strict=True):
        result[place] = declarations[places[other]]
    return tuple(result)


REORDERED_DECLARATIONS = Law(
    "reordered_declarations",
    "the order of declarations means nothing where it has none",
    _reordered_declarations_search,
)


def _equivalent_programs_search(subject: Subject) -> Iterator[Broken]:
    rewritten = subject.compiled
    for rewrite in EQUIVALENCES.values():
        rewritten = rewrite(rewritten)
    for line in lines(subject, examples=10):
        mine = [*transcript(subject.compiled, line)]
        if isinstance(mine[-1][1], str):  # up to a fault: a rewrite may not meet the same one
            del mine[-2:]
        breach = _difference(mine, subject, rewritten, line, "other words")
        if breach is not None:
            alone = (
                _difference(mine, subject, rewrite(subject.compiled), line, states)
                for states, rewrite in EQUIVALENCES.items()
            )
            blamed = next((difference for difference in alone if difference is not None), breach)
            yield report(subject, evolve(line, picks=line.picks[: blamed.at]), blamed)
            return


def _difference(
    mine: list[Any], subject: Subject, other: Compiled, line: Line, states: str
) -> Breach | None:
    """Where the matches of a rewritten program differ from those of the original."""
    theirs = _without_kept(transcript(other, line))
    return first_difference(iter(mine), theirs, f"with {states}")


def _without_kept(seen: Iterator[Any]) -> Iterator[Any]:
    for question, views in seen:
        if isinstance(views, list):
            views = [
                {name: value for name, value in view.items() if not name.startswith(KEPT)}
                for view in views
            ]
        yield question, views


EQUIVALENT_PROGRAMS = Law(
    "equivalent_programs",
    "rules that say the same in other words play alike",
    _equivalent_programs_search,
)
