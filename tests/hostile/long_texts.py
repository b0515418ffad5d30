"""
Rulebooks of much of one thing, as a program would write them: `text(name, n)` has n of it.

Each can be played, unless it is in `WRONG`. Their sizes are in letters: `of_size(name, letters)`.
"""

from __future__ import annotations

from collections.abc import Callable

HEADER = (
    'rulebook long "Long"\n    language 1\n    players 2: ann, bob\n    starts with game\n'
    "    at most 100 decisions, then nobody wins\n\n"
)
GAME = "phase game\n    ann wins\n"
COUNTER = "state counter: 0..9 = 0\n"
WRONG = frozenset(
    {
        "mistakes",
        "near misses",
        "lets in each other",
        "one mistake",
        "circle of windows",
        "underscores",
        "calls misspelt",
        "unfinished header",
        "brackets",
        "broken lines",
        "no letters",
        "a long set",
        "open strings",
        "deep brackets",
        "deep blocks",
        "depth of nots",
        "same name",
    }
)


def _many(line: str, after: str = GAME + COUNTER) -> Callable[[int], str]:
    """A text of n such lines, in which `{0}` is a number and `{1}` the one before it."""
    return lambda n: (
        HEADER + after + "".join(line.format(number, max(0, number - 1)) for number in range(n))
    )


def _row(
    begin: str, each: str, joint: str, end: str, after: str = GAME + COUNTER
) -> Callable[[int], str]:
    """A text in which n of the same stand in one line."""
    return lambda n: (
        HEADER + after + begin + joint.join(each.format(number) for number in range(n)) + end
    )


KIND = "kind gem\n    has worth: 0..9 = 1\nzone pile: cards, seen by all\n"
PICK = (
    "phase game\n    take turns p among players\n        turn(p)\n"
    "phase turn(p: player)\n    p must do pick\n"
    "action pick by p choosing n from 0..1\n    add 1 to counter\n    if counter > 8: p wins\n"
    + COUNTER
)
CARDS = "zone pile: cards, ordered, seen by nobody\nzone hand(player): cards, seen by owner\n"
PLAYED = (
    "phase game\n    move cards to pile\n    shuffle pile\n    take turns p among players\n"
    "        turn(p)\n        if pile is empty: p wins\n"
    "phase turn(p: player)\n    if pile is not empty: move top(pile) to hand(p)\n"
    "    p may do lay\naction lay by p choosing c from hand(p)\n    move c to none_\n"
    "    perform c by p\nzone none_: cards, seen by all\n" + CARDS + COUNTER
)


def _chain_of_values(n: int) -> str:
    return (
        HEADER
        + GAME
        + COUNTER
        + "value v0: 0..9 = counter\n"
        + "".join(f"value v{i}: 0..9 = v{i - 1}\n" for i in range(1, n))
        + f'example "it ends"\n    then v{n - 1} is 0\n'
    )


def _chain_of_values_backwards(n: int) -> str:
    return (
        HEADER
        + GAME.replace("ann wins", "if v0 is 0: ann wins\n    bob wins")
        + COUNTER
        + "".join(f"value v{i} = v{i + 1}\n" for i in range(n - 1))
        + f"value v{n - 1}: 0..9 = counter\n"
    )


def _chain_of_procedures(n: int) -> str:
    return (
        HEADER
        + "phase game\n    p0\n    ann wins\n"
        + COUNTER
        + "".join(f"procedure p{i}\n    p{i + 1}\n" for i in range(n - 1))
        + f"procedure p{n - 1}\n    set counter to 1\n"
    )


def _chain_of_actions(n: int) -> str:
    return (
        HEADER
        + "phase game\n    ann must do a0\n    ann wins\n"
        + COUNTER
        + "".join(
            f"action a{i} by p choosing n from 0..1\n    set counter to n\n    p must do a{i + 1}\n"
            for i in range(n - 1)
        )
        + f"action a{n - 1} by p choosing n from 0..1\n    set counter to n\n"
    )


def _tree_of_values(n: int) -> str:
    """Each asks the two before it: two to the power of n questions."""
    return (
        HEADER
        + GAME
        + COUNTER
        + "value v0: 0..1 = 0\nvalue v1: 0..1 = 0\n"
        + "".join(f"value v{i}: 0..1 = v{i - 1} * v{i - 2}\n" for i in range(2, n))
        + f'example "it ends"\n    then v{n - 1} is 0\n'
    )


def _blocks(n: int) -> str:
    return (
        HEADER
        + COUNTER
        + "phase game\n"
        + "".join(
            f"    if counter is {i % 9}\n        set counter to {(i + 1) % 9}\n" for i in range(n)
        )
        + "    ann wins\n"
    )


def _deep_blocks(n: int) -> str:
    return (
        HEADER
        + COUNTER
        + "phase game\n"
        + "".join("    " * (i + 1) + "if counter is 0\n" for i in range(n))
        + "    " * (n + 1)
        + "ann wins\n"
        + "    ann wins\n"
    )


def _chain_of_kinds(n: int) -> str:
    return (
        HEADER
        + GAME
        + "kind k0\n    has worth: 0..9 = 1\n"
        + "".join(f"kind k{i}: k{i - 1}\n" for i in range(1, n))
        + f"card one: k{n - 1}\nzone pile: k0, seen by all\n"
        + "value all_of_it: 0..9 = sum of worth(c) over c in pile\n"
    )


def _circle_of_windows(n: int) -> str:
    return (
        HEADER
        + "phase game\n    q0\n    ann wins\n"
        + "".join(
            f"procedure q{i}\n    open w{i}\nwindow w{i}\n    asks players\n    offers a{i}\n"
            f"    closes when all pass\naction a{i} by p\n    q{(i + 1) % n}\n"
            f"state s{i}: 0..9 = 0, reset each q{i}\n"
            for i in range(n)
        )
    )


def _csv(n: int) -> str:
    return (
        HEADER
        + PLAYED
        + "kind gem\n    has worth: 0..9 = 1\ntable gem\n    | id | name | worth |\n"
        + "".join(f"    | c{i} | Card {i} | {i % 10} |\n" for i in range(n))
    )


TEXTS: dict[str, Callable[[int], str]] = {
    "examples": _many('example "e{0}"\n    given counter is 1\n    then counter is 1\n'),
    "examples played": _many(
        'example "e{0}"\n    when ann does pick choosing 1\n    then counter is 1\n', PICK
    ),
    "claims": _many('claim "c{0}": counter is 0\n'),
    "claims of odds": _many(
        'claim "c{0}": chance of (throw is 6) is 1 / 6\n',
        GAME
        + COUNTER
        + "die d6: 1..6\ncheck throw answers 1..6\n    roll d6 as face\n    answer face\n",
    ),
    "kinds": _many(
        "kind k{0}\n    has f{0}: 0..9 = 1\nzone z{0}: k{0}, seen by all\n"
        "card c{0}: k{0}\n    f{0}: 1\n"
    ),
    "kinds without cards": _many("kind k{0}\n    has f{0}: 0..9 = 1\n"),
    "kinds in a chain": _chain_of_kinds,
    "cards": _many(
        "card c{0}: gem\n    worth: 3\n", PLAYED + "kind gem\n    has worth: 0..9 = 1\n"
    ),
    "cards with a play": _many(
        "card c{0}: gem\n    play\n        set counter to 1\n", PLAYED + "kind gem\n"
    ),
    "cards with an effect": _many(
        "card c{0}: gem\n    while in pile\n        modify price: +1\n",
        PLAYED + "kind gem\nvalue price: 0..9999 = 1\n",
    ),
    "rows of a table": _csv,
    "fields": lambda n: (
        HEADER
        + PLAYED
        + "kind gem\n"
        + "".join(f"    has f{i}: 0..9 = 1\n" for i in range(n))
        + "card one: gem\n"
    ),
    "values in a chain": _chain_of_values,
    "values in a chain backwards": _chain_of_values_backwards,
    "values in a tree": _tree_of_values,
    "values in a row": _many("value v{0}: 0..9 = counter\n"),
    "values that ask one": _many(
        "value v{0}: 0..9 = base\n", GAME + COUNTER + "value base: 0..9 = counter\n"
    ),
    "a sum": _row("value total: 0..99999 = ", "counter", " + ", "\n"),
    "conditions": _row("value all_of_it: yes or no = ", "counter is 1", " or ", "\n"),
    "conditions nested": _row(
        "value all_of_it: yes or no = ", "(counter is 1", " or ", "", GAME + COUNTER
    ),
    "whens": lambda n: (
        HEADER
        + GAME
        + COUNTER
        + "value v: 0..9\n"
        + "".join(f"    when counter is {i % 9}: 1\n" for i in range(n))
        + "    otherwise: 2\n"
    ),
    "hooks": _many(
        "before turn\n    set counter to 1\n",
        "phase game\n    turn\n    ann wins\nprocedure turn\n    set counter to 2\n" + COUNTER,
    ),
    "hooks of many": _many(
        "before turn{0}\n    set counter to 1\nprocedure turn{0}\n    set counter to 2\n"
    ),
    "instead of": _many(
        "instead of turn\n    turn as usual\n",
        "phase game\n    turn\n    ann wins\nprocedure turn\n    set counter to 2\n" + COUNTER,
    ),
    "whenever": _many("whenever counter is 7\n    set counter to 1\n"),
    "modifiers": _many(
        "modify price: +1\n",
        GAME.replace("ann wins", "if price > 1: ann wins\n    bob wins")
        + COUNTER
        + "value price: 0..99999 = 1\n",
    ),
    "modifiers that replace": _many(
        "modify price({0}): becomes 1\n", GAME + COUNTER + "value price(n: 0..99999): 0..9 = 1\n"
    ),
    "modifiers of many": _many(
        "modify price{0}: +1\nvalue price{0}: 0..9 = counter\n".replace("counter", "1")
    ),
    "zones": _many("zone z{0}: cards, seen by all\n", GAME + "kind gem\ncard c: gem\n"),
    "states": _many("state s{0}: 0..9 = 0\n"),
    "states of players": _many("state s{0}(player): 0..9 = 0\n"),
    "words": _row("words W: ", "w{0}", ", ", "\n"),
    "lists of words": _many("words W{0}: a{0}, b{0}\n"),
    "words shared": _many("words W{0}: a, b\n"),
    "faces": _row("die d: ", "f{0}", ", ", "\n"),
    "dice": _many("die d{0}: 1..6\n"),
    "boards": _many("board b{0}: grid 3 by 3\n"),
    "spaces": lambda n: (
        HEADER
        + GAME
        + COUNTER
        + "board b: map\n    spaces: "
        + ", ".join(f"s{i}" for i in range(n))
        + "\n    links: "
        + ", ".join(f"s{i - 1} - s{i}" for i in range(1, n))
        + "\n"
    ),
    "pieces": _many("piece m{0} x2 per player on b\n", GAME + "board b: grid 3 by 3\n"),
    "options": _many("option o{0}\n    yes *\n    no\n"),
    "types": _many("type t{0}: 0..9\n"),
    "types in a chain": lambda n: (
        HEADER + GAME + "type t0: 0..9\n" + "".join(f"type t{i}: t{i - 1}\n" for i in range(1, n))
    ),
    "procedures in a chain": _chain_of_procedures,
    "procedures in a row": _many("procedure p{0}\n    set counter to 1\n"),
    "calls of one": lambda n: (
        HEADER + "phase game\n" + "    turn\n" * n + "    ann wins\n"
        "procedure turn\n    set counter to 2\n" + COUNTER
    ),
    "statements": lambda n: (
        HEADER + COUNTER + "phase game\n" + "    set counter to 1\n" * n + "    ann wins\n"
    ),
    "lets": lambda n: (
        HEADER
        + COUNTER
        + "phase game\n    let x0 = counter\n"
        + "".join(f"    let x{i} = x{i - 1}\n" for i in range(1, n))
        + f"    if x{n - 1} is 0: ann wins\n    bob wins\n"
    ),
    "lets that change": lambda n: (
        HEADER
        + COUNTER
        + "phase game\n"
        + "".join(f"    let x{i} = 0\n    add 1 to x{i}\n" for i in range(n))
        + "    ann wins\n"
    ),
    "lets that change later": lambda n: (
        HEADER
        + COUNTER
        + "phase game\n"
        + "".join(f"    let x{i}: 0..9 = 0\n" for i in range(n))
        + "".join(f"    if x{i} < 9: add 1 to x{i}\n" for i in range(n))
        + "    ann wins\n"
    ),
    "lets in each other": lambda n: (
        HEADER
        + COUNTER
        + "phase game\n    let x0 = 0\n"
        + "".join(f"    let x{i} = x{i - 1}\n" for i in range(1, n))
        + "".join(f"    add 1 to x{i}\n" for i in range(n))
        + "    ann wins\n"
    ),
    "loops without end": _many("procedure p{0}\n    repeat\n        ann must do pick\n", PICK),
    "plays that play": _many(
        "card c{0}: gem\n    play\n        if pile is not empty\n"
        "            perform top(pile) by ann\n",
        PLAYED + "kind gem\n",
    ),
    "plays of many ways": _many(
        "card c{0}: gem\n    play choosing a from 0..99, b from 0..9\n"
        "        if pile is not empty\n            perform top(pile) by ann\n",
        PLAYED + "kind gem\n",
    ),
    "circle of windows": _circle_of_windows,
    "underscores": _many(f"value b{{0}}: 0..9 = {'_'.join('abcdefgh' * 8)}{{0}}\n"),
    "blocks": _blocks,
    "deep blocks": _deep_blocks,
    "else ifs": lambda n: (
        HEADER
        + COUNTER
        + "phase game\n    if counter is 1: ann wins\n"
        + "".join(f"    else if counter is {i % 9}: bob wins\n" for i in range(n))
        + "    else: ann wins\n"
    ),
    "actions in a chain": _chain_of_actions,
    "actions": _many("action a{0} by p\n    set counter to 1\n"),
    "actions offered": lambda n: (
        HEADER
        + COUNTER
        + "phase game\n    ann must do one of "
        + ", ".join(f"a{i}" for i in range(n))
        + "\n    ann wins\n"
        + "".join(f"action a{i} by p\n    set counter to 1\n" for i in range(n))
    ),
    "choices": lambda n: (
        HEADER
        + COUNTER
        + 'phase game\n    ann chooses one of "which"\n'
        + "".join(f'        c{i} "c{i}": set counter to 1\n' for i in range(n))
        + "    ann wins\n"
    ),
    "windows": _many(
        "window w{0}\n    asks players\n    offers pick\n    closes when all pass\n", PICK
    ),
    "windows opened": lambda n: (
        HEADER
        + COUNTER
        + "phase game\n"
        + "    open w\n" * n
        + "    ann wins\nwindow w\n    asks players\n    offers "
        + ", ".join(f"a{i}" for i in range(n))
        + "\n    closes when all pass\n"
        + "".join(f"action a{i} by p\n    set counter to 1\n" for i in range(n))
    ),
    "parameters": lambda n: (
        HEADER
        + COUNTER
        + "phase game\n    long("
        + ", ".join("1" for _ in range(n))
        + ")\n    ann wins\nprocedure long("
        + ", ".join(f"a{i}: 0..9" for i in range(n))
        + ")\n    set counter to a0\n"
    ),
    "comments": _many("# a comment that nobody reads\n"),
    "blank lines": _many("\n"),
    "a long comment": _row("# ", "word", " ", "\n"),
    "a long text": _row('claim "', "word", " ", '": counter is 0\n'),
    "a long set": _row("value some: set of 0..9 = {", "1", ", ", "}\n"),
    "a long set of other numbers": _row("value some: set of 0..99999 = {", "{0}", ", ", "}\n"),
    "measures": _many('measure "m{0}" = counter\n'),
    "players": _many("player bot{0}\n    prefer pick\n", PICK),
    "citations": _many("state s{0}: 0..9 = 0   [R-{0}]\n"),
    "reveals": _many(
        "procedure p{0}\n    reveal secret\n",
        GAME + COUNTER + "state secret: 0..9 = 0, seen by nobody\n",
    ),
    # ---------------------------------------------------------------- mistakes
    "mistakes": _many("value v{0}: 0..9 = unknown{0}\n"),
    "one mistake": _many("value v{0}: 0..9 = nobody_knows\n"),
    "near misses": _many("value value_{0}: 0..9 = valu_{0}\n"),
    "calls misspelt": _many("procedure proc_{0}\n    prco_{0}\n"),
    "same name": _many("state twice: 0..9 = 0\n"),
    "unfinished header": lambda n: (
        'rulebook long "Long\n'
        + "".join(f"procedure proc_{i}\n    set counter to {i % 9}\n" for i in range(n))
    ),
    "brackets": lambda n: HEADER + GAME + "value v: 0..9 = " + "(" * n + "\n",
    "deep brackets": lambda n: HEADER + GAME + "value v: 0..9 = " + "(" * n + "1" + ")" * n + "\n",
    "depth of nots": lambda n: HEADER + GAME + "value v: yes or no = " + "not " * n + "yes\n",
    "broken lines": _many("this is no line number {0}\n"),
    "open strings": _many('claim "c{0}: counter is 0\n'),
    "no letters": _many("\u2603 {0}\n"),
}


def text(name: str, n: int) -> str:
    """The text of this name with n of what it is about."""
    made = TEXTS[name](n)
    if name == "conditions nested":
        made += ")" * n + "\n"
    return made


def number_for(name: str, letters: int) -> int:
    """How many make a text of about so many letters."""
    few = len(text(name, 100))
    many = len(text(name, 300))
    return max(3, 100 + (letters - few) * 200 // max(1, many - few))
