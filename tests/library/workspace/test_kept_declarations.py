"""After an edit, what is kept of the last check is what a check from nothing would find."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from ruleslang.language.lower.recorded_types import Locals
from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.parse import chunks, parse
from ruleslang.library import read_rulebook_files
from ruleslang.library.find_rulebook import data_root
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.library.workspace.workspace import Workspace
from ruleslang.program.program import Compiled
from ruleslang.source.span import Source, Span
from ruleslang.source.walk import own_fields
from tests.library.workspace.test_edited_comments import message
from tests.library.workspace.test_random_edits import edited as mistyped

RULEBOOKS = ("grangol", "ole", "ollapion", "super_team", "worldies")
SMALL = ("nim", "pig", "kuhn_poker", "connect_four", "mancala", "sealed_bids")
MANY = 100
WORD = re.compile(r"[a-z_]\w*")
NUMBER = re.compile(r"\b\d\b")


def edited(text: str, words: Sequence[str], chance: random.Random) -> str:
    """A text with another word, number, line or declaration, most of which can be read."""
    match chance.randrange(7):
        case 0:
            return mistyped(text, chance)[0]
        case 1:
            return replaced(text, WORD, chance.choice(words), chance)
        case 2:
            return replaced(text, NUMBER, str(chance.randrange(10)), chance)
        case 3:
            word, other = chance.choice(words), chance.choice(words)  # everywhere in its file
            return re.sub(rf"\b{word}\b", chance.choice((f"{word}_new", other)), text)
    parts = [chunk.text for chunk in chunks(Source("", text))] or [""]
    number = chance.randrange(len(parts))
    part = parts.pop(number)
    match chance.randrange(4):
        case 0:
            parts.insert(chance.randrange(len(parts) + 1), part)
        case 1:
            parts[number:number] = [part, part]
        case 2:
            lines = part.splitlines(keepends=True)
            del lines[chance.randrange(len(lines)) if lines else 0 :][:1]
            parts.insert(number, "".join(lines))
    return "".join(parts)


def replaced(text: str, what: re.Pattern[str], by: str, chance: random.Random) -> str:
    """A text with something else in one of the places of a pattern."""
    places = [*what.finditer(text)]
    if not places:
        return text
    place = chance.choice(places)
    return text[: place.start()] + by + text[place.end() :]


def told(snapshot: Snapshot) -> list[tuple[object, ...]]:
    """Every message, with its places and its fix."""
    return [message(each) for of_file in snapshot.diagnostics.values() for each in of_file]


def plain(part: object, compiled: Compiled) -> object:
    """A part of a game, in which each number of an origin is what the origin says."""
    if isinstance(part, tuple):
        return tuple(plain(each, compiled) for each in part)
    fields = own_fields(part.__class__)
    if not fields:
        return part
    values = ((field.name, getattr(part, field.name)) for field in fields)
    return part.__class__.__name__, *(
        compiled.program.origins[value]
        if name in ("origin", "origins") and isinstance(value, int) and value >= 0
        else plain(value, compiled)
        for name, value in values
        if part is not compiled.program or name != "origins"
    )


def scopes(snapshot: Snapshot) -> Iterator[tuple[object, ...]]:
    """What an editor knows of each expression and statement."""
    for span, expressed in snapshot.record.expressions.items():
        yield place(span), expressed.type, expressed.expected, *locals_of(expressed.locals)
    for span, locals in snapshot.record.statements.items():
        yield place(span), *locals_of(locals)


def place(span: Span | None) -> tuple[object, ...]:
    return () if span is None else (span.source.name, span.start, span.end)


def locals_of(locals: Locals) -> Iterator[tuple[object, ...]]:
    for name, local in locals.items():
        yield name, local.type, place(local.span)


def assert_as_from_nothing(
    workspace: Workspace, why: str, *, whole: bool, parses: bool = False
) -> None:
    from_nothing = Workspace(workspace.rulebook)
    for path, text in workspace.texts.items():
        from_nothing.set_text(path, text)
    new = workspace.snapshot()
    with pytest.MonkeyPatch.context() as patch:
        if whole or parses:  # trees that tests share know what was found about their declarations
            patch.setattr(read_rulebook_files, "parse", parse)
        expected = from_nothing.snapshot()

    assert told(new) == told(expected), why
    assert (new.compiled is None) == (expected.compiled is None), why
    if whole and new.compiled is not None and expected.compiled is not None:
        assert plain(new.compiled, new.compiled) == plain(expected.compiled, expected.compiled), why
        assert set(scopes(new)) == set(scopes(expected)), why


def try_edits(rulebook: str, files: Sequence[Path], number: int, seed: int) -> int:
    """Edit one file after another, back now and then; how many declarations were kept."""
    chance, workspace = random.Random(seed), Workspace(rulebook)
    saved = {path: path.read_text(encoding="utf-8") for path in files}
    texts = dict(saved)
    words = sorted({word for text in saved.values() for word in WORD.findall(text)})
    kept = 0
    workspace.snapshot()
    for step in range(number):
        path = chance.choice(files)
        texts[path] = saved[path] if chance.random() < 0.3 else edited(texts[path], words, chance)
        workspace.set_text(path, texts[path])
        before = dict(workspace._kept.entries)
        why = f"seed {seed}, step {step}: {rulebook}, {path.name}"
        assert_as_from_nothing(workspace, why, whole=step % 4 == 0, parses=number > MANY)
        kept += sum(before.get(node) is entry for node, entry in workspace._kept.entries.items())
        if chance.random() < 0.4:  # most are of a text without errors
            texts[path] = saved[path]
            workspace.set_text(path, texts[path])
            workspace.snapshot()
    return kept


def in_files(rulebook: str, folder: Path) -> list[Path]:
    """A rulebook of one file, in a folder with three."""
    (path,) = (data_root() / "examples" / rulebook).glob("*.rules")
    parts: list[list[Chunk]] = [[], [], []]
    for number, chunk in enumerate(chunks(Source("", path.read_text(encoding="utf-8")))):
        parts[number % 3 if number else 0].append(chunk)
    files = [folder / f"{rulebook}_{number}.rules" for number in range(3)]
    for file, of_file in zip(files, parts, strict=True):
        file.write_text("".join(chunk.text for chunk in of_file), encoding="utf-8")
    return files


@pytest.mark.parametrize("rulebook", SMALL)
def test_some_edits_find_what_a_check_from_nothing_does(rulebook: str, tmp_path: Path) -> None:
    folder = tmp_path / rulebook
    folder.mkdir()
    files = in_files(rulebook, folder)

    assert try_edits(str(folder), files, 6, len(rulebook)) > 6


READ = """\
rulebook pair "Pair"
    language 1
    players 2
    starts with game

type Points: 0..9
words Colour: red, blue
state score(player): Points = 0
value bonus = 3
value twice(n: 0..9) = n + bonus
kind Hero
    has power: 0..9
kind Fighter: Hero
card ann "Ann": Fighter
    power: 3
zone hand(player): Fighter, seen by owner
procedure gain(p: player, n: 0..9)
    set score(p) to n
action rest by p
    gain(p, 1)
"""
READER = """\
value best(p: player) = score(p) + bonus
value liked(c: Colour) = twice(1) when c is red otherwise 0
value seats = number of players + 1
procedure round(p: player)
    gain(p, best(p))
    for each c in hand(p): gain(p, power(c))
value worth(t: title): 0..9
    depending on t
        ann: 3
whenever score(p1) > 8
    p1 wins
phase game
    round(p1)
    p1 may do rest
    if liked(red) > 2: p1 wins
    nobody wins
example "a gain"
    when gain(p2, 2)
    then score(p2) is 2
    then payoff(p2) is 0
    then liked(blue) is 0
"""
EDITS = (
    *(("bonus = 3", "bonus = yes"), ("bonus = 3", "bonus = {1, 2}"), ("0..9\nwo", "0..4\nwo")),
    *(("red, blue", "red, green"), ("red, blue", "blue, red"), ("(n: 0..9) =", "(n: Colour) =")),
    *(("n: 0..9)\n", "n: 0..9, m: 0..9)\n"), ("players 2", "players 2..4"), ("score(", "points(")),
    *(("Fighter: Hero", "Fighter"), ("hand(player)", "hand"), ("rest by", "sleep by")),
    *(("has power: 0..9", "has power: yes or no"), ("action rest", "window open\naction rest")),
    *(("value bonus = 3", "value bonus = 3\nmodify bonus: add 1"), ("zone hand", "zone hand_of")),
    ("action rest", "whenever score(p2) > 8\n    p2 wins\naction rest"),
    *(("with game", "with game\n    payoff score"), ("card ann", "card bea: Fighter\ncard ann")),
    ("card ann", "deck more of Fighter: power in 1..2\ncard ann"),
    ("card ann", "table Fighter\n    | id | name | power |\n    | bea | Bea | 2 |\n\ncard ann"),
    *(("words Colour: red", "words Colour: p2, red"), ("procedure gain", "check gain")),
)


@pytest.mark.parametrize(("old", "new"), EDITS)
def test_what_was_read_is_read_again(old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "pair.rules"
    path.write_text(READ, encoding="utf-8")
    (tmp_path / "reader.rules").write_text(READER, encoding="utf-8")
    workspace = Workspace(str(tmp_path))
    before = workspace.snapshot()
    assert before.compiled is not None
    assert old in READ

    workspace.set_text(path, READ.replace(old, new))

    assert_as_from_nothing(workspace, new, whole=True)
    workspace.set_text(path, READ)
    assert_as_from_nothing(workspace, "back again", whole=True)
    assert len(workspace._kept.entries) > 8


def test_numbers_of_origins_are_used_again(tmp_path: Path) -> None:
    path = tmp_path / "pair.rules"
    workspace = Workspace(str(path))
    workspace.set_text(path, READ + READER)
    compiled = workspace.snapshot().compiled
    assert compiled is not None
    for number in range(20):
        workspace.set_text(path, (READ + READER).replace("bonus = 3", f"bonus = {number % 4}"))
        edited = workspace.snapshot().compiled
        assert edited is not None

        assert len(edited.program.origins) < 1.5 * len(compiled.program.origins)


def edit_shipped(rulebook: str, number: int) -> None:
    files = sorted((data_root() / "rulebooks" / rulebook).glob("*.rules"))

    assert try_edits(rulebook, files, number, len(rulebook)) > 50 * number


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_edits_of_the_five_rulebooks_do_so_too(rulebook: str) -> None:
    edit_shipped(rulebook, 10)


@pytest.mark.long
@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_thousand_edits_of_the_five_rulebooks_do_so_too(rulebook: str) -> None:
    edit_shipped(rulebook, 200)
