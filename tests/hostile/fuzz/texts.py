"""Input in the language: texts, tables, positions, examples, and names that collide."""

from __future__ import annotations

import re
from contextlib import suppress
from pathlib import Path
from random import Random

import ruleslang
from ruleslang.api import Game
from ruleslang.engine.match.faults import Fault
from ruleslang.language.format.format_source import format_source
from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.csv_table import parse_csv
from ruleslang.library.load import load_bytes, load_text
from ruleslang.source.render import render_all
from ruleslang.source.span import Source
from tests.hostile.fuzz import mutators
from tests.hostile.fuzz.harness import CHECKOUT, Target, in_words
from tests.hostile.fuzz.mutators import raw, text_of
from tests.support.drawn.rulebook import rulebook

TEXTS = [
    path.read_text(encoding="utf-8")
    for folder in ("examples", "docs/games", "tests/language/corpus")
    for path in sorted((CHECKOUT / folder).rglob("*.rules"))
]
SHORT = [each for each in TEXTS if len(each) < 4000]
WITH_EXAMPLES = [each for each in SHORT if re.search("^(example|claim) ", each, re.MULTILINE)]
WORDS = [
    *sorted(keywords.KEYWORDS),
    "x", "p1", "hand", "0", "1", "9" * 15, "(", ")", "{", "}", "[", "]", ":", ",", "..", "+", "-",
    "*", "/", "=", "<", '"a"', "x4", "|", "#", "\n", "\n    ", "\n        ", "\t", "\u202e", "é",
]  # fmt: skip
HEAD = """rulebook x "X"
    players 2
    starts with game
    at most 100 decisions, then nobody wins
phase game
    nobody wins
"""
DECISIONS = 8  # of a match of a text that can be played


# ---------------------------------------------------------------- texts


def front(text: str) -> None:
    """Read, check and show a text: whatever it is, this raises nothing."""
    loaded = load_text(text, lints=True)
    render_all(loaded.diagnostics).encode("utf-8")
    assert loaded.compiled or loaded.diagnostics


def bytes_in(data: bytes) -> None:
    """The bytes of a rulebook: checked, shown, laid out, and played a little."""
    loaded = load_bytes(data, name="any.rules")
    shown = render_all(loaded.diagnostics)
    shown.encode("utf-8")
    assert all(each.isprintable() or each == "\n" for each in shown), "a message is not legible"
    assert loaded.compiled or loaded.diagnostics
    with suppress(UnicodeDecodeError):
        format_source(Source("any.rules", data.decode("utf-8")))
    if loaded.compiled is not None:
        play(Game(loaded.compiled))


def play(game: Game, engine: str = "interpreter", decisions: int = DECISIONS) -> str:
    """The first decisions of a match; a fault is an end of it. The hash, to compare engines."""
    try:
        match = game.start(seed=1, engine=engine)
    except Fault as fault:
        in_words(fault)
        return f"no start: {fault.slug}"
    for place in range(decisions):
        decision = match.decision
        if decision is None:
            break
        ruleslang.as_data(match.view(decision.player))
        match.choose(decision.choices[place % len(decision.choices)])
    if match.fault is not None:
        assert isinstance(match.fault, Fault), repr(match.fault)
        in_words(match.fault)
        return f"fault: {match.fault.slug}"
    return match.hash()


def edited(text: str, chance: Random) -> str:
    """A text in which lines or words are doubled, dropped, swapped or taken from another text."""
    for _ in range(chance.randrange(1, 4)):
        by_line = chance.random() < 0.4
        parts = text.splitlines(keepends=True) if by_line else text.split(" ")
        if not parts:
            return text
        here, there = chance.randrange(len(parts)), chance.randrange(len(parts))
        match chance.randrange(6):
            case 0:
                del parts[here]
            case 1:
                parts.insert(there, parts[here])
            case 2:
                parts[here], parts[there] = parts[there], parts[here]
            case 3:
                parts[here] = chance.choice(WORDS)
            case 4:
                parts[here] = re.sub(r"\d+", lambda _: str(mutators.number(chance)), parts[here])
            case _:
                other = chance.choice(TEXTS)
                parts.insert(here, chance.choice(other.split("\n") if by_line else other.split()))
        text = ("" if by_line else " ").join(parts)
    return text


def a_text(chance: Random) -> bytes:
    """A text of people or of a machine with edits, a soup of words, or damaged bytes."""
    match chance.randrange(10):
        case 0:
            return raw(HEAD + " ".join(chance.choices(WORDS, k=chance.randrange(60))))
        case 1:
            return raw("".join(mutators.word(chance) for _ in range(chance.randrange(1, 9))))
        case 2 | 3:
            return mutators.bent(raw(chance.choice(SHORT)), chance)
        case 4:
            return raw(HEAD + deep(chance))
        case 5:
            return raw(edited(rulebook(chance.randrange(10**6)), chance))
    return raw(edited(chance.choice(SHORT), chance))


def deep(chance: Random) -> str:
    """What goes far into itself, or has very many of something."""
    times = chance.choice((30, 100, 300, 900))
    match chance.randrange(7):
        case 0:
            sign = chance.choice(("(", "not ", "-", "count of ", "sum of {", "1 + ", "if 1 > 0: "))
            return f"value v = {sign * times}1{')' * times if sign == '(' else ''}\n"
        case 1:
            return f"value v = {chance.choice((' + ', ' - ', ' * ')).join(['1'] * times)}\n"
        case 2:
            inner = "".join(f"{'  ' * i}if 1 > 0\n" for i in range(1, min(times, 120)))
            return f"procedure q\n{inner}"
        case 3:
            chain = "".join(f"value v{i} = v{i + 1}\n" for i in range(times))
            return f"{chain}value v{times} = 1\n"
        case 4:
            return f"kind k\n    has {', '.join(f'f{i}: 1..9' for i in range(times))}\n"
        case 5:
            return "".join(f"state s{i}: 0..{mutators.number(chance)} = 0\n" for i in range(9))
    return f"words T: {', '.join(f'w{i}' for i in range(times))}\nstate s(T, T, T): T\n"


# ---------------------------------------------------------------- tables

TABLE = """rulebook x "X"
    players 2
    starts with game
    cards extra

words Hue: red, green
kind beast
    has power: 1..9
    has hue: Hue
zone all_of_them: cards, seen by all
phase game
    nobody wins
"""
ROWS = 'id,name,copies,power,hue\na,A,1,2,red\nb,"B, the second",2,9,green\nc,C,1,1,red\n'


def table_in(data: bytes) -> None:
    """A table of cards beside a rulebook."""
    text = text_of(data)
    render_all(parse_csv(Source("cards/any.csv", text))[1]).encode("utf-8", "replace")
    folder = Path("house")
    (folder / "cards" / "extra").mkdir(parents=True, exist_ok=True)
    (folder / "x.rules").write_text(TABLE)
    (folder / "cards" / "extra" / "beast.csv").write_bytes(data)
    found = ruleslang.check(folder)
    shown = render_all(found)
    assert all(each.isprintable() or each == "\n" for each in shown), "a message is not legible"


def a_table(chance: Random) -> bytes:
    """A table with other cells, other signs between them, or damaged bytes."""
    if chance.random() < 0.4:
        return mutators.bent(raw(ROWS), chance)
    rows = [row.split(",") for row in ROWS.splitlines()]
    for _ in range(chance.randrange(1, 5)):
        row = chance.choice(rows)
        match chance.randrange(5):
            case 0:
                row[chance.randrange(len(row))] = mutators.word(chance)
            case 1:
                row[chance.randrange(len(row))] = chance.choice(PARTS_OF_CELLS)
            case 2:
                row.insert(chance.randrange(len(row)), mutators.word(chance))
            case 3:
                rows.insert(chance.randrange(len(rows)), list(chance.choice(rows)))
            case _:
                row *= chance.choice((1, 2, 40))
    comma, end = chance.choice(",,,;\t|"), chance.choice(("\n", "\n", "\r\n", "\r", "\n\n"))
    return raw(end.join(comma.join(row) for row in rows))


PARTS_OF_CELLS = ['"', '""', '"a""b"', '"a\nb"', "=cmd()", "@x", "x4", "-1", "1.5", "1e3", "", " "]


# ---------------------------------------------------------------- positions, examples

PLAYED = """rulebook x "X"
    language 1
    players 2..3: home, away, third
    starts with game
    at most 100 decisions, then nobody wins

words Hue: red, green

kind beast
    has power: 1..9

card wolf "Wolf" x2: beast
    power: 3

card lion "Lion" x1: beast
    power: 9

zone pile: cards, ordered, seen by nobody
zone hand(player): cards, seen by owner

state points(player): 0..20 = 0
state sky: Hue = red

die d6: 1..6

phase game
    move cards to pile
    shuffle pile
    turn(home)
    turn(away)
    nobody wins

procedure turn(p: player)
    roll d6 as f
    move top(pile) to hand(p)
    p chooses way from {1, 2, 3}
    add way to points(p)
    if f > 5: p wins
"""
LINES = [
    "given points(home) is 3", "given sky is green", "given hand(home) is {wolf, lion}",
    "given hand(away) is {wolf} and pile is empty", "given pile is {}", "rolling 6",
    "given number of players is 3", "given third is automatic", "given active is away",
    "when turn(home)", "when turn(third)", "when game", "given points(away) is 20",
]  # fmt: skip


def position_in(data: bytes) -> None:
    """Lines of a position in which matches of a rulebook begin."""
    try:
        game = ruleslang.load(PLAYED, position=text_of(data))
    except (ValueError, ruleslang.RulesError) as problem:
        in_words(problem)
        return
    try:
        play(game)
    except ValueError as problem:
        in_words(problem)


def a_position(chance: Random) -> bytes:
    """Lines of a position with edits."""
    lines = chance.choices(LINES, k=chance.randrange(1, 5))
    text = edited("\n".join(lines), chance) if chance.random() < 0.8 else "\n".join(lines)
    return mutators.bent(raw(text), chance) if chance.random() < 0.2 else raw(text)


def examples_in(data: bytes) -> None:
    """A text whose examples and claims are tried."""
    try:
        [ruleslang.as_data(each) for each in ruleslang.run_examples_text(text_of(data))]
    except (ValueError, ruleslang.RulesError) as problem:
        in_words(problem)


def with_examples(chance: Random) -> bytes:
    """A text with examples of which a few words are others."""
    text = chance.choice(WITH_EXAMPLES)
    if chance.random() < 0.5:
        return raw(edited(text, chance))
    return raw(re.sub(r"\b\d+\b", lambda n: _another(n[0], chance), text))


def _another(number: str, chance: Random) -> str:
    return number if chance.random() < 0.8 else chance.choice(("0", "1", "7", "100", "9" * 9))


TARGETS = (
    Target("texts", 14_000, a_text, bytes_in, lambda: [bytes_in(raw(HEAD)), rulebook(1)]),
    Target("tables", 10_000, a_table, table_in, lambda: table_in(raw(ROWS))),
    Target("positions", 6_000, a_position, position_in, lambda: position_in(raw(LINES[0]))),
    Target("examples", 2_000, with_examples, examples_in, lambda: examples_in(b"")),
)
