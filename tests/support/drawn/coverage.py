"""
Counts which constructs are drawn, and which pairs of a construct and one inside it.

`python -m tests.support.drawn.coverage --programs 300` prints what is never drawn. A construct is a
form of the grammar, by its rule, or a built-in function. A pair is possible if the grammar allows
it, and if something of the same sort (a condition, a set, a question) is drawn in that place: so a
condition is not expected where numbers are counted, nor a question in `at once`.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, get_args

from attrs import Factory, define, fields, frozen

from ruleslang.language.syntax import declarations as d
from ruleslang.language.syntax import expressions as x
from ruleslang.language.syntax import simple_statements as simple
from ruleslang.language.syntax import statements as s
from ruleslang.language.syntax.node import FORMS, Form, Marks, Name, Node, Text, form_of
from ruleslang.language.syntax.parse import parse
from ruleslang.program.builtins import CALLED_NAMES
from ruleslang.source.span import Source
from tests.support.drawn.rulebook import rulebook

# What is never drawn, and why.
NOT_DRAWN = {
    "chance_of": "only in claims, which are not played",
    "claim_block": "examples, claims and properties are not played",
    "language": "fixed",
    "texts_in": "texts are only shown",
    "card_folders": "names files",
    "uses": "names files",
    "open_questions": "citations are not played",
    "gaps": "citations are not played",
    "worked_examples": "citations are not played",
    "numbered_rules": "citations are not played",
    "taken": "read as `several_chosen`, which is drawn",
    "picked": "read as `chosen`, which is drawn",
    "several_picked": "read as `several_chosen`, which is drawn",
    "paren": "it is printed where a phrase needs it",
}
OF_EXAMPLES = "ruleslang.language.syntax.examples"  # the module of nodes that are not played

ALIASES: dict[str, Any] = {
    "Expression": x.Expression,
    "TypeNode": x.TypeNode,
    "Criterion": x.Criterion,
    "Simple": simple.Simple,
    "Statement": s.Statement,
    "Effect": s.Effect,
    "Clause": s.Clause,
    "CardItem": d.CardItem,
    "HeaderItem": d.HeaderItem,
    "Block": s.Statement,
    "Body": s.Statement,
}
PASSED = (x.Paren, s.Block, s.Body)  # what is inside them is inside what they are in
UNCOUNTED = (Marks, Name, Text, x.Number)


def _rules(*kinds: type) -> frozenset[str]:
    return frozenset(form.rules[0] for kind in kinds for form in FORMS[kind])


# What can stand in the same place. Where nothing of a sort was ever drawn, it can't stand.
SORTS: dict[str, frozenset[str]] = {
    "truth": _rules(x.ThereIs, x.Every, x.And, x.Or, x.Not, x.Compare, x.Is, x.IsIn, x.IsEmpty)
    | {"yes", "no"},
    "number": frozenset(["minus", "times", "divide", "negate", "number_of", "fold"]),
    "set": _rules(x.Range, x.Where, x.EachWhere, x.AsFarAs, x.UpToAndWith, x.SpreadBy, x.With)
    | {"ranked", "braces", "except", "image_of"},
    "none": frozenset(["none"]),
    "place of a pattern": frozenset(["any"]),
    "card": frozenset(["this"]),
    "what is under way": frozenset(["this_procedure"]),
    "what a hook replaces": frozenset(["as_usual"]),
    "value of any sort": frozenset(["apply", "plus", "when_otherwise", "what_would_be"]),
    "line of a window": _rules(simple.Cancel),
    "question to `you`": frozenset(["choose", "choose_within", "menu_of_you"]),
    "question": _rules(s.TakeTurns, s.Together, s.MayChoose, simple.Do)
    | {"chooses", "chooses_within", "open", "perform", "repeat_at_least_once", "menu"},
    "chance": frozenset(
        ["roll", "roll_many", "roll_into", "shuffle", "pick", "pick_within", "rank", "take_away"]
    ),
    "leaving": frozenset(["answer", "stop", "end", "wins", "eliminate"]),
    "effects": frozenset(["until_ends", "until_starts", "while_statement"]),
    "several moments": frozenset(["at_once", "call", "move_listed", "nothing"]),
    "block": frozenset(["depending", "for_each", "if_branch"])
    | {rule for rule in _rules(s.Repeat) if rule != "repeat_at_least_once"},
}
# Only what is fixed before a match can stand in these.
FIXED = {"players", "automatic_seats", "decision_cap", "kind_field", "field_item", "state", "axis"}
SORT_OF = {rule: sort for sort, rules in SORTS.items() for rule in rules}


@define
class Drawn:
    """How often each construct was drawn, and each pair of them."""

    programs: int = 0
    constructs: Counter[str] = Factory(Counter)
    pairs: Counter[tuple[str, str]] = Factory(Counter)

    def add(self, text: str) -> None:
        """Count a text."""
        self.programs += 1
        tree, _ = parse(Source("drawn.rules", text))
        for declaration in tree.declarations:
            self._count(declaration, "")

    def _count(self, node: Node, above: str) -> None:
        name = above
        if not isinstance(node, PASSED):
            name = construct(node)
            self.constructs[name] += 1
            if above:
                self.pairs[above, name] += 1
        for child in _children(node):
            self._count(child, name)


def construct(node: Node) -> str:
    """The rule of a node's form; a built-in function by its name."""
    if isinstance(node, x.Apply) and node.function.text in CALLED_NAMES:
        return f"{node.function.text}()"
    if type(node) not in FORMS:
        return type(node).__name__.lower()
    return form_of(node).rules[0]


def _children(node: Node) -> Iterator[Node]:
    for field in fields(type(node)):
        value = getattr(node, field.name)
        for each in value if isinstance(value, tuple) else (value,):
            if isinstance(each, Node) and not isinstance(each, UNCOUNTED):
                yield each


def all_constructs() -> list[str]:
    """Every construct that a rulebook can have in what is played."""
    forms = [form for forms in FORMS.values() for form in forms]
    rules = [form.rules[0] for form in forms if form.kind.__module__ != OF_EXAMPLES]
    return [*dict.fromkeys(rules), *sorted(f"{name}()" for name in CALLED_NAMES)]


def never_drawn(drawn: Drawn) -> list[str]:
    """Constructs that were never drawn and should be."""
    return [
        each for each in all_constructs() if not drawn.constructs[each] and each not in NOT_DRAWN
    ]


def _inside(form: Form) -> set[str]:
    """The constructs that the grammar allows in the fields of a form."""
    classes: set[type] = set()
    for slot in form.slots:
        for word in re.findall(r"\w+", slot.type):
            known = ALIASES.get(word)
            named = [kind for kind in FORMS if kind.__name__ == word]
            classes.update(_members(known) if known is not None else named)
    return {other.rules[0] for kind in classes for other in FORMS.get(kind, ())}


def _members(alias: Any) -> Iterator[type]:
    for each in get_args(alias):
        yield from _members(each) if get_args(each) else (each,)


@frozen
class Missing:
    """
    Of each construct those that the grammar allows in it, and that were never drawn there:
    `possible`, and by sort `unfit` ones, of whose sort nothing was drawn there.
    """

    possible: dict[str, list[str]]
    unfit: Counter[str]


def pairs_never_drawn(drawn: Drawn) -> Missing:
    """The pairs that could have been drawn."""
    seen: defaultdict[str, set[str]] = defaultdict(set)
    for above, below in drawn.pairs:
        seen[above].add(below)
    made = Missing({}, Counter())
    for forms in FORMS.values():
        for form in forms:
            rule = form.rules[0]
            if form.kind.__module__ == OF_EXAMPLES or rule in NOT_DRAWN:
                continue
            sorts = {SORT_OF.get(each, "") for each in seen[rule]} | {""}
            missing = [each for each in sorted(_inside(form) - seen[rule]) if each not in NOT_DRAWN]
            if rule in FIXED:
                made.unfit["what is fixed before a match"] += len(missing)
                continue
            fits = [each for each in missing if SORT_OF.get(each, "") in sorts]
            made.unfit.update(SORT_OF[each] for each in missing if each not in fits)
            if fits:
                made.possible[rule] = fits
    return made


def drawn_by(seeds: Iterable[int]) -> Drawn:
    """The counts of the texts of some seeds."""
    made = Drawn()
    for seed in seeds:
        made.add(rulebook(seed))
    return made


def table(drawn: Drawn, most: int = 40) -> Iterator[str]:
    """What was counted, for a person."""
    missing, pairs = never_drawn(drawn), pairs_never_drawn(drawn)
    count = sum(map(len, pairs.possible.values()))
    yield f"{drawn.programs} programs"
    yield f"{len(drawn.constructs)} constructs drawn; never: {', '.join(missing) or 'none'}"
    yield f"{len(drawn.pairs)} pairs drawn; {count} never:"
    for above, below in sorted(pairs.possible.items(), key=lambda each: -len(each[1]))[:most]:
        yield f"    {above}: {', '.join(below)}"
    rare = Counter(SORT_OF.get(each, "other") for row in pairs.possible.values() for each in row)
    yield f"    by sort: {', '.join(f'{sort} {number}' for sort, number in rare.most_common())}"
    yield f"{pairs.unfit.total()} others, where nothing of the sort was ever drawn:"
    yield from (f"    {sort}: {number}" for sort, number in pairs.unfit.most_common())
    yield "never drawn on purpose:"
    yield from (f"    {name}: {why}" for name, why in NOT_DRAWN.items())


def main(arguments: Sequence[str] | None = None) -> None:
    """Print the table."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=300)
    parser.add_argument("--first", type=int, default=0)
    given = parser.parse_args(arguments)
    seeds = range(given.first, given.first + given.programs)
    print("\n".join(table(drawn_by(seeds), most=10**6)))


if __name__ == "__main__":
    main()
