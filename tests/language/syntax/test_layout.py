"""How lines and blocks are separated."""

from __future__ import annotations

import pytest

from ruleslang.language.syntax.parse import parse
from ruleslang.source.span import Source
from tests.support.shape import brief

STOP = "[Procedure('procedure', q, Body([Stop()]))]"
TWICE = "[Procedure('procedure', q, Body([Stop(), Stop()]))]"
IF_ELSE = "[Procedure('procedure', q, Body([If([Branch(a, Block([Stop()]))], Block([Stop()]))]))]"
ON_A_LINE_BELOW = (
    "[Procedure('procedure', q, Body([Choose(p, Choice(t, s, Quantity('exactly', 2), True, c)),"
    " Stop()]))]"
)

AND_OR = "[Procedure('procedure', q, Body([If([Branch(Or(And(a, b), c), Block([Stop()]))])]))]"

ACCEPTED = {
    "a comment nearer to the margin": ("procedure q\n    stop\n# low\n    stop\n", TWICE),
    "a comment further in": ("procedure q\n    stop\n        # deep\n    stop\n", TWICE),
    "a comment first": ("# hi\n\nprocedure q\n    stop\n", STOP),
    "blank lines first": ("\n\nprocedure q\n    stop\n", STOP),
    "blanks on a blank line": ("procedure q\n    stop\n  \n    stop\n", TWICE),
    "a comment after the head": ("procedure q   # c\n    stop\n", STOP),
    "no newline at the end": ("procedure q\n    stop", STOP),
    "a comment at the end without a newline": ("procedure q\n    stop\n    # the end", STOP),
    "a comment at the end, further in": ("procedure q\n    stop\n        # the end\n", STOP),
    "newlines of two letters": ("procedure q\r\n    stop\r\n", STOP),
    "indented by a tab": ("procedure q\n\tstop\n", STOP),
    "indented by one space": ("procedure q\n stop\n", STOP),
    "a byte order mark": ("\ufeffprocedure q\n    stop\n", STOP),
    "only a comment": ("# x\n", "[]"),
    "nothing": ("", "[]"),
    "only blanks": ("   \n\t\n", "[]"),
    "wrapped in parentheses": (
        "value v = f(1,\n      2,\n   3)\n",
        "[Value(v, Apply(f, [1, 2, 3]))]",
    ),
    "a condition on what is chosen, further in": (
        "procedure q\n    p chooses 2 of s as t in order\n        so  that c\n    stop\n",
        ON_A_LINE_BELOW,
    ),
    "a condition on what is chosen, behind comments": (
        "procedure q\n    p chooses 2 of s as t in order  # one\n\n  # two\n        so that c\n"
        "    stop\n",
        ON_A_LINE_BELOW,
    ),
    "before `and` and `or`, behind comments": (
        "procedure q\n    if a  # one\n            and b\n  # two\n      or c\n        stop\n",
        AND_OR,
    ),
    "before `or`, with newlines of two letters": (
        "value v: yes or no = a\r\n or b\r\n",
        "[Value(v, TruthType(), Or(a, b))]",
    ),
    "citations on a line of their own": (
        "procedure q\n        # why\n  [A-1,\n A-2] designed\n    stop  # c\n          [B-1]\n",
        "[Procedure(Marks([A-1, A-2], True), 'procedure', q, Body([Stop(Marks([B-1]))]))]",
    ),
    "wrapped citations": (
        "procedure q   [A-1,\n      A-2]\n    stop\n",
        "[Procedure(Marks([A-1, A-2]), 'procedure', q, Body([Stop()]))]",
    ),
    "else after a comment": (
        "procedure q\n    if a\n        stop\n    # c\n    else\n        stop\n",
        IF_ELSE,
    ),
    "else after a comment at the margin": (
        "procedure q\n    if a\n        stop\n# c\n    else\n        stop\n",
        IF_ELSE,
    ),
    "a comment between rows": (
        "table t\n    | a | b |\n    # mid\n    | 1 | 2 |   # x\n",
        "[Table(t, [Row([a, b]), Row([1, 2])])]",
    ),
    "rows with blanks after them": (
        "table t\n    | a | b |   \n    | 1 | 2 |\n",
        "[Table(t, [Row([a, b]), Row([1, 2])])]",
    ),
    "rows with newlines of two letters": (
        "table t\r\n    | a | b |\r\n    | 1 |  |\r\n",
        "[Table(t, [Row([a, b]), Row([1, ])])]",
    ),
    "a hash in a text": ('card c "No. #1": k\n', "[Card(c, Text('No. #1'), k)]"),
    "a hash in a quote in a row": ('table t\n    | 5" # six" |\n    | 5" | # six"\n', "[Junk()]"),
}
REFUSED = {
    "an uneven block": ("procedure q\n        stop\n    stop\n", "uneven-indentation"),
    "an open bracket": ("procedure q\n    f(1\n\nstate s: 0..1\n", "unclosed-bracket"),
    "a misspelt statement": ("procedure q\n    rol green as f\n", "misspelt-word"),
    "an unknown part": ("zone z: cards, hiden\n", "unexpected"),
    "copies apart": ('card c "C" x 4: k\n', "copies-notation"),
    "a space that is none": ("procedure q\n    stop\u00a0\n", "strange-space"),
    "a form feed": ("procedure q\n    stop\x0c\n", "control-character"),
    "half a newline": ("procedure q\r    stop\r", "control-character"),
    "a condition no further in": (
        "procedure q\n    p chooses 2 of s as t\n    so that c\n",
        "line-goes-on",
    ),
    "a condition on nothing": ("procedure q\n    stop\n        so that c\n", "unexpected"),
    "a condition after its block": (
        "procedure q\n    p may choose s from t\n        stop\n        so that c\n",
        "unexpected",
    ),
    "`and` no further in": ("procedure q\n    if a\n    and b\n        stop\n", "line-goes-on"),
    "a call of what joins": ("procedure q\n    or(1)\n", "unexpected"),
    "an `or` after its block": (
        "procedure q\n    if a\n        stop\n            or b\n",
        "unexpected",
    ),
    "citations no further in": ("procedure q\n    stop\n    [A-1]\n", "unexpected"),
    "a block too far in": ("procedure q\n    stop\n        stop\n", "unexpected-indent"),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_layout_is_read(name: str) -> None:
    text, expected = ACCEPTED[name]
    tree, diagnostics = parse(Source("layout.rules", text))

    assert brief(tree.declarations) == expected
    assert bool(diagnostics) == ("Junk" in expected)


@pytest.mark.parametrize("name", REFUSED)
def test_layout_is_refused(name: str) -> None:
    text, slug = REFUSED[name]
    _, diagnostics = parse(Source("layout.rules", text))

    assert [each.slug for each in diagnostics] == [slug]


def test_comments_of_any_depth_are_kept() -> None:
    text = (
        '# one\nprocedure q  # two\n      # three\n    stop\ncard c "# no": k  # four\n    # five'
    )
    tree, _ = parse(Source("comments.rules", text))

    assert [each.span.text for each in tree.comments] == [
        "# one",
        "# two",
        "# three",
        "# four",
        "# five",
    ]
    assert [each.alone for each in tree.comments] == [True, False, True, False, True]


def test_comments_in_what_cannot_be_read_are_kept() -> None:
    tree, diagnostics = parse(Source("comments.rules", "nonsense here  # one\n    # two\n"))

    assert [each.slug for each in diagnostics] == ["unknown-declaration"]
    assert [each.span.text for each in tree.comments] == ["# one", "# two"]
