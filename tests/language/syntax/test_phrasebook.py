"""The table of rewrites works: each row rewrites its own example."""

from __future__ import annotations

from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.diagnostics.candidate import can_be_read, line_with
from ruleslang.language.syntax.diagnostics.phrasebook.rewrites import rewrites
from ruleslang.language.syntax.diagnostics.phrasebook.row import Place, Row
from ruleslang.language.syntax.diagnostics.phrasebook.rows import POSSESSIVES, ROWS
from ruleslang.language.syntax.diagnostics.phrasebook.shape_rows import OF_TITLES, SHAPES, SIGNS
from ruleslang.language.syntax.parse import parse
from ruleslang.language.syntax.parse_failure import Failure, examine, reads
from ruleslang.source.fix import edited
from ruleslang.source.span import Source

ABOVE: dict[Place, str] = {
    "margin": "",
    "header": 'rulebook game "Game"\n    ',
    "statement": "procedure draw(p: player)\n    ",
    "card": 'card fox "Fox": beast\n    ',
    "play": 'card fox "Fox": beast\n    play\n        ',
    "example": 'example "a draw"\n    given score(p1) is 1\n    ',
    "player": 'player keen "Keen"\n    ',
    "branch": "procedure draw(p: player)\n    if score(p) > 3: stop\n    ",
    "case": "value grade(b: Box): 0..9\n    depending on b\n        ",
    "value": "value grade(n: 0..9)\n    ",
    "effect": 'card fox "Fox": beast\n    while in front(you)\n        ',
    "chosen": "procedure draw(p: player)\n    p may choose c from hand(p)\n        ",
    "option": 'option bonus "Is there one?"\n    ',
    "listed": "procedure draw(p: player)\n    p must do one of these\n        ",
    "menu": "procedure draw(p: player)\n    p chooses one of\n        ",
    "window": "window reply(p: player)\n    ",
}


def failure_of(row: Row) -> Failure:
    text = ABOVE[row.place] + row.example
    failure = examine(Chunk(Source("row.rules", text), 0, len(text)))
    assert failure is not None, f"{row.example!r} can be read as it is"
    return failure


def rewritten(row: Row, by: tuple[Row, ...]) -> str | None:
    """What the first row of a table makes of an example's line."""
    failure = failure_of(row)
    found = (each for each in rewrites(failure, by) if can_be_read(failure, each))
    candidate = next(found, None)
    return candidate and plain(line_with(failure, candidate))


def plain(lines: str) -> str:
    """Lines without their margins."""
    return "\n".join(line.strip() for line in lines.strip().split("\n"))


TOLD = (*POSSESSIVES, *SIGNS, *ROWS, *SHAPES)  # each of them first
ALL = (*TOLD, *OF_TITLES)


def test_each_example_is_rewritten_by_its_own_row() -> None:
    wrong = [
        (row.example, rewritten(row, (row,)))
        for row in ALL
        if rewritten(row, (row,)) != plain(row.result)
    ]

    assert wrong == []


def test_no_earlier_row_takes_the_example_of_a_later_one() -> None:
    shadowed = [row.example for number, row in enumerate(TOLD) if rewritten(row, TOLD[:number])]

    assert shadowed == []


def test_what_comes_out_can_be_read() -> None:
    unread = [row.result for row in ALL if not reads(ABOVE[row.place] + row.result)]

    assert unread == []


def test_a_reader_of_the_whole_text_is_marked_as_such() -> None:
    """No mistake that is asked earlier takes the example away."""
    others = [
        (row.example, message[0].slug)
        for row in ALL
        if (message := parse(Source("row.rules", f"{ABOVE[row.place]}{row.example}\n"))[1])
        if message[0].slug != row.slug
    ]

    assert others == []


def test_the_fix_of_a_message_writes_the_line_that_it_proposes() -> None:
    unlike = []
    for row in TOLD:
        text = f"{ABOVE[row.place]}{row.example}\n"
        (mistake, *_) = parse(Source("row.rules", text))[1]
        assert mistake.fix is not None, row.example
        made = edited([mistake.fix])[0]["row.rules"]
        if made.split() != f"{ABOVE[row.place]}{row.result}".split():
            unlike.append((row.example, made))

    assert unlike == []
