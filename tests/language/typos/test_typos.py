"""
One mistake each in a whole rulebook, `market.rules`, and its only message.

They are mistakes of somebody who had read the tutorial and a page of the reference. Each was once
answered misleadingly, or with follow-up mistakes; its rule now holds for others, too.
"""

from __future__ import annotations

from pathlib import Path

from attrs import frozen

from ruleslang.library.load import load_text
from tests.support.every import every

MARKET = (Path(__file__).parent / "market.rules").read_text(encoding="utf-8")


@frozen
class Slip:
    """What is replaced in the rulebook, and the slug and the help of the only diagnostic then."""

    right: str
    wrong: str
    slug: str
    help: str | None


SLIPS = (
    Slip(
        "die d6: 1..6",
        "die d6: 6 faces",
        "unexpected",
        "such a line is written as `die d6: 1..6`, or by its faces: `die weather: fair x3, storm`",
    ),
    Slip(
        "die sky: fair x3, plus_one",
        "die sky: 3 fair, plus_one",
        "unexpected",
        "such a line is written as `die d6: 1..6`, or by its faces: `die weather: fair x3, storm`",
    ),
    Slip(
        "die sky: fair x3, plus_one, minus_one, storm",
        "die sky: fair*3, +1, -1, storm",
        "copies-notation",
        "write `x3`",
    ),
    Slip(
        "dice cup(player): up to 2 d6",
        "dice cup(player): max 2 d6",
        "unexpected",
        "such a line is written as `dice cup(player): 5 d6, seen by owner`,"
        " or `dice cup: up to 5 d6`",
    ),
    Slip("die d6: 1..6", "die d6: 1-6, 6", "range-sign", "write `1..6`"),
    Slip(
        "has rank: 1..13",
        "has rank: 1..13 or ace",
        "unexpected",
        "such a line is written as `has cost: 0..9 = 1`, with the words of a list `has suit: Suit`,"
        " with a number for each word `has shape(Zone): 0..9`",
    ),
    Slip("has rank: 1..13", "rank: 1..13", "field-in-kind", "write `has rank: 1..13`"),
    Slip(
        "| worth(middle_row) |",
        "| worth(midle_row) |",
        "unreadable-cell",
        "did you mean `middle_row`?",
    ),
    Slip(
        "| for_good |",
        "| forever  |",
        "unreadable-cell",
        "its words are: never, until_next_turn, for_good",
    ),
    Slip(
        "words Row: front_row, middle_row, back_row",
        "words Row: [front_row, middle_row, back_row]",
        "other-wording",
        "write `front_row, middle_row, back_row`",
    ),
    Slip("from 1..2", "from 1 to 2", "range-sign", "write `1..2`"),
    Slip(
        "move this to stall(you)",
        "move card to stall(you)",
        "misplaced-name",
        "this card is `this`; for all cards write `cards`",
    ),
    Slip(
        "seen by (who_sees(p))",
        "seen by who_sees(p)",
        "other-wording",
        "write `seen by (who_sees(p))`",
    ),
    Slip(
        "modify price(any, r) where r is front_row: at most 6",
        "modify price(any, r): at most 6 where r is front_row",
        "unexpected",
        "write `modify price(any, r) where r is front_row: at most 6`",
    ),
    Slip("    roll sky as face", "    roll a sky as face", "article-written", "leave it out"),
    Slip(
        "pick beginner from players by chance",
        "pick random beginner from players",
        "other-wording",
        "write `pick beginner from players by chance`",
    ),
    Slip("has worth(Row): 0..9", "worth(Row): 0..9", "unexpected", "write `has worth(Row): 0..9`"),
    Slip(
        'p chooses one of "what now"',
        'p chooses "what now"',
        "text-as-value",
        "a menu begins with `chooses one of`",
    ),
    Slip(
        "sell_one: sell(p, this turn)",
        "sell_one sell(p, this turn)",
        "unexpected",
        "write `sell_one: sell(p, this turn)`",
    ),
    Slip("answers sky", "returns sky", "other-wording", "write `check weather answers sky`"),
    Slip(
        "until pile is empty",
        "until pile over",
        "unexpected",
        "such a line is written as `take turns p among players`",
    ),
    Slip(
        "then number of hand(east) is 2",
        "then number of hand(east): is 2",
        "unexpected",
        "write `then number of hand(east) is 2`",
    ),
    Slip(
        "    let wind = weather",
        "    wind = weather",
        "equals-sign",
        "`let x = …` makes a name, `set x to …` changes a state",
    ),
    Slip(
        "let wind = weather\n    move",
        "let wind = weather\n    wind = weather\n    move",
        "equals-sign",
        "write `set wind to weather`",
    ),
    Slip(
        "kind ware\n",
        "kind ware of\n",
        "unexpected",
        "such a line is written as `kind beast: creature`",
    ),
    Slip(
        "| 4      | 9    | 4  ",
        "| 4      | 9    | −4 ",
        "unreadable-cell",
        # with the `-` of the keyboard it is still below the column's range
        "`ruleslang explain unreadable-cell` shows how it is written",
    ),
    Slip(
        "procedure sell(p: player, now",
        "procedure sell(player p, now",
        "other-wording",
        "write `(p: player`",
    ),
    Slip(
        "modify price(any, r) where r is front_row: at most 6",
        "modify price(any, r) by 2 where r is front_row",
        "other-wording",
        "write `modify price(any, r) where r is front_row: +2`",
    ),
    Slip(
        "if wind is minus_one: subtract",
        "if wind is minus_one then subtract",
        "then-after-if",
        "write `:`",
    ),
    Slip(
        "(players with highest coins(it)) win",
        "(players with highest coins(it) win",
        "unclosed-bracket",
        "put `)` after `coins(it)`",
    ),
    Slip(
        "if wind is minus_one:",
        "if {p} is empty:",
        "constant-comparison",
        "drop the test, or test a zone or a state, as in `hand(p) is empty`",
    ),
    Slip(
        "zone stall(player): ware",
        "zone stall(p): ware",
        "unknown-type",
        "write a type, such as `player`, perhaps after a name: `p: player`",
    ),
    Slip(
        "add price(p(now), back_row) to coins(p)",
        "p gains price(p, back_row) coins",
        "unexpected",
        "numbers are counted in states, as in `add 2 to coins(p)` and `subtract 2 from coins(q)`",
    ),
    Slip(
        "subtract 1 from coins(p)",
        "winner = p",
        "equals-sign",
        "`let x = …` makes a name, `set x to …` changes a state",
    ),
    Slip("state last: ware or none", "state last: ware?", "other-wording", "write `ware or none`"),
    Slip(
        "state last: ware or none",
        "state done: no",
        "other-wording",
        "write `state done: yes or no = no`",
    ),
    Slip(
        'rest "rest": nothing',
        'rest "rest" when coins(p) > 3: nothing',
        "other-wording",
        'write `rest "rest" if coins(p) > 3`',
    ),
    Slip(
        "move this to stall(you)",
        "stall(you) gets this",
        "unexpected",
        "`stall` is a zone: `move c to stall(you)`, `if stall(you) is empty`, `number of "
        "stall(you)`",
    ),
    Slip(
        "(players with highest coins(it)) win",
        "if pile is empty: east wins\n    else draw",
        "unexpected",
        "a match ends with `p wins`, `(players with highest score(it)) win` or `nobody wins`;"
        " `eliminate p` puts p out",
    ),
    Slip(
        "zone stall(player): ware",
        "deck boxes: ware, ordered, seen by all\nzone stall(player): ware",
        "unexpected",
        "a deck makes cards; put them in a zone: `zone pile: cards, seen by nobody`",
    ),
    Slip(
        "= 1\nwhile gusty",
        "= 1 when p wins otherwise 2\nwhile gusty",
        "unexpected",
        "add the other case: `2 when C otherwise 0`",
    ),
    Slip(
        "if wind is minus_one: subtract 1 from coins(p)",
        "if wind is minus_one: call sell",
        "unexpected",
        "remove the first word: a procedure is called by its name, `draw(p)`",
    ),
    Slip(
        "if wind is minus_one:",
        "if p's coins is at least 3:",
        "other-wording",
        "write `coins(p) >=`",
    ),
    Slip(
        "given hand(east) is {apples, silver} and cup(east) is {6, 6}",
        "given east has apples in hand",
        "unexpected",
        "a player's things are states or zones: `then score(p1) is 8`, `hand(p1) is empty`",
    ),
    Slip(
        "subtract 1 from coins(p)",
        "subtract coins(p) 1",
        "unexpected",
        "such a line is written as `subtract 1 from score(p)`",
    ),
    Slip(
        "add length to coins(you)",
        "add coins(you) length",
        "unexpected",
        "such a line is written as `add 1 to score(p)`",
    ),
    Slip(
        "move cards to pile",
        "move all cards that are ware to pile",
        "unexpected",
        "such a line is written as `move top(pile) to hand(p)`",
    ),
    Slip(
        "zone stall(player): ware, seen by all",
        "zone stall(player): 3 ware, seen by all",
        "other-wording",
        "write `zone stall(player): ware, at most 3`",
    ),
    Slip(
        "state last: ware or none, reset each turn",
        "state last: ware or none, empty at start of turn",
        "unexpected",
        "such a line is written as `state tries: 0..9 = 0, reset each turn`",
    ),
    Slip(
        "check weather answers sky",
        "check weather: sky",
        "other-wording",
        "write `check weather answers sky`",
    ),
    Slip(
        "= 1\nwhile gusty",
        "= number of wares in hand(p)\nwhile gusty",
        "other-wording",
        "write `number of hand(p)`",
    ),
    Slip(
        "prefer length by highest length",
        "length when rank(length) is high",
        "unexpected",
        "a bot contains preferences: `prefer lay(c) where C`",
    ),
    Slip(
        "set of player = {p}",
        "set of player = {p when p is alive otherwise west}",
        "unknown-name",
        "players still in the game are `players`: `p is in players`, `p is not in players`",
    ),
    Slip(
        "    p may do lay\n",
        "    if last: move last to hand(p)\n",
        "wrong-type",
        "write `last is not none`",
    ),
    Slip(
        "    p may do lay\n",
        "    if wind is storm: draw\n",
        "unknown-procedure",
        "a match without a winner ends with `nobody wins`; cards are drawn with `move top(pile) to"
        " hand(p)`",
    ),
    Slip(
        "    perform c",
        "    only when coins(p) is less than 3\n    perform c",
        "unexpected",
        "`only if score(p) >= 3` says when something is allowed; numbers are counted in states, as"
        " in `add 2 to coins(p)` and `subtract 2 from coins(q)`",
    ),
    Slip(
        "take turns p among players starting with beginner until pile is empty\n",
        "until pile is empty\n",
        "unexpected",
        "write `repeat` before `until`: that is a loop; `until turn ends` holds effects",
    ),
    Slip(
        "move cards to pile\n",
        "move pile and stall(any) to pile\n",
        "wrong-type",
        "write something of that type, or change the declaration",
    ),
    Slip(
        "    play choosing length",
        '    text "Lay it down,"\n        "and sell."\n    play choosing length',
        "line-goes-on",
        'write `text "Lay it down, and sell."`',
    ),
    Slip(
        "    play choosing length",
        '    text "Lay it down,"\n    "and sell."\n    play choosing length',
        "line-goes-on",
        'write `text "Lay it down, and sell."`',
    ),
    Slip(
        "add length to coins(you)",
        "look at top(pile, length)",
        "unexpected",
        "cards are shown with `reveal hand(you)`, and to one player with `reveal hand(q) to you`",
    ),
    Slip(
        "    if wind is minus_one: subtract 1 from coins(p)\n",
        "    depending on wind\n        when storm: stop\n        else: nothing\n",
        "unexpected",
        "below `depending on` a line begins with its cases: `6: stop`; all others are `else`",
    ),
    Slip(
        "    if wind is minus_one: subtract 1 from coins(p)\n",
        "    depending on coins(p)\n        if coins(p) is 3: stop\n        else: nothing\n",
        "unexpected",
        "below `depending on` a line begins with its cases: `6: stop`; all others are `else`",
    ),
    Slip(
        "    if wind is minus_one: subtract 1 from coins(p)\n",
        "    depending on coins(p)\n        if coins(p) > 3: stop\n        else: nothing\n",
        "unexpected",
        "below `depending on` a line begins with its cases: `6: stop`; all others are `else`",
    ),
    Slip(
        "prefer length by highest length",
        "prefer lay over sell_one",
        "other-wording",
        "write `prefer lay`, then `prefer sell_one`",
    ),
    Slip(
        "while gusty is no\n    modify price(any, r) where r is front_row: at most 6",
        "whenever sell(any, any)\n    shuffle pile",
        "answers-nothing",
        "use a hook for an event: `after sell(any, any)`",
    ),
    Slip(
        "while gusty is no\n    modify price(any, r) where r is front_row: at most 6",
        "whenever lay(silver)\n    shuffle pile",
        "answers-nothing",
        "use a hook for an event: `after lay(silver)`",
    ),
    Slip(
        "    roll sky as face\n    answer face",
        "    roll sky as face\n    roll 2 d6 as pips\n    let n: 0..12 = pips\n    answer face",
        "wrong-type",
        "their sum is `sum of pips`; their number is `number of pips`",
    ),
    Slip(
        "add price(p(now), back_row) to coins(p)",
        "add cup(p) to coins(p)",
        "wrong-type",
        "their sum is `sum of cup(p)`; their number is `number of cup(p)`",
    ),
    Slip(
        "(players with highest coins(it)) win",
        "highest of coins(q) over q in players wins",
        "other-wording",
        "write `(players with highest coins(it)) win`",
    ),
    Slip(
        "    play choosing length",
        "    play in lay choosing length",
        "unknown-window",
        "for something automatic, use a hook, `after lay`; to ask for reactions, declare a `window`"
        " and `open` it there",
    ),
    Slip(
        "    perform c", "    limit 1 per match\n    perform c", "unknown-procedure", "write `game`"
    ),
    Slip("reset each turn", "reset each match", "unknown-reset", "write `game`"),
    Slip(
        "    | apples |",
        "    |--------|--------|--------|------|------------------|-------------------|"
        "-----------------|----------|\n    | apples |",
        "bad-id",
        "remove it: the first row names the columns, all others are cards",
    ),
    Slip(
        "        add length to coins(you)",
        "        add length to coins(players)",
        "wrong-type",
        "change one at a time: `for each c in players`, below it `add length to coins(c)`",
    ),
    Slip(
        "state last: ware or none, reset each turn",
        "state last: ware, reset each turn",
        "reset-without-start",
        "let it start empty: `state …: ware or none, reset …`",
    ),
    Slip("| copies |", "| number |", "unknown-column", "write `copies`"),
    Slip(
        "    p may do lay",
        "    p loses",
        "unexpected",
        "a match ends with `p wins`, `(players with highest score(it)) win` or `nobody wins`;"
        " `eliminate p` puts p out",
    ),
    Slip(
        "words Stay: never, until_next_turn, for_good",
        'words Stay: "never", "until_next_turn", "for_good"',
        "other-wording",
        "write `never, until_next_turn, for_good`",
    ),
    Slip("playable(c, p)", "playable(c)", "missing-argument", "fill the gap in `playable(c, …)`"),
    Slip("    no *", "    no (default)", "other-wording", "write `no *`"),
    Slip(
        "    repeat 2 times\n",
        "    for 2 rounds\n",
        "for-without-each",
        "to repeat: `repeat 2 times`; for each of several: `for each p in players`",
    ),
    Slip(
        "    prefer length by highest length",
        "    prefer sum length",
        "unexpected",
        "such a line is written as `prefer c by highest cost(c)`",
    ),
    Slip(
        '    p chooses one of "what now"',
        '    p chooses one "what now"',
        "unexpected",
        'write `p chooses one of "what now"`',
    ),
    Slip(
        "until pile is empty\n        turn(p)",
        "until pile is empty\n        turn",
        "missing-argument",
        "write it in brackets: `turn(p)`",
    ),
    Slip(
        "add length to coins(you)",
        "add length to price(you, front_row)",
        "cannot-set",
        "a value is computed: declare it with `state` to set it; for a time, below"
        " `until … ends`: `modify price(you, front_row): +length`",
    ),
    Slip(
        "value price(p: player, r: Row): 0..9 = 1",
        "value wealth(q: player): 0..99 = coins(q)\nvalue price(p: player, r: Row): 0..9 = 1\n"
        "after turn(p)\n    add 1 to wealth(opponent(p))",
        "cannot-set",
        "a value is computed: change what it reads, `coins(opponent(p))`",
    ),
    Slip(
        "p may do lay",
        "p may do lay_it",
        "unknown-action",
        "declare it: `action lay_it by p`, below it `nothing`",
    ),
    Slip(
        "while gusty is no\n    modify price(any, r) where r is front_row: at most 6",
        "whenever last becomes none\n    shuffle pile",
        "other-wording",
        "write `last is none`",
    ),
    Slip(
        "while gusty is no\n    modify price(any, r) where r is front_row: at most 6",
        "state lots: 0..9 = 0\nwhenever lots run out\n    shuffle pile",
        "other-wording",
        "write `lots is 0`",
    ),
    Slip(
        "    has rank: 1..13\n    has stays: Stay = never",
        "    has rank: 1..13\n    stays: Stay",
        "field-in-kind",
        "write `has stays: Stay`",
    ),
    Slip(
        "add price(p(now), back_row) to coins(p)",
        "coins(p(now)) = 3",
        "equals-sign",
        "write `set coins(p(now)) to 3`",
    ),
    Slip(
        "action lay by p choosing c from hand(p) where playable(c, p)",
        "action lay by p choosing c from hand(p) where playable(c, p) if coins(p) > 3",
        "other-wording",
        "write `action lay by p choosing c from hand(p) where playable(c, p)`, below it"
        " `only if coins(p) > 3`",
    ),
    Slip(
        "    at most 500 decisions, then nobody wins",
        "    max 500 turns, then draw",
        "other-wording",
        "write `at most 500 decisions, then nobody wins`",
    ),
    Slip(
        "zone stall(player): ware, seen by all",
        "zone stall(player): ware, visible to owner",
        "other-wording",
        "write `, seen by owner`",
    ),
    Slip(
        "value price(p: player, r: Row): 0..9 = 1",
        "value price(p: player, r: Row): 0..9\n    r is front_row -> 1\n    otherwise: 2",
        "other-wording",
        "write `when r is front_row: 1`",
    ),
    Slip(
        "    perform c",
        "    perform c\n    lose 1 lots\n\nstate lots: 0..9 = 0",
        "card-sentence",
        "write `subtract 1 from lots`",
    ),
    Slip(
        "value price(p: player, r: Row): 0..9 = 1",
        "value price(p: player, r: Row): 0..9 = 1, decided by gusty and calm",
        "unexpected",  # no option is called `calm`: the line would still be wrong
        "such a line is written as `value price(c: card): 0..9 = 3`",
    ),
    Slip(
        "zone stall(player): ware, seen by all",
        "zone stall for each player: ware, seen by all",
        "unexpected",
        "such a line is written as `zone hand(player): cards, seen by owner`",
    ),
    Slip(
        "state last: ware or none, reset each turn",
        "state last: ware or none, reset at end of turn",
        "unexpected",
        "such a line is written as `state tries: 0..9 = 0, reset each turn`",
    ),
    Slip(
        "while gusty is no\n    modify price(any, r) where r is front_row: at most 6",
        "whenever a ware is played\n    shuffle pile",
        "unexpected",
        "use a hook for an event: `after draw(p)`, `before play(beast)`",
    ),
    Slip(
        "action lay by p choosing c from hand(p) where playable(c, p)",
        "action lay by p choosing c from hand(p) where c is a silver",
        "article-written",
        "remove it: `action lay by p choosing c from hand(p) where c is silver`",
    ),
    Slip(
        "    perform c",
        "    cost: 1 coin\n    perform c",
        "unexpected",
        "write a cost like this: `pays 1 from coins(p)`",
    ),
    Slip(
        "move top(pile, 3) to hand(p)",
        "move hand cards to pile",
        "unexpected",
        "such a line is written as `move top(pile) to hand(p)`",
    ),
)


def test_the_rulebook_is_correct_without_a_mistake() -> None:
    assert load_text(MARKET).diagnostics == ()


@every("slip", SLIPS, ids=lambda slip: slip.wrong)
def test_a_typo_has_one_message_that_suggests_a_correction(slip: Slip) -> None:
    assert MARKET.count(slip.right) == 1

    message = load_text(MARKET.replace(slip.right, slip.wrong)).diagnostics

    assert [(each.slug, each.help) for each in message] == [(slip.slug, slip.help)]
