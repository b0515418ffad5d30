"""The node of each construct."""

from __future__ import annotations

from pathlib import Path

import attrs
import pytest

from ruleslang.language.syntax import declarations, examples, expressions, statements
from ruleslang.language.syntax.declarations import Junk
from ruleslang.language.syntax.node import Node
from ruleslang.language.syntax.parse import parse
from ruleslang.language.syntax.walk import children, walk
from ruleslang.source.span import Source
from tests.support.conform import misfits
from tests.support.shape import brief

TESTS = Path(__file__).parents[2]
ROOT = TESTS.parent
PROTOTYPE = sorted((TESTS / "language" / "prototype").glob("*.[rc]*s"))
SHIPPED = sorted(
    path for room in ("rulebooks", "cards", "examples") for path in (ROOT / room).rglob("*")
    if path.suffix in (".rules", ".cards")
)  # fmt: skip
CONFORMANCE = sorted((TESTS / "engine" / "conformance").rglob("*.rules"))


def tree_of(path: Path) -> declarations.Tree:
    tree, diagnostics = parse(Source(path.name, path.read_text(encoding="utf-8")))

    assert [(each.slug, each.message) for each in diagnostics] == []
    return tree


@pytest.mark.parametrize("path", PROTOTYPE, ids=lambda path: path.name)
def test_the_place_of_a_node_is_exact(path: Path) -> None:
    for declaration in tree_of(path).declarations:
        for node in walk(declaration):
            assert node.span.text == node.span.text.strip()
            for child in children(node):
                assert node.span.start <= child.span.start <= child.span.end <= node.span.end


@pytest.mark.parametrize("path", PROTOTYPE, ids=lambda path: path.name)
def test_fields_hold_what_the_nodes_promise(path: Path) -> None:
    assert [misfit for each in tree_of(path).declarations for misfit in misfits(each)] == []


def test_the_kept_texts_are_read_without_mistakes_and_hold_every_kind_of_node() -> None:
    found = {
        type(node)
        for path in PROTOTYPE + SHIPPED + CONFORMANCE
        for each in tree_of(path).declarations
        for node in walk(each)
    }
    assert Junk not in found
    kinds = {
        kind
        for module in (expressions, statements, declarations, examples)
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Node) and attrs.has(kind)
    }

    assert {kind.__name__ for kind in kinds - found} <= {"Marked", "Node", "Junk"}


DECLARATIONS = {
    "words Side: left, right [A-1] designed": "Words(Marks([A-1], True), Side, [left, right])",
    "type Hand: set of card up to 3": "TypeName(Hand, SetType(NamedType(card), 3))",
    'option size "?": -1..13 = 6': "Option('option', size, Text('?'), Numbers(-1, 13, 6))",
    'rulebook r "R"\n    only if size is 3': ("Header(r, Text('R'), [BeginsOnlyIf(Is(size, 3))])"),
    "board b: grid size by size": "Board(b, Shape('grid', [size, size]))",
    "die green: ball x3, plus": "Die(green, [Face(ball, 3), Face(plus)])",
    "die d: 1..6, -2 x2, -3..-1": "Die(d, [Face(1, 6), Face(-2, 2), Face(-3, -1)])",
    "dice cup(player): up to 5 d6, starts with 5, seen by owner": (
        "Dice(cup, [Index(NamedType(player))], 5, d6, 5, SeenBy('owner'))"
    ),
    "dice pair: 2 d6": "Dice(pair, 2, True, d6)",
    "zone hand(p: player): cards, ordered, at most 7, seen by ({p}), count seen by all": (
        "Zone(hand, [Index(p, NamedType(player))], cards, True, 7, "
        "SeenBy('set', Braces([p])), SeenBy('all'))"
    ),
    "state timer: 0..9 = 0, reset each half, reset each turn, stops at the ends": (
        "State(timer, RangeType(0, 9), 0, [half, turn], True)"
    ),
    "history h: a, b, reset each p, c": "History(h, [a, b, c], [p])",
    "state bid: card or none": "State(bid, OptionalType(NamedType(card)))",
    "value v(changeable p: player): yes or no = no": (
        "Value(v, [Parameter(p, NamedType(player), True)], TruthType(), Truth())"
    ),
    "value v\n    let x: 0..3 = 1\n    when x is 1: 2 [A-1]\n    otherwise: 3": (
        "Value(v, [ValueLet(x, RangeType(0, 3), 1)], "
        "[ValueCase(Marks([A-1]), Is(x, 1), 2), ValueCase(3)])"
    ),
    "board b: grid 7 by 11, neighbours 8, rows counted from each side, one piece per space": (
        "Board(b, Shape('grid', [7, 11]), 8, True, True)"
    ),
    "board b: map\n    spaces: a, c\n    links: a - c": (
        "Board(b, Shape('map'), Spaces([a, c]), Links([Link(a, c)]))"
    ),
    'board b: grid 2 by 1\n    row ". G" [A-1]\n    region goal "G"': (
        "Board(b, Shape('grid', [2, 1]), [DrawnRow(Marks([A-1]), Text('. G'))], "
        "[Region(goal, Text('G'))])"
    ),
    'piece man "man" x10 per player on pitch': "Piece(man, Text('man'), 10, player, pitch)",
    'option o "?"\n    off *\n    on "yes" [A-1]': (
        "Option('option', o, Text('?'), "
        "[OptionValue(off, True), OptionValue(Marks([A-1]), on, Text('yes'))])"
    ),
    "table texts\n    | what | it |\n    | o    | no |": (
        "TextTable([Row([what, it]), Row([o, no])])"
    ),
    "table rules\n    | id   | rule |\n    | A-01 | yes  |": (
        "RuleTable([Row([id, rule]), Row([A-01, yes])])"
    ),
    "kind k: parent\n    has bonus(Side): -5..5 = 0": (
        "Kind(k, parent, [KindField(bonus, [Index(NamedType(Side))], RangeType(Negate(5), 5), 0)])"
    ),
    "card c x2: k\n    bonus: left 2, right -1\n    steps: {a, b}": (
        "Card(c, 2, k, [Field(bonus, [FieldItem([left], 2), FieldItem([right], Negate(1))]), "
        "Field(steps, [FieldItem(Braces([a, b]))])])"
    ),
    'card c: k\n    play "t" in w(p, any) or v where x choosing 2 of S as n "label" in order'
    " so that n\n"
    "        stop": (
        "Card(c, k, [Play(Text('t'), Windows([WindowUse(w, Pattern([p, AnyPlace()])), "
        "WindowUse(v)], x), "
        "[Choice(n, S, Quantity('exactly', 2), Text('label'), True, n)], Body([Stop()]))])"
    ),
    "card c: k\n    while in front(you) and x\n        modify v(any) where y: +1, at least 2": (
        "Card(c, k, [Standing(Apply(front, [you]), x, "
        "[Modify(v, Pattern([AnyPlace()]), y, [Change('+', 1), Change('at least', 2)])])])"
    ),
    "card c x2: k only under o is yes": "Card(c, 2, k, OnlyUnder(o, [yes]))",
    "card c only under o is a or b": "RowRules(c, OnlyUnder(o, [a, b]))",
    "table t only under o is a\n    | a |": "Table(t, OnlyUnder(o, [a]), [Row([a])])",
    "table t\n    | a | b |\n    | Été |  | [A-1]": (
        "Table(t, [Row([a, b]), Row(Marks([A-1]), [Été, ])])"
    ),
    "deck d x2 of k: s in Suit, r in 1..3 where r < 2": (
        "Deck(d, 2, k, [Axis(s, Suit), Axis(r, Range(1, 3))], Compare('<', r, 2))"
    ),
    "board b: grid 8 by 8, named a1..h8": ("Board(b, Shape('grid', [8, 8]), NamedSpaces(a1, h8))"),
    'deck d "{r}" of k: r in 1..3': "Deck(d, Text('{r}'), k, [Axis(r, Range(1, 3))])",
    "procedure q(p: player) answers Side [A-1]\n    stop": (
        "Procedure(Marks([A-1]), 'procedure', q, [Parameter(p, NamedType(player))], "
        "NamedType(Side), Body([Stop()]))"
    ),
    "check q only under r is a or b, decided by r, s\n    stop": (
        "Procedure('check', q, OnlyUnder(r, [a, b]), [r, s], Body([Stop()]))"
    ),
    'action a "do" by p in w choosing c from S\n    only if c\n    pays 1 from x to y, 2 from z\n'
    "    limit 1 per turn for each c\n    stop\n    in any case [A-1]\n        nothing": (
        "Action(a, Text('do'), p, Windows([WindowUse(w)]), [Choice(c, S)], "
        "Body([OnlyIf(c), Pays([Cost(1, x, y), Cost(2, z)]), Limit(1, turn, [c])], [Stop()], "
        "Block([DoNothing()]), Marks([A-1])))"
    ),
    "window w\n    asks S\n    offers a, b\n    closes when all were asked": (
        "Window(w, Asks(S), Offers([a, b]), Closes('when all were asked'))"
    ),
    "instead of f(you) by p where x [A-1]\n    f as usual": (
        "TopHook(Marks([A-1]), Hook('instead of', f, Pattern([you]), p, x, "
        "Block([Call(AsUsual(f))]), Marks([A-1])))"
    ),
    "modify v: becomes 3": "TopModify(Modify(v, [Change('becomes', 3)]))",
    "whenever x\n    stop": "TopWhenever(Whenever(x, Block([Stop()])))",
    'always "a": x < 3': "Property(Text('a'), Compare('<', x, 3))",
    'never "n": x [X-1]': "Property(Marks([X-1]), Text('n'), x, True)",
    'measure "m" at turn = x': "Measure(Text('m'), turn, x)",
    'player p "P"\n    prefer a(c) where x\n    avoid a where x\n'
    "    prefer s by highest y, then chance\n    otherwise order": (
        "Chooser(p, Text('P'), [Prefer(a, Pattern([c]), x), Avoid(a, x), "
        "Prefer(s, [Extreme('highest', y), ByChance()]), PreferOtherwise(ByOrder())])"
    ),
    'example "e"\n    given x\n    rolling a, 3\n    picking c, d\n    home chooses a\n'
    "    away declines\n"
    "    when home plays c choosing 2\n    when home does a\n    when f(x)\n    then x\n"
    "    then home sees S\n    then home cannot see S\n    then only home sees S\n"
    "    then only S see S\n    then home may do a choosing 1\n"
    "    then home may not do a\n    then home may play c\n"
    "    then home may not play c choosing 2\n"
    "    then home may choose 2\n    then home may not decline\n"
    "    then S choose together\n    then S win": (
        "Example(Text('e'), [Given(x), Rolling([a, 3]), Picking([c, d]), Scripted(home, [a]), "
        "Scripted(away, True), WhenPlays(home, c, [2]), WhenDoes(home, a), "
        "WhenCalled(Apply(f, [x])), "
        "Then(x), ThenSees(home, S), ThenSees(home, S, True), ThenOnly(home, S), "
        "ThenOnly(S, S, True), ThenMay(home, a, [1]), "
        "ThenMay(home, a, True), ThenMayPlay(home, c), ThenMayPlay(home, c, [2], True), "
        "ThenMayChoose(home, [2]), ThenMayChoose(home, True, True), ThenTogether(S), ThenWins(S)])"
    ),
    "claim [A-1] designed: chance of x is 1 / 2": (
        "Claim(Marks([A-1], True), Is(ChanceOf(x), Divide(1, 2)))"
    ),
    'claim "c"\n    given x\n    then y': "Claim(Text('c'), [Given(x)], [Then(y)])",
    'omit [A-1, A-2] "why"': "Omit(Marks([A-1, A-2]), Text('why'))",
}

HEADER = {
    "language 1": "Language(1)",
    "players 2..5: home, away": "Players(Range(2, 5), [home, away])",
    "automatic seats 0..1": "AutomaticSeats(Range(0, 1))",
    "teams 2 of 2: red, blue": "Teams(2, 2, [red, blue])",
    "texts in en, fr": "TextsIn([en, fr])",
    "cards a, b": "CardFolders([a, b])",
    "uses clock": "Uses([clock])",
    "rules GRAN 1..134, open questions 1..67, gaps 1..9, worked examples 1..40": (
        "NumberedRules(GRAN, Range(1, 134), [Series('open questions', Range(1, 67)), "
        "Series('gaps', Range(1, 9)), Series('worked examples', Range(1, 40))])"
    ),
    "starts with game": "StartsWith(game)",
    "payoff gain": "Payoff(gain)",
    "at most 200 decisions, then (players with highest x) win": (
        "DecisionCap(200, Paren(With(players, [Extreme('highest', x)])))"
    ),
    "reactions at most 8 deep": "ReactionDepth(8)",
    "procedures at most 400 deep": "ProcedureDepth(400)",
    "firings at most 5000": "Firings(5000)",
}

STATEMENTS = {
    "let x: 0..9 or none = none": "Let(x, OptionalType(RangeType(0, 9)), Nothing())",
    "set x(p) to y": "Set(Apply(x, [p]), y)",
    "add 1 to x": "Add(1, x)",
    "subtract 1 from x": "Subtract(1, x)",
    "move each c in S where x to y on top": "Move(EachWhere(c, S, x), y, 'on top')",
    "choose 2..3 of a as x, at most 2 for each f(it)": (
        "TakeWithin(Choice(x, a, Quantity('between', 2, 3)), [CountedLimit(2, Apply(f, [it]))])"
    ),
    "pick 3 of a as x, at most 2 where it is b, by chance": (
        "TakeWithin(Choice(x, a, Quantity('exactly', 3)), [CountedLimit(2, Is(it, b))], True)"
    ),
    "move a from b to c at bottom": "MoveListed(a, b, c, 'at bottom')",
    "move a(any) to the left": "MoveAround(Apply(a, [AnyPlace()]), 'left')",
    "let x = a, surely": "Let(x, a, True)",
    "take turns p among S until all pass\n        stop": ("TakeTurns(p, S, Block([Stop()]), True)"),
    "swap a with b": "Swap(a, b)",
    "note a": "Note(a)",
    "shuffle a": "Shuffle(a)",
    "roll d as f seen by p": "Roll(d, f, p)",
    "roll 2 d as f": "Roll(2, d, f)",
    "roll n d to x(p)": "Roll(n, d, Apply(x, [p]))",
    "reveal S where x to p": "Reveal(Where(S, x), p)",
    "choose up to 3 of S as c": "Choose(Choice(c, S, Quantity('up to', 3)))",
    "p chooses 2..5 of S as c": "Choose(p, Choice(c, S, Quantity('between', 2, 5)))",
    "players choose n of S as c": "Choose(players, Choice(c, S, Quantity('exactly', n)))",
    "take away x(p)": "TakeAway(Apply(x, [p]))",
    "p must do a": "Do(p, 'must', [a])",
    "p must do one of a, b, if impossible f(x)": (
        "Do(p, 'must', True, [a, b], Call(Apply(f, [x])))"
    ),
    "p must do a as often as possible": "Do(p, 'must', [a], True)",
    "p must do one of a, b as often as possible, if once only by lowest d, if impossible nothing": (
        "Do(p, 'must', True, [a, b], DoNothing(), True, Extreme('lowest', d))"
    ),
    "p must do a, if impossible nothing": "Do(p, 'must', [a], DoNothing())",
    "p may do a": "Do(p, 'may', [a])",
    "p may do a as often as allowed": "Do(p, 'may', [a], True)",
    "p may do one of a, b as often as allowed": "Do(p, 'may', True, [a, b], True)",
    "p may do one of these as often as allowed\n        a\n        b  # so": (
        "Do(p, 'may', True, True, [OfferedAction(a), OfferedAction(b)])"
    ),
    "p must do one of these, if impossible nothing\n        a": (
        "Do(p, 'must', True, DoNothing(), [OfferedAction(a)])"
    ),
    "pick 2 of S as x by lowest y, then choice of p": (
        "Pick(Choice(x, S, Quantity('exactly', 2)), [Extreme('lowest', y), ByChoice(p)])"
    ),
    "rank S by highest x, then order as t": "Rank(S, t, [Extreme('highest', x), ByOrder()])",
    "open w(this q) as u": "Open(Apply(w, [ThisProcedure(q)]), u)",
    "perform c as k by p": "Perform(c, k, p)",
    "perform c by p": "Perform(c, p)",
    "answer x": "Answer(x)",
    "end q if under way": "End(q, True)",
    "cancel x": "Cancel(x)",
    "eliminate p": "Eliminate(p)",
    "nobody wins": "Wins(nobody)",
    "f(x, y: 3)": "Call(Apply(f, [x, NamedArgument(y, 3)]))",
    "if a: stop [A-1]": "If(Marks([A-1]), [Branch(a, Block([Stop()], True), Marks([A-1]))])",
    "if a\n        stop\n    else if b: stop\n    else: nothing": (
        "If([Branch(a, Block([Stop()])), Branch(b, Block([Stop()], True))], "
        "Block([DoNothing()], True))"
    ),
    "depending on x\n        a, b: stop\n        else\n            stop": (
        "Depending(x, [Case([a, b], Block([Stop()], True))], Block([Stop()]))"
    ),
    "for each x in S where y\n        stop": "ForEach(x, Where(S, y), Block([Stop()]))",
    "for each x in S where y: stop [A-1]": (
        "ForEach(Marks([A-1]), x, Where(S, y), Block([Stop()], True))"
    ),
    "p chooses one of\n        a\n            pays 1 from x, y\n        b: stop": (
        "Menu(p, [MenuItem(a, Block(), Pays([Cost(1, x), Cost(y)])), "
        "MenuItem(b, Block([Stop()], True))])"
    ),
    "at once\n        move a to b": "AtOnce(Block([Move(a, b)]))",
    "repeat\n        stop": "Repeat(Block([Stop()]))",
    "repeat 3 times: stop": "Repeat(Bound('times', 3), Block([Stop()], True))",
    "repeat until x, at most 9 times: stop": "Repeat(Bound('until', x), 9, Block([Stop()], True))",
    "repeat at least once until x: stop": "Repeat(Bound('until', x), Block([Stop()], True), True)",
    "repeat at least once while x, at most 9 times: stop": (
        "Repeat(Bound('while', x), 9, Block([Stop()], True), True)"
    ),
    "repeat at most 9 times: stop": "Repeat(9, Block([Stop()], True))",
    "repeat, safety limit 9: stop": "Repeat(9, Block([Stop()], True), True)",
    "repeat until x, safety limit 9: stop": (
        "Repeat(Bound('until', x), 9, Block([Stop()], True), True)"
    ),
    "repeat at least once while x, safety limit 9: stop": (
        "Repeat(Bound('while', x), 9, Block([Stop()], True), True, True)"
    ),
    "take turns p among S until x: stop": "TakeTurns(p, S, x, Block([Stop()], True))",
    "repeat 3 times\n        stop": "Repeat(Bound('times', 3), Block([Stop()]))",
    "repeat until x, at most 9 times\n        stop": (
        "Repeat(Bound('until', x), 9, Block([Stop()]))"
    ),
    "repeat at most 9 times\n        stop": "Repeat(9, Block([Stop()]))",
    "take turns p among S starting with q until x\n        stop": (
        "TakeTurns(p, S, q, x, Block([Stop()]))"
    ),
    "together\n        stop": "Together(Block([Stop()]))",
    "together for each p in S\n        stop": "Together(p, S, Block([Stop()]))",
    "p may choose x from S\n        stop\n    else\n        stop": (
        "MayChoose(p, Choice(x, S), Block([Stop()]), Block([Stop()]))"
    ),
    'p may agree "text"\n        stop\n    else\n        stop': (
        "MayAgree(p, Text('text'), Block([Stop()]), Block([Stop()]))"
    ),
    'choose one of\n        a "text" if x: stop\n        b\n            stop': (
        "Menu([MenuItem(a, Text('text'), x, Block([Stop()], True)), MenuItem(b, Block([Stop()]))])"
    ),
    "until q(p) ends\n        after q\n            stop": (
        "Lasting('ends', q, Pattern([p]), [Hook('after', q, Block([Stop()]))])"
    ),
    "while x\n        modify v: -1": "Lasting('while', x, [Modify(v, [Change('-', 1)])])",
}

EXPRESSIONS = {
    "there is x in S where y": "ThereIs(x, S, y)",
    "a and there is no x in S": "And(a, ThereIs(x, S, True))",
    "for every x in S: y": "Every(x, S, y)",
    "a when b otherwise c": "WhenOtherwise(a, b, c)",
    "a or b and not c": "Or(a, And(b, Not(c)))",
    "a is not in b": "IsIn(a, b, True)",
    "a is empty": "IsEmpty(a)",
    "1..n": "Range(1, n)",
    "a - b - c * -d": "Binary('-', Binary('-', a, b), Binary('*', c, Negate(d)))",
    "a except b": "Binary('except', a, b)",
    "a / b rounded down": "Divide(a, b, 'down')",
    "number of f(x)": "NumberOf(Apply(f, [x]))",
    "highest of x over y in S": "Fold('highest', x, y, S)",
    "sum of S": "Fold('sum', S)",
    "set of x over y in S": "ImageOf(x, y, S)",
    "(S with highest x, then lowest y)": (
        "Paren(With(S, [Extreme('highest', x), Extreme('lowest', y)]))"
    ),
    "(S ranked by highest x, then chance)": (
        "Paren(Ranked(S, [Extreme('highest', x), ByChance()]))"
    ),
    "f(S where it)": "Apply(f, [Where(S, it)])",
    "(S as far as x)": "Paren(AsFarAs(S, x))",
    "(S up to and with the first where x)": "Paren(UpToAndWith(S, x))",
    "f(each x in S up to and with the first where y)": "Apply(f, [UpToAndWith(x, S, y)])",
    "f(each x in S as far as y)": "Apply(f, [AsFarAs(x, S, y)])",
    "not a > 3 after f(b)": "Not(WhatWouldBe(Compare('>', a, 3), Apply(f, [b])))",
    "a after f": "WhatWouldBe(a, f)",
    "(S spread by f(it))": "Paren(SpreadBy(S, Apply(f, [it])))",
    "f(each x in S spread by y)": "Apply(f, [SpreadBy(x, S, y)])",
    "f(this, any, none, yes)": "Apply(f, [This(), AnyPlace(), Nothing(), Truth(True)])",
    "{}": "Braces()",
    "f(x) as usual": "AsUsual(Apply(f, [x]))",
}

TYPES = {
    "fight under way": "UnderWayType(fight)",
    "play of spell under way": "UnderWayType(play, spell)",
    "zone of card": "ZoneType(card)",
    "set of card up to 4": "SetType(NamedType(card), 4)",
    "list of 0..5 up to 2": "ListType(RangeType(0, 5), 2)",
    "set of yes or no": "SetType(TruthType())",
}


def output(text: str) -> list[str]:
    tree, diagnostics = parse(Source("construct.rules", text))

    assert [each.message for each in diagnostics] == []
    assert [misfit for each in tree.declarations for misfit in misfits(each)] == []
    return [brief(each) for each in tree.declarations]


@pytest.mark.parametrize("text", DECLARATIONS)
def test_a_declaration(text: str) -> None:
    assert output(text) == [DECLARATIONS[text]]


@pytest.mark.parametrize("text", HEADER)
def test_a_line_of_the_header(text: str) -> None:
    assert output(f'rulebook r "R"\n    {text}\n') == [f"Header(r, Text('R'), [{HEADER[text]}])"]


@pytest.mark.parametrize("text", STATEMENTS)
def test_a_statement(text: str) -> None:
    assert output(f"procedure q\n    {text}\n") == [
        f"Procedure('procedure', q, Body([{STATEMENTS[text]}]))"
    ]


@pytest.mark.parametrize("text", EXPRESSIONS)
def test_an_expression(text: str) -> None:
    assert output(f"value v = {text}") == [f"Value(v, {EXPRESSIONS[text]})"]


@pytest.mark.parametrize("text", TYPES)
def test_a_type(text: str) -> None:
    assert output(f"state s: {text}") == [f"State(s, {TYPES[text]})"]


def test_missing_marks_are_placed_where_they_would_be() -> None:
    text = "procedure q   # about q\n    if a: stop\n"
    tree, _ = parse(Source("marks.rules", text))
    (procedure,) = tree.declarations
    assert isinstance(procedure, declarations.Procedure)
    (branching,) = procedure.body.statements
    assert isinstance(branching, statements.If)

    assert (procedure.marks.span.start, procedure.marks.span.end) == (11, 11)
    assert branching.marks is branching.branches[0].marks
    assert branching.marks.span.start == text.index("stop") + 4


def test_lines_above_a_mistake_at_the_margin_are_read() -> None:
    tree, diagnostics = parse(Source("two.rules", "words A: b, c\n@ what\nwords D: e, f\n"))

    assert [brief(each) for each in tree.declarations] == [
        "Words(A, [b, c])",
        "Junk()",
        "Words(D, [e, f])",
    ]
    assert [each.slug for each in diagnostics] == ["unknown-sign"]


def test_one_mistake_does_not_hide_the_next() -> None:
    text = (TESTS / "language" / "prototype" / "pig.rules").read_text(encoding="utf-8")
    whole, _ = parse(Source("pig.rules", text))
    broken, diagnostics = parse(
        Source("pig.rules", text.replace("roll", "rol").replace(" wins", " wns"))
    )

    assert len(broken.declarations) == len(whole.declarations)
    assert len(diagnostics) == sum(isinstance(each, Junk) for each in broken.declarations) >= 1
