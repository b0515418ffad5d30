"""Reports about lines without a candidate, as data; without a row, the form of the line's kind."""

from __future__ import annotations

from attrs import frozen

HERE = "‸"  # in a pattern: where the line cannot be read on


@frozen
class General:
    r"""
    The message for a line that a pattern matches, with `‸` where it cannot be read on.

    `(?P<at>…)` is what the message is about, else the word or sign behind `‸`; without a message it
    is what was expected. `heads` are first words of declarations, of which one is needed,
    `expected` is what must be expected, `above` the first word of the head above.
    """

    pattern: str
    help: str
    slug: str = "unexpected"
    message: str = ""
    heads: str = ""
    expected: str = ""
    above: str = ""


NO_STATEMENT = "`let x = …` makes a name, `set x to …` changes a state"
PIECES = "include standard pieces in the header, with a line `uses clock`"
WORDS = {
    **dict.fromkeys(("import", "include", "require"), PIECES),
    **dict.fromkeys(("int", "integer", "bool", "boolean", "string", "float", "auto"), NO_STATEMENT),
    **dict.fromkeys(("var", "variable", "const", "constant"), NO_STATEMENT),
    "contains": "the card comes first: `c is in hand(p)`; for all cards: `hand(p) is {a, b}`",
    "lambda": "use a value for something computed: `value price(c: card) = 3`",
    "return": "to leave, write `stop`; to answer, `answer …`; cards are moved: `move c to hand(p)`",
    "goto": "one part calls another by its name: `draw(p)`",
    "print": "rules can't print; the phases show where the match is",
    "rem": "a comment begins with `#`",
}
"""Words of other languages for which this one has no single word."""
METHODS = {
    **dict.fromkeys(("append", "push", "add", "insert"), "cards are moved: `move c to hand(p)`"),
    **dict.fromkeys(("pop", "draw", "shift"), "cards are moved: `move top(pile) to hand(p)`"),
    **dict.fromkeys(("remove", "discard"), "cards are moved: `move c to discards`"),
    **dict.fromkeys(("length", "size", "count"), "for the number of members write `number of S`"),
    **dict.fromkeys(
        ("randint", "random", "choice", "sample"),
        "chance is a die, `roll d6 as face`, or a line `pick x from S by chance`",
    ),
    "shuffle": "a zone is shuffled by `shuffle pile`",
    **dict.fromkeys(("floor", "ceil", "round"), "write a rounding: `a / b rounded down`"),
    **dict.fromkeys(("foreach", "map"), "a loop is `for each p in players`"),
    "filter": "filter a set with `where`: `(hand(p) where cost(it) > 3)`",
    **dict.fromkeys(("name", "title", "id"), "test a card by its id: `title(c) is fox`"),
}
"""Methods that other languages write after a dot, and this language writes otherwise."""
OF_CARD = (
    "a card's effect goes below `play`, indented; after an event, it goes below a hook such as"
    " `after draw(p)`, in a block `while in ZONE`"
)
ON_CARD = (
    'below a card are its fields, `cost: 3`, its text, `text "…"`, and its effect below `play` or'
    " `while in ZONE`"
)
SHOWN = (
    'put text that is only shown in quotes: `text "…"`; put its effect below `play` or'
    " `while in ZONE`"
)
CASES = "write the value on the same line, or `when C: 3` cases below, then `otherwise: 0`"
RANGE = "give the range of the numbers: `0..99`"
ASKED = "a condition is `S is empty`, `x is in S`, `number of S is 3` or `coins(p) >= 3`"
MARK = "a comment begins with `#`; other lines begin with a word such as `card` or `zone`"
FOREIGN = "this looks like another language: lines begin with a word such as `card` or `zone`"
IN_BRACKETS = r"put it in brackets: `\1 of (\2 of …) over x in S`"
ROWS: tuple[General, ...] = (
    General(r"^‸\{|^‸\(|^‸\[", FOREIGN),
    General(r"^‸[^\w\s{(\[]|^‸\d", MARK),
    General(r"‸?;", "write one statement per line; lists have commas", "semicolon",
            "a semicolon has no meaning"),
    General(r"(?P<at>:‸?=)", NO_STATEMENT, "colon-equals", "`:=` has no meaning"),
    General(r"(?P<at>\+‸?[+=])", "as in `add 1 to score(p)`", "compound-assignment",
            "`{at}` has no meaning"),
    General(r"there is \w+ ‸where\b", "say of which set: `there is x in S where …`"),
    General(r"(?P<at>-‸?[-=])", "as in `subtract 1 from score(p)`", "compound-assignment",
            "`{at}` has no meaning"),
    General(r"(?P<at>[*/]‸?=)", "as in `set score(p) to …`", "compound-assignment",
            "`{at}` has no meaning"),
    General(r"‸=", NO_STATEMENT, "equals-sign", "`=` changes nothing by itself",
            expected="chooses"),
    General(r"(?:<|>|<=|>=|\bis) [^<>]*‸(?:[<>]=?|is\b)",
            "join them with `and`, or write `x is in 1..5`", "chained-comparison",
            "`{at}` follows another comparison", expected="and"),
    General(r"chance of.* (?P<at>\d+‸\.\d+)", "a chance is a fraction of whole numbers: `1 / 6`",
            "decimal-number", "`{at}` is not a whole number"),
    General(r"(?P<at>(?<!\w)\d+‸(?:\.\d+|,\d+(?=\s+(?:to|from|for|as|rounded)\b)))",
            "count in whole numbers, and divide with `rounded up` or `rounded down`",
            "decimal-number", "`{at}` is not a whole number"),
    General(r"(?P<at>\w+(?:\([^()]*\))?‸\.[^\W\d]\w*)",
            "properties are written with brackets, such as `score(p)` or `cost(c)`",
            "dotted-name", "a dot joins two names"),
    General(r"\bchance ‸?\d+ ?%", "chance is a die: `die d10: 1..10`, then `roll d10 as n`, and"
            " `if n <= 3` is 30 %"),
    General(r"(\d+) ?‸%", r"a part is a fraction with a rounding: `n * \1 / 100 rounded down`;"
            " chance is a die", "unknown-sign", "`%` isn't a sign of the language"),
    General(r"\?", "a condition is `if C: …` and `else: …`, or in a value `2 when C otherwise 0`",
            "unknown-sign", "`?` isn't a sign of the language"),
    General(r"‸\s*$", "give the result if no case above holds", "missing-otherwise",
            "`otherwise` is missing", heads="value", expected="otherwise"),
    General(r"\bfor ‸(\d+)", r"to repeat: `repeat \1 times`; for each of several: `for each p in"
            " players`", "for-without-each", "after `for` comes `each`"),
    General(r"‸[{}]\s*$", "remove it: the lines of a block are indented by four more spaces than"
            " its head", "braces-for-block", "`{at}` doesn't contain a block"),
    General(r"\[.*\bfor \w+ in\b",
            "filter a set with `where`, `(players where C)`; `number of S` counts it"),
    # the header
    General(r'^\s+‸"', "a line of the header has no quotes: `players 2..4`, `starts with game`",
            heads="rulebook"),
    General(r"^\s+‸(?:version|author|date)\b",
            "the header can't contain this: write it after a `#`", heads="rulebook"),
    General(r"^\s+‸(?:title|name)\b",
            'the title goes in the first line: `rulebook my_game "My game"`', heads="rulebook"),
    General(r"^\s+‸(?:min|max) .*player", "the minimum and the maximum are `players 2..4`",
            heads="rulebook"),
    General(r"^\s+‸?\w", "a line of the header begins with `players`, `starts with`, `cards`,"
            " `uses`, …", heads="rulebook", expected="language"),
    # declarations
    General(r"^words [^\"]*‸$", "its words follow on the same line, or below after a comma:"
            " `words Suit: clubs, hearts`", heads="words"),
    General(r"^card .*‸,", "a card has one kind; its fields go below, each on its own line:"
            " `cost: 3`"),
    General(r"^(?:state|zone|dice) (?:secret|hidden|private|public) ‸", "its visibility comes last:"
            " `state worth(player): 1..10, seen by owner`"),
    General(r"^deck .*‸: .*\b(?:cards|ordered|seen|at most)\b",
            "a deck makes cards; put them in a zone: `zone pile: cards, seen by nobody`"),
    General(r"^table (\w+) ‸(?:from|in|file|at)\b", "put the rows below, or in a file next to the"
            r" rulebook named after the kind, `\1.csv`: then remove this line"),
    General(r"^(?:state|\s+has) .*: (?!.*\bnone\b)[a-z]\w*(?:,| or) .*‸",
            "declare a list of words as a type: `words"
            " Mood: calm, angry`, and then `state mood: Mood = calm`"),
    General(r"^state .*list of \w+ ‸=", "add the maximum: `list of player up to 4`"),
    General(r"\b(?:set|list) of (?:set|list) of\b", "there are no sets of sets: use a separate"
            " state for each, `state seen_of(player): set of card`"),
    General(r"\.\.\s*\w+\s+‸up to", "a range already has an end; `up to 4` limits the"
            " entries of a list"),
    General(r"(?::|\banswers) number ?‸", RANGE),
    General(r"\breset each ?‸", "name the phase or procedure that resets it: `reset each turn`"),
    General(r"^\s+has \w+: .*‸,", "a field is a range, `2..14`, or a word of a list: `words Rank:"
            " jack, queen, king`"),
    General(r"^\s+(?!play\b|while\b|has \w+ ‸|.*[(\[{]|.*\.\.|.*\bchoosing\b)"
            r"(?:‸?[\w'’]+[ ,]+‸?){2,}", SHOWN, above="card kind", expected=":"),
    General(r"^\s+(?:‸?(?:when|effects?|on|ability|if|does|played)\b|\w+‸\()", OF_CARD,
            above="card kind", expected=":"),
    General(r"^\s+play .*?‸?only", "`only if …` goes on its own line below this one, indented"),
    General(r"^\s+‸?choosing\b", "it belongs to the line above: `action lay by p choosing c from"
            " hand(p)`"),
    General(r"^\s+while in ‸", "`while in ZONE` goes next to `play`, not in it: move it, and the"
            " lines below it, further out", heads="card kind"),
    General(r"^\s+‸?(?:if|when|case)\b", "below `depending on` a line begins with its cases: `6:"
            " stop`; all others are `else`", above="depending"),
    General(r"^\s+", "a bot contains preferences: `prefer lay(c) where C`",
            expected="prefer otherwise"),
    General(r"^\s+‸", CASES, heads="value", expected="otherwise"),
    General(r"^\s+‸", CASES, heads="value", expected="answer depending let"),
    General(r"\bwhen\b.*‸", "add the other case: `2 when C otherwise 0`",
            expected="otherwise"),
    General(r"^\s*modify .*: ‸", "add the change: `+1`, `becomes 3`, `at least 0`, `at most"
            " 9`, `include {x}`"),
    General(r"whenever .*\b(?:is|are|was|gets) \w+(?:ed|yn|wn)\b",
            "use a hook for an event: `after draw(p)`, `before play(beast)`"),
    General(r"‸in any case", "`in any case` ends the body of a procedure, an action or a play, as"
            " its last lines"),
    # statements
    General(r"^\s+(\w+) ‸(?:or|and) (\w+) (?:must|may|choose|wins?)", r"one player is asked or"
            r" wins: first decide which, or write `for each p in {\1, \2}` for both"),
    General(r"^\s+(\w+) ‸does (\w+)\(([^()]*)\)$", r"an answer is `\1 chooses \2, \3`; an action"
            r" without a question before it is `when \1 does \2 choosing \3`", heads="example"),
    General(r"^\s+when (\w+) does (\w+)‸\(([^()]*)\)", r"write `when \1 does \2 choosing \3`",
            heads="example"),
    General(r"^\s+(\w+)\(([^()]*)\)‸$", r"a player answers: `p1 chooses \1, \2`; a procedure is"
            r" called by `when \1(\2)`", heads="example"),
    General(r"\buntil (?:all|everybody|nobody) ‸(?!pass)", ASKED),
    General(r"^\s+(?:announces?|declares?|says?) ‸", "players see states and cards: `set news to"
            " …`, or `reveal c`", expected="chooses"),
    General(r"\b(?:must|may) ‸pay\b", "a cost is a line of an action, `pays 2 from coins(p)`; the"
            " action is offered: `p may do build`"),
    General(r"^\s+move (?:the )?\w+ ‸of \w+ to\b", "a player's things are asked for in brackets:"
            " `move first(pieces(p)) to s`, `move hand(p) to discards`"),
    General(r"‸,? ?else\b", "`else` goes on its own line: `else: stop`"),
    General(r"^\s+(pays|limit)\b.*‸|^\s+‸(?:pays|limit)\b", "costs and limits come first"
            " in an action or play: move it up", expected="chooses"),
    General(r"^\s+only ‸if", "`only if` comes first in an action, procedure or play: move it up; a"
            " branch has its condition in its own line: `stay if score(p) > 3`"),
    General(r"^\s+let (\w+) = ‸?pick ‸?\w+ from\b", r"`pick` makes the name itself: `pick \1 from S"
            r" by highest worth(\1), then order`"),
    General(r"^\s+(rolling|picking|given) ‸", r"`\1` is only for examples; here use"
            " `roll d6 as face`, or `pick c from hand(p) by chance`",
            heads="procedure phase action card kind before after instead"),
    General(r"^\s+(?:if|repeat|whenever|only) .*\broll ‸", "roll dice on an earlier line, and"
            " name the result: `roll d6 as n`, then `if n is 6`"),
    General(r"^\s+‸?cost\b", "write a cost like this: `pays 1 from coins(p)`"),
    General(r"(?:^\s+|: )(?:call|do|run|execute|invoke) ‸?(\w+)$", "remove the first word: a"
            " procedure is called by its name, `draw(p)`"),
    General(r" ‸(zone|state|value|card|words|kind|die) \w", r"one line, one thing: begin a new line"
            r" with `\1`", expected="EOL"),
    General(r"(?P<at>:) ‸?(?:for ‸?each|if|repeat|take ‸?turns)\b|^whenever .*‸:", "remove it,"
            " and write the rest below, indented: it has its own block", "colon-before-block",
            "there is a colon before a block"),
    General(r"^\s+until .*‸", "write `repeat` before `until`: that is a loop; `until turn ends`"
            " holds effects"),
    General(r"\bplayer ‸(\d+)", r"name a player by seat: `p\1`, or by the header's name for it"),
    General(r"^\s+move .*\brandom\b", "first pick it: `pick c from hand(p) by chance`"),
    General(r"\S.*\b(next|previous|top|bottom|first|opponent|owner|holder|title|rank)"
            r" ‸((?!of\b|is\b|to\b|in\b|from\b)[^\W\d]\w*)",
            "what it is asked of goes in brackets: `next(p)`, `top(pile)`, `title(c)`"),
    General(r"^\s+\w+(?:\([^()]*\))? ‸(?:is|becomes)\b", "use `set` to change something: `set"
            " score(p) to 3`", expected="chooses"),
    General(r"^\s+while .*‸,", "a loop begins with `repeat while`, or `take turns p among players"
            " until`; what is done stands below it, indented"),
    General(r"^\s+repeat for ‸?each", "leave `repeat` out: `for each p in players`"),
    General(r"^\s+(?:given|then) .*‸(?:has|have)\b", "a player's things are states or zones: `then"
            " score(p1) is 8`, `hand(p1) is empty`"),
    General(r"(?:the )?roll is|^\s+if \w+ ‸?rolls? ", "name the roll: `roll d6 as face`, then `if"
            " face is 6`"),
    General(r"‸has (?:been )?\w+(?:ed|done|gone|out)\b", "store past events in a state:"
            " `set passed(p) to yes`, then `if passed(p)`"),
    General(r"^(?=\s+(?:if|else|only|repeat|take|when)\b).*‸(?:has|have|contains|holds)\b", ASKED),
    General(r"\bchoos\w+ at ‸(?:least|most)", "give both numbers, `2..5 of S as cs`, or only the"
            " most, `up to 5 of S as cs`"),
    General(r"\b(?:choos\w+|pick) .*‸", "a number unless it is one, then a name: `chooses c from"
            " S`, `chooses up to 2 of S as cs`, `pick c from S by chance`", expected="from"),
    General(r"^\s+‸\"", 'its name comes before the shown text: `stay "stay in the game"`',
            expected="NAME"),
    General(r"\b(number|chance) of (sum|highest|lowest|set) ‸of", r"put it in brackets: `\1 of"
            r" (\2 of … over x in S)`"),
    General(r"\b(sum|highest|lowest|set) of (number|sum|highest|lowest|set) ‸of",
            IN_BRACKETS),
    General(r"\b(sum|highest|lowest|set) of .* ‸over\b", r"put all of it in brackets: `\1 of (…)"
            " over …`"),
    General(r"\b(sum|highest|lowest|set) of\b.* over .+,[ ‸]*\w+ in", "one `over` iterates over one"
            r" set; for two write `\1 of (\1 of … over x in S) over …`"),
    General(r"‸(as far as|spread by|where)\b.*", r"put all of it in brackets: `(… \1 …)`",
            heads="value"),
    General(r"^[^‸]*= .*?\b(sum|highest|lowest|set) ?‸?(?:of|\()", r"for several write `\1 of"
            r" price(c) over c in hand(p)`"),
    General(r"^\s+set .*\w ‸of\b", "properties are written with brackets, such as `score(p)` or"
            " `cost(c)`", expected="EOL"),
    General(r"\bwhere (?:\w+ ‸(?!follow|match)[a-z]|[a-z] \w+ ‸)", ASKED),
)  # fmt: skip
"""The first that fits is reported."""
DECLARED = {
    "state": "a state: `set {name} to …` changes it, `if {name} is …` tests it",
    "zone": "a zone: `move c to {name}`, `if {name} is empty`, `number of {name}`",
    "dice": "dice on the table: `roll {name}`, `sum of {name}`",
    "value": "a value, which other lines read, as in `if {name} is …`",
    "die": "a die: `roll {name} as face`",
    "action": "an action, which a player does: `p may do {name}`, `p must do {name}`",
}
"""The lines that use what is declared."""
BEGINS = (
    "a line begins with a word such as `move`, `add`, `set`, `if` or `for each`, with a player, or"
    " calls a procedure"
)
OF_PLAYER = (
    "after a player comes `chooses`, `may do`, `must do` or `wins`; count or move a player's"
    " things: `add 1 to score(p)`"
)
