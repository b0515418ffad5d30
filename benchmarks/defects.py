"""
How many planted defects `check`, `validate` and `test` report, at which line, with a position.

`python benchmarks/defects.py --seed 2 --number 200` plants that many, the eight kinds in turn, in
copies of the shipped rulebooks and examples, and prints a table and, with `--list`, each defect.
With `--slips`, a word, number, line or clause is left out, exchanged or altered instead.
What is said of the untouched text is not counted.
"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random

import planted_cases as cases
import planted_numbers as numbers
import planted_rules as rules
from attrs import evolve, frozen
from planting import Book, Defect, Edit, Kind, Way

from ruleslang.engine.match.chance import Stream
from ruleslang.evaluation.consistency.endless_play import circles
from ruleslang.evaluation.consistency.findings import findings, is_doubt
from ruleslang.evaluation.consistency.games import positions_of_examples
from ruleslang.evaluation.consistency.orders import clashes, meetings, useless
from ruleslang.evaluation.consistency.search import search
from ruleslang.evaluation.mutation.mutant import Replacements, Site, replacements, sites
from ruleslang.evaluation.mutation.mutators import mutated
from ruleslang.explanation.examples.run_all import prove
from ruleslang.language.checks.subject import Subject
from ruleslang.language.syntax.examples import Claim, Example
from ruleslang.library.compile_rulebook import compile_gathered
from ruleslang.library.find_rulebook import shipped_rulebooks
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load
from ruleslang.library.read_rulebook_files import RulebookFiles, parse_file
from ruleslang.program.serial import digest
from ruleslang.source.budget import UsedUp, budget
from ruleslang.source.diagnostic import Diagnostic
from ruleslang.source.span import Source

WAYS: dict[Kind, tuple[Way, ...]] = {
    "two rules for one moment": (
        rules.hook_copied,
        rules.hooks_added,
        rules.becomes_again,
        rules.whenever_again,
        rules.standing_copied,
    ),
    "a case nobody decides": (
        cases.guard_removed,
        cases.question_unguarded,
        cases.tie_opened,
        cases.refill_removed,
        cases.impossible_unsaid,
        cases.case_removed,
    ),
    "a table with a hole or overlap": (
        cases.range_shifted,
        cases.rows_exchanged,
        cases.bound_shifted,
        cases.chain_shifted,
        cases.word_doubled,
        cases.siblings_alike,
        cases.actions_apart,
    ),
    "a dead card or rule": (
        rules.clause_contradicted,
        rules.cost_contradicted,
        rules.branch_contradicted,
        rules.call_removed,
    ),
    "a term used two ways": (numbers.bound_of_one, numbers.value_written_out),
    "totals": (numbers.copies_changed, numbers.too_many_dealt, numbers.numeral_of_text),
    "play without end": (
        numbers.winning_removed,
        numbers.progress_removed,
        numbers.free_action,
        numbers.counter_stopped,
    ),
    "a window nobody can use": (
        rules.window_closed,
        rules.nobody_asked,
        rules.offered_never,
        rules.asked_and_excluded,
    ),
}

SLIPS = tuple(
    f"{part} {done}"
    for part in ("word", "number", "line", "clause")
    for done in ("left out", "exchanged", "altered")
)
SHARE_OF_CIRCLES = 0.25
LONGEST = 60.0  # seconds for one defect


@frozen
class Report:
    """Something that was said: where, and whether a game shows it."""

    by: str  # check, validate or test
    slug: str
    message: str
    file: str
    lines: frozenset[int]
    excerpt: str
    position: bool = False

    @property
    def key(self) -> tuple[str, str, str, str]:
        """What it says, wherever it stands."""
        return self.by, self.slug, self.message if self.by != "test" else "", self.excerpt


@frozen
class Told:
    """What became of one defect."""

    text: str
    defect: Defect
    refused: bool
    same: bool  # it is the same game as before
    reports: tuple[Report, ...]  # that the twin does not have
    right: tuple[Report, ...]  # those of them at a line that is to blame


@cache
def _original(name: str) -> Loaded:
    return load(name)


@cache
def _planted(name: str) -> dict[Kind, dict[str, list[Defect]]]:
    """All defects that can be planted in a rulebook, by kind and way."""
    files = _original(name).files
    own = tuple(
        (number, tree)
        for number, tree in enumerate(files.trees)
        if not tree.source.name.startswith("rulebooks/standard/") and not tree.source.is_table
    )
    book = Book(own)
    planted: dict[Kind, dict[str, list[Defect]]] = {}
    for kind, ways in WAYS.items():
        planted[kind] = {way.__name__: found for way in ways if (found := [*way(book)])}
    return planted


def drawn(seed: int, number: int, names: Sequence[str]) -> Iterator[tuple[str, Defect]]:
    """So many defects, the kinds in turn, each text and each way as likely as another."""
    chance, seen = Random(seed), set[tuple[str, int, tuple[object, ...]]]()
    turn = [*WAYS]
    while len(seen) < number:
        kind = turn[len(seen) % len(turn)]
        name = chance.choice([each for each in names if _planted(each)[kind]])
        ways = _planted(name)[kind]
        defect = chance.choice(ways[chance.choice(sorted(ways))])
        key = (name, defect.tree, defect.edits)
        if key not in seen:
            seen.add(key)
            yield name, defect


@cache
def _sites(name: str) -> tuple[list[Site], Replacements]:
    """The declarations of a rulebook's own files that are played, and the names in them."""
    trees = _original(name).files.trees
    own = [
        site
        for site in sites(trees)
        if not isinstance(site.first, Example | Claim)
        and not site.span.source.name.startswith("rulebooks/standard/")
    ]
    return own, replacements(trees)


def slips(seed: int, number: int, names: Sequence[str]) -> Iterator[tuple[str, Defect]]:
    """So many slips, the kinds in turn, each text as likely as another."""
    chance, stream = Random(seed), Stream(seed)
    for count in range(number):
        kind, slip = SLIPS[count % len(SLIPS)], None
        while slip is None or slip.kind != kind:
            name = chance.choice(names)
            own, others = _sites(name)
            slip = mutated(chance.choice(own), others, stream)
        start = slip.site.span.start + slip.start
        edit = Edit(start, start + len(slip.before), slip.after)
        yield name, Defect(kind, kind, slip.site.tree, (edit,))


def planted_in(name: str, defect: Defect) -> Loaded:
    """The rulebook with the defect."""
    files = _original(name).files
    trees = list(files.trees)
    before = trees[defect.tree].source
    tree, problems = parse_file(Source(before.name, defect.text(before.text)))
    trees[defect.tree] = tree
    gathered = RulebookFiles(tuple(trees), tuple(problems))
    return compile_gathered(gathered, fallback=name, lints=True)


def _of(by: str, diagnostic: Diagnostic, *, position: bool = False) -> Report:
    spans = [diagnostic.span, *(label.span for label in diagnostic.labels), *diagnostic.also]
    file = diagnostic.span.source.name
    lines = {
        line
        for span in spans
        if span.source.name == file
        for line in (span.source.line_and_column(span.start)[0],)
    }
    return Report(
        by, diagnostic.slug, diagnostic.message, file, frozenset(lines), diagnostic.span.text,
        position,
    )  # fmt: skip


def reports(
    loaded: Loaded, seconds: float, seed: int, *, with_tests: bool = True
) -> Iterator[Report]:
    """All that is said of a text."""
    warned = [one for one in loaded.diagnostics if is_doubt(one)]
    if loaded.compiled is None:
        yield from (_of("check", one) for one in warned)
        return
    subject = Subject(loaded.compiled, loaded.spans)
    program = loaded.compiled.program
    endless = circles(program, seconds * SHARE_OF_CIRCLES, seed=seed)
    met = meetings(program)
    written = tuple(positions_of_examples(loaded.compiled, loaded.spans))
    share = 1 - SHARE_OF_CIRCLES
    searched = search(program, seconds * share, seed=seed, meetings=met, positions=written)
    clashing, idle = clashes(loaded.compiled, met), useless(program, met)
    for one in findings(subject, searched, endless, clashing, idle, warned, met.places):
        by = "check" if one.group == "doubtful" else "validate"
        if one.diagnostic is not None:
            yield _of(by, one.diagnostic, position=one.game is not None)
        else:
            there = one.game is not None
            yield Report("validate", one.group, one.group, "", frozenset(), "", there)
    for proof in prove(loaded.compiled).failed if with_tests else ():
        span = loaded.spans[proof.at] if proof.at >= 0 else None
        line = span.source.line_and_column(span.start)[0] if span else 0
        name = span.source.name if span else ""
        yield Report("test", "failed", proof.message, name, frozenset({line}), proof.title, True)


@cache
def _twin(name: str, seconds: float) -> frozenset[tuple[str, str, str, str]]:
    """What is said of the untouched text, with several seeds: chance says more one time."""
    loaded = _original(name)
    lints = load(name, lints=True)
    said = {one.key for one in reports(evolve(loaded, diagnostics=lints.diagnostics), seconds, 1)}
    said |= {one.key for one in reports(loaded, seconds, 1001, with_tests=False)}
    return frozenset(said)


def told_of(name: str, defect: Defect, seconds: float) -> Told:
    """What is said of a defect, and not of the untouched text."""
    loaded, original = planted_in(name, defect), _original(name).compiled
    source = _original(name).files.trees[defect.tree].source
    blamed = defect.blamed(source.text)
    assert original is not None
    if loaded.compiled and digest(loaded.compiled.program) == digest(original.program):
        return Told(name, defect, False, True, (), ())
    said: list[Report] = []
    try:
        with budget(LONGEST):
            for one in reports(loaded, seconds, 1):
                said.append(one)
    except UsedUp as used:
        said.append(Report("validate", "used-up", str(used), "", frozenset(), ""))
    new = tuple(one for one in said if one.key not in _twin(name, seconds))
    right = tuple(one for one in new if one.file == source.name and one.lines & blamed)
    return Told(name, defect, loaded.compiled is None, False, new, right)


# ---------------------------------------------------------------- the table


def counted(found: Sequence[Told]) -> dict[str, int]:
    """How many of these were reported, by whom, where, and with a position."""
    by = {who: sum(any(r.by == who for r in one.reports) for one in found) for who in TOOLS}
    at = {
        f"{who}, line": sum(any(r.by == who for r in one.right) for one in found)
        for who in TOOLS[:2]
    }
    either = [one for one in found if any(r.by != "test" for r in one.right)]
    placed = [one for one in either if any(r.position for r in one.right)]
    lost = [one for one in found if not one.reports and not one.same]
    return {
        "planted": len(found),
        "same game": sum(one.same for one in found),
        "refused": sum(one.refused for one in found),
        **by,
        **at,
        "right line": len(either),
        "with a position": len(placed),
        "silent": len(lost),
    }


TOOLS = ("check", "validate", "test")


def main() -> None:
    parser = ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--number", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=3.0, help="of play for each")
    parser.add_argument("--after", type=int, default=0, help="leave out so many, run before")
    parser.add_argument("--kind", default="", help="only kinds with this word")
    parser.add_argument("--texts", default="", help="only these, parted by commas")
    parser.add_argument("--slips", action="store_true", help="slips in the place of defects")
    parser.add_argument("--list", action="store_true", help="each defect, and what was said")
    asked = parser.parse_args()
    names = asked.texts.split(",") if asked.texts else sorted(shipped_rulebooks())
    found: dict[str, list[Told]] = defaultdict(list)
    draw = slips if asked.slips else drawn
    for name, defect in islice(draw(asked.seed, asked.number, names), asked.after, None):
        if asked.kind not in defect.kind:
            continue
        told = told_of(name, defect, asked.seconds)
        found[defect.kind].append(told)
        if asked.list:
            _show(told)
        print(f"{sum(map(len, found.values()))} of {asked.number}", end="\r", file=sys.stderr)
    _print({kind: counted(each) for kind, each in found.items()} | {
        "all": counted([one for each in found.values() for one in each])
    })  # fmt: skip


def _show(told: Told) -> None:
    source = _original(told.text).files.trees[told.defect.tree].source
    lines = sorted(told.defect.blamed(source.text))
    said = Counter(f"{one.by}:{one.slug}{'!' if one in told.right else ''}" for one in told.reports)
    edits = [one.text.strip()[:60] for one in told.defect.edits]
    print(
        json.dumps(
            {
                "text": told.text,
                "kind": told.defect.kind,
                "way": told.defect.way,
                "file": source.name,
                "lines": lines[:4],
                "edits": edits,
                "refused": told.refused,
                "said": dict(said),
            }
        ),
        flush=True,
    )


def _print(rows: dict[str, dict[str, int]]) -> None:
    columns = [*next(iter(rows.values()))]
    print("| kind | " + " | ".join(columns) + " |")
    print("|---" * (len(columns) + 1) + "|")
    for kind, row in rows.items():
        print(f"| {kind} | " + " | ".join(str(row[column]) for column in columns) + " |")


if __name__ == "__main__":
    main()
