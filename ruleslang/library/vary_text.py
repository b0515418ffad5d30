"""Versions of a rulebook's text with other numbers, or other words on cards.

`copies(giant)` is the number of a card's copies, `strength(giant)` one of its fields, in a `card`
or a table row; `hand_size` is the number on the line with the comment `# vary: hand_size`. The rest
of the text is unchanged, and each version is loaded like any rulebook.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from ruleslang.language.syntax.declarations import Card, Row, Table, Tree
from ruleslang.library.compile_rulebook import gather_with_cards
from ruleslang.library.find_rulebook import find
from ruleslang.library.kept_loads import Loaded
from ruleslang.library.load import load
from ruleslang.source.span import Source
from ruleslang.source.suggest import did_you_mean

COPIES = "copies"
MARK = r"\bvary: *{}\b"
QUOTED = re.compile(r'"[^"\n]*"')
NUMBER = re.compile(r"(?<![\w.])\d+(?!\w|\.\.)")  # not the ends of a range
FIELD = re.compile(r"^[ \t]+(\w+):[ \t]*([^\n#\[]+?)[ \t]*(?=$|#|\[)", re.M)
HEAD = re.compile(r"^(card\s+\w+(?:\s+\"[^\"\n]*\")?)(\s+x\s*(\d+))?(?=\s*:)")


class NotVaried(ValueError):
    """The text has no such number; the message lists those it has."""


@frozen
class Spot:
    """A span of a file, and the template of its new content: `{}` takes the value."""

    path: Path
    source: Source
    start: int
    end: int
    written: str = "{}"


def spot_of(rulebook: str, cards: Sequence[str], field: str, card: str) -> Spot:
    """Return the place of a card's field or number of copies; raises `NotVaried`."""
    trees, paths = _trees(rulebook, cards)
    for tree in trees:
        for source, found in _spots(tree, card):
            path = paths.get(source.name)
            if path is None or field not in found:
                hint = did_you_mean(field, found) or f"it has {', '.join(found)}"
                raise NotVaried(f"`{card}` has no `{field}` that can be varied; {hint}")
            return Spot(path, source, *found[field])
    known = list(_names(trees))
    hint = did_you_mean(card, known) or f"choose from: {', '.join(known[:12]) or 'none'}"
    raise NotVaried(f"no card is called `{card}`; {hint}")


def _trees(rulebook: str, cards: Sequence[str]) -> tuple[Sequence[Tree], Mapping[str, Path]]:
    """Return the trees of a rulebook, and the paths of their files."""
    files = gather_with_cards(find(rulebook), cards)
    paths = {name: path for path, name in files.looked.files}
    return files.trees, paths | {Path(card).name: Path(card) for card in cards}


def marked_spot(rulebook: str, cards: Sequence[str], name: str) -> Spot | None:
    """
    Return the number on the line marked `# vary: NAME`; None if no line is. Raises `NotVaried` if
    several are, or if the line does not have exactly one number beside its ranges.
    """
    trees, paths = _trees(rulebook, cards)
    mark = re.compile(MARK.format(re.escape(name)))
    comments = (comment.span for tree in trees for comment in tree.comments)
    marks = [span for span in comments if mark.search(span.text)]
    if not marks:
        return None
    source, end = marks[0].source, marks[0].start
    at = f"{source.name}:{marks[0].line}"
    if len(marks) > 1:
        raise NotVaried(f"`vary: {name}` marks {len(marks)} lines, the first at {at}")
    begin = source.text.rfind("\n", 0, end) + 1
    line = QUOTED.sub(lambda text: " " * len(text[0]), source.text[begin:end])
    numbers = [*NUMBER.finditer(line)]
    if len(numbers) != 1 or source.name not in paths:
        raise NotVaried(
            f"the line marked `vary: {name}` at {at} has {len(numbers)} numbers beside its ranges, "
            "not one"
        )
    return Spot(paths[source.name], source, begin + numbers[0].start(), begin + numbers[0].end())


Found = tuple[int, int, str]


def _spots(tree: Tree, card: str) -> Iterator[tuple[Source, Mapping[str, Found]]]:
    """Return the sources with this card, and the places of its fields in each."""
    for item in tree.declarations:
        if isinstance(item, Card) and item.name.text == card:
            yield item.span.source, _in_card(item)
        elif isinstance(item, Table) and item.rows:
            heads = [cell.text for cell in item.rows[0].cells]
            for row in item.rows[1:]:
                if _id(item, row) == card:
                    places = [(cell.span.start, cell.span.end, "{}") for cell in row.cells]
                    yield row.span.source, dict(zip(heads, places, strict=False))


def _in_card(card: Card) -> Mapping[str, Found]:
    text, start = card.span.text, card.span.start
    lines = reversed([*FIELD.finditer(text)])  # the first of equal ones is varied
    found = {line[1]: (start + line.start(2), start + line.end(2), "{}") for line in lines}
    if head := HEAD.match(text):
        found[COPIES] = start + head.end(1), start + head.end(), " x{}"
    return found


def _names(trees: Sequence[Tree]) -> Iterator[str]:
    for tree in trees:
        for item in tree.declarations:
            if isinstance(item, Card):
                yield item.name.text
            elif isinstance(item, Table):
                yield from (_id(item, row) for row in item.rows[1:])


def _column(table: Table, heading: str) -> int | None:
    heads = [cell.text for cell in table.rows[0].cells]
    return heads.index(heading) if heading in heads else None


def _id(table: Table, row: Row) -> str:
    place = _column(table, "id")
    return row.cells[place].text if place is not None and place < len(row.cells) else ""


def load_varied(rulebook: str, cards: Sequence[str], values: Mapping[Spot, str]) -> Loaded:
    """Return the rulebook with other values at some spots; raises `UnknownRulebook`."""
    texts: dict[Path, str] = {}
    for spot in sorted(values, key=lambda spot: -spot.start):
        text = texts.get(spot.path, spot.source.text)
        new = spot.written.format(values[spot])
        texts[spot.path] = text[: spot.start] + new + text[spot.end :]
    return load(rulebook, cards=cards, texts=texts)
