"""What is said of a line that no candidate mends, as data; without a row, the form of its kind."""

from __future__ import annotations

from attrs import frozen

HERE = "‸"  # in a pattern: where the line cannot be read on


@frozen
class General:
    r"""
    What is said of a line that a pattern matches, with `‸` where it cannot be read on.

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
MOVED = "cards are moved: `move c to discards`; or call a procedure of yours"
TAKEN = (
    "cards are moved, `move c to discards`; what a state holds is set, `set x to none`;"
    " a player is out by `eliminate p`"
)
PIECES = "standard pieces are taken in the header, with a line `uses clock`"
WHO_DECIDES = "who decides stands first: `p chooses c from hand(p)`, `p may do draw`"
WORDS = {
    "skip": "`nothing` does nothing; turns to skip are a state: `state skips(player): 0..9 = 0`",
    "draw": "cards are moved: `move top(pile) to hand(p)`; or call a procedure of yours",
    "deal": "cards are moved: `move top(pile, 5) to hand(p)`; or call a procedure of yours",
    **dict.fromkeys(("discard", "put"), MOVED),
    **dict.fromkeys(("remove", "clear", "empty", "delete"), TAKEN),
    **dict.fromkeys(("ask", "input", "wait"), WHO_DECIDES),
    **dict.fromkeys(("import", "include", "require"), PIECES),
    **dict.fromkeys(("int", "integer", "bool", "boolean", "string", "float", "auto"), NO_STATEMENT),
    **dict.fromkeys(("var", "variable", "const", "constant"), NO_STATEMENT),
    "contains": "what lies there stands first: `c is in hand(p)`; all of it: `hand(p) is {a, b}`",
    "lambda": "what is worked out for something is a value: `value price(c: card) = 3`",
    "return": "to leave, write `stop`; to answer, `answer …`; cards are moved: `move c to hand(p)`",
    "goto": "one part calls another by its name: `draw(p)`",
    "print": "nothing is printed: people see where the match is by its phases",
    "rem": "a remark begins with `#`",
}
"""Words of other languages for which this one has no single word."""
METHODS = {
    **dict.fromkeys(("append", "push", "add", "insert"), "cards are moved: `move c to hand(p)`"),
    **dict.fromkeys(("pop", "draw", "shift"), "cards are moved: `move top(pile) to hand(p)`"),
    **dict.fromkeys(("remove", "discard"), "cards are moved: `move c to discards`"),
    **dict.fromkeys(("length", "size", "count"), "how many there are is `number of S`"),
    **dict.fromkeys(
        ("randint", "random", "choice", "sample"),
        "chance is a die, `roll d6 as face`, or a line `pick x from S by chance`",
    ),
    "shuffle": "write `shuffle pile`",
    **dict.fromkeys(("floor", "ceil", "round"), "a division says how: `a / b rounded down`"),
    **dict.fromkeys(("foreach", "map"), "write `for each p in players`"),
    "filter": "a set is narrowed by `where`: `(hand(p) where cost(it) > 3)`",
    **dict.fromkeys(("name", "title", "id"), "a card is told by its id: `title(c) is fox`"),
}
"""What is done in other languages by a dot behind a thing, and here is not asked of it."""
OF_CARD = "what a card does when it is played stands below `play`, further in"
SHOWN = (
    'to be shown only, it stands in quotes: `text "…"`; what it does, below `play` or'
    " `while in ZONE`"
)
CASES = "below a value stand its cases: `when C: 3`, and at the end `otherwise: 0`"
RANGE = "say from where to where the numbers go: `0..99`"
ASKED = "write `S is empty`, `x is in S`, or `number of S is 3`"
MARK = "a line for people only begins with `#`; all others begin with a word, as `card` or `zone`"
FOREIGN = "this looks like another language: here a line begins with a word, as `card` or `zone`"
IN_BRACKETS = r"put it in brackets: `\1 of (\2 of …) over x in S`"
ROWS: tuple[General, ...] = (
    General(r"^‸\{|^‸\(|^‸\[", FOREIGN),
    General(r"^‸[^\w\s{(\[]|^‸\d", MARK),
    General(r"‸?;", "write one statement a line; lists have commas", "semicolon",
            "a semicolon has no meaning"),
    General(r"(?P<at>:‸?=)", NO_STATEMENT, "colon-equals", "`:=` has no meaning"),
    General(r"(?P<at>\+‸?[+=])", "write `add … to …`", "compound-assignment",
            "`{at}` has no meaning"),
    General(r"(?P<at>-‸?[-=])", "write `subtract … from …`", "compound-assignment",
            "`{at}` has no meaning"),
    General(r"(?P<at>[*/]‸?=)", "write `set … to …`", "compound-assignment",
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
            "what belongs to something is written with brackets, as `score(p)` or `cost(c)`",
            "dotted-name", "a dot stands between two names"),
    General(r"\?", "a condition is `if C: …` and `else: …`; of a value, `2 when C otherwise 0`",
            "unknown-sign", "`?` is no sign of the language"),
    General(r"‸\s*$", "say what holds when nothing above does", "missing-otherwise",
            "`otherwise` is missing", heads="value", expected="otherwise"),
    General(r"^\s+‸?each\b", "write `for each p in players`", "for-without-each",
            "`each` begins no line"),
    General(r"\bfor ‸(\d+)", r"so many times: `repeat \1 times`; each of several: `for each p in"
            " players`", "for-without-each", "after `for` comes `each`"),
    General(r"‸[{}]\s*$", "leave it out: the lines of a block stand four spaces further in than its"
            " head", "braces-for-block", "`{at}` holds no block"),
    General(r"\[.*\bfor \w+ in\b",
            "a set is narrowed by `where`, `(players where C)`; `number of S` counts it"),
    # the header
    General(r'^\s+‸"', "a line of the header has no quotes: `players 2..4`, `starts with game`",
            heads="rulebook"),
    General(r"^\s+‸(?:version|author|date)\b",
            "the header has no place for it: write it behind a `#`", heads="rulebook"),
    General(r"^\s+‸(?:title|name)\b",
            'the title stands in the first line: `rulebook my_game "My game"`', heads="rulebook"),
    General(r"^\s+‸(?:min|max) .*player", "write `players 2..4`: the least and the most",
            heads="rulebook"),
    General(r"^\s+‸?\w", "a line of the header begins with `players`, `starts with`, `cards`,"
            " `uses`, …", heads="rulebook", expected="language"),
    # declarations
    General(r"^words [^\"]*‸$", "its words follow on its line, or below behind a comma:"
            " `words Suit: clubs, hearts`", heads="words"),
    General(r"^card .*‸,", "a card is of one kind; its fields stand below, each on its line:"
            " `cost: 3`"),
    General(r"^deck .*‸: .*\b(?:cards|ordered|seen|at most)\b",
            "a deck makes cards; they lie in a zone: `zone pile: cards, seen by nobody`"),
    General(r"^table (\w+) ‸(?:from|in|file|at)\b", "rows stand below, or in a file beside the"
            r" rulebook that is called after the kind, `\1.csv`: then leave this line out"),
    General(r"^(?:state|\s+has) .*: (?!.*\bnone\b)[a-z]\w*(?:,| or) .*‸",
            "words are a type by their list: `words"
            " Mood: calm, angry`, and then `state mood: Mood = calm`"),
    General(r"^state .*list of \w+ ‸=", "say how many at most: `list of player up to 4`"),
    General(r"\b(?:set|list) of (?:set|list) of\b", "there are no sets of sets: give each set a"
            " place of its own, `state seen_of(player): set of card`"),
    General(r"\.\.\s*\w+\s+‸up to", "a range already says how far it goes; `up to 4` counts the"
            " entries of a list"),
    General(r"(?::|\banswers) number ?‸", RANGE),
    General(r"\breset each ?‸", "say with which phase or procedure it begins anew: `reset each"
            " turn`"),
    General(r"^\s+has \w+: .*‸,", "a field is a range, `2..14`, or a word of a list: `words Rank:"
            " jack, queen, king`"),
    General(r"^\s+(?!play\b|while\b|.*[(\[{]|.*\.\.|.*\bchoosing\b)(?:‸?[\w'’]+[ ,]+‸?){2,}", SHOWN,
            heads="card kind", expected=":"),
    General(r"^\s+‸?(?:when|effects?|on|ability|if|does|played)\b", OF_CARD, heads="card kind",
            expected=":"),
    General(r"^\s+\w+‸\(", OF_CARD, heads="card kind", expected=":"),
    General(r"^\s+play .*?‸?only", "`only if …` stands in a line of its own below this one, further"
            " in"),
    General(r"^\s+‸?choosing\b", "it goes on in the line above: `action lay by p choosing c from"
            " hand(p)`"),
    General(r"^\s+while in ‸", "`while in ZONE` stands beside `play`, not in it: move it, and what"
            " is below it, further out", heads="card kind"),
    General(r"^\s+‸?(?:if|when|case)\b", "below `depending on` a line begins with its cases: `6:"
            " stop`; all others are `else`", above="depending"),
    General(r"^\s+", "below a player stands what he prefers: `prefer lay(c) where C`",
            expected="prefer otherwise"),
    General(r"^\s+‸", CASES, heads="value", expected="otherwise"),
    General(r"^\s+‸", CASES, heads="value", expected="answer depending let"),
    General(r"\bwhen\b.*‸", "say what it is when that is not so: `2 when C otherwise 0`",
            expected="otherwise"),
    General(r"^\s*modify .*: ‸", "say what is done to it: `+1`, `becomes 3`, `at least 0`, `at most"
            " 9`, `include {x}`"),
    General(r"whenever .*\b(?:is|are|was|gets) \w+(?:ed|yn|wn)\b",
            "when something happens is a hook: `after draw(p)`, `before play(beast)`"),
    General(r"‸in any case", "`in any case` ends the body of a procedure, an action or a play, as"
            " its last lines"),
    # statements
    General(r"‸,? ?else\b", "`else` stands on a line of its own: `else: stop`"),
    General(r"^\s+(pays|limit)\b.*‸|^\s+‸(?:pays|limit)\b", "what is paid, or limited, stands first"
            " in its action or play, before anything is done: move it up", expected="chooses"),
    General(r"^\s+only ‸if", "`only if` stands first in its block, before anything is done: move it"
            " up"),
    General(r"^\s+(rolling|picking|given) ‸", r"`\1` stands in an example only; here chance is"
            " `roll d6 as face`, or `pick c from hand(p) by chance`",
            heads="procedure phase action card kind before after instead"),
    General(r"^\s+(?:if|repeat|whenever|only) .*\broll ‸", "dice are rolled in a line before, and"
            " have a name: `roll d6 as n`, then `if n is 6`"),
    General(r"(?:the )?roll is", "a roll has a name of its own: `roll d6 as face`, then `if face is"
            " 6`"),
    General(r"\b(?:game|match)\b.*\b(?:over|ends?)\b|\bend ‸?(?:the )?‸?(?:game|match)|\bwinner\b"
            r"|\bhas ‸?won\b", "a match ends with `p wins`, `players win` or `nobody wins`"),
    General(r"^\s+‸?cost\b", "what something costs is said so: `pays 1 from coins(p)`"),
    General(r"(?:^\s+|: )(?:call|do|run|execute|invoke) ‸?(\w+)$", r"leave the first word out: what"
            r" happens is called by its name, `\1`"),
    General(r" ‸(zone|state|value|card|words|kind|die) \w", r"one line, one thing: begin a new line"
            r" with `\1`", expected="EOL"),
    General(r"(?P<at>:) ‸?(?:for ‸?each|if|repeat|take ‸?turns)\b", "leave it out, and write what"
            " follows below, further in: it has a block of its own", "colon-before-block",
            "a colon stands before a block"),
    General(r"^\s+until .*‸", "write `repeat` before `until`: that is a loop; `until turn ends`"
            " holds effects"),
    General(r"\bplayer ‸(\d+)", r"a player is called by his seat: `p\1`, or by the header's name"
            " for it"),
    General(r"\b(next|previous|top|bottom|first|opponent|owner|holder|title|rank)"
            r" ‸((?!of\b|is\b|to\b|in\b|from\b)[^\W\d]\w*)",
            r"what it is about stands in brackets: `\1(\2)`"),
    General(r"^\s+\w+(?:\([^()]*\))? ‸(?:is|becomes)\b", "what becomes something else is set: `set"
            " score(p) to 3`", expected="chooses"),
    General(r"‸(?:loses?|lost)\b", "who loses is not said, but who wins: `opponent(p) wins`;"
            " `eliminate p` puts p out"),
    General(r"‸has (?:been )?\w+(?:ed|done|gone|out)\b", "what has happened is kept in a state:"
            " `set passed(p) to yes`, then `if passed(p)`"),
    General(r"^\s+(?:given|then) .*‸(?:has|have)\b", "what a player has is a state or a zone: `then"
            " score(p1) is 8`, `hand(p1) is empty`"),
    General(r"^(?=\s+(?:if|else|only|repeat|take|when)\b).*‸(?:has|have|contains|holds)\b", ASKED),
    General(r"\b(?:choos\w+|pick) .*‸", "how many, if not one, then one name: `chooses c from S`,"
            " `chooses up to 2 of S as cs`, `pick c from S by chance`", expected="from"),
    General(r"\bchoos\w+ at ‸(?:least|most)", "from how many to how many: `3..5 of S as cs`; no"
            " more than that: `up to 5 of S as cs`"),
    General(r"^\s+‸\"", 'its name stands before what is shown: `stay "stay in the game"`',
            expected="NAME"),
    General(r"\b(number|chance) of (sum|highest|lowest|set) ‸of", r"put it in brackets: `\1 of"
            r" (\2 of … over x in S)`"),
    General(r"\b(sum|highest|lowest|set) of (number|sum|highest|lowest|set) ‸of",
            IN_BRACKETS),
    General(r"\b(sum|highest|lowest|set) of .* ‸over\b", r"put all of it in brackets: `\1 of (…)"
            " over …`"),
    General(r"\b(sum|highest|lowest|set) of\b.* over .+,[ ‸]*\w+ in", "one `over` runs through one"
            r" set; of two write `\1 of (\1 of … over x in S) over …`"),
    General(r"‸(as far as|spread by|where)\b.*", r"put all of it in brackets: `(… \1 …)`",
            heads="value"),
    General(r"= .*?\b(sum|highest|lowest|set) ?‸?(?:of|\()", r"of several it is written as `\1 of"
            r" price(c) over c in hand(p)`"),
)  # fmt: skip
"""The first that fits is said."""
DECLARED = {
    "state": "a state: `set {name} to …` changes it, `if {name} is …` asks for it",
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
    "a line about a player goes on with `chooses`, `may do`, `must do` or `wins`; what a player has"
    " is counted or moved: `add 1 to score(p)`"
)
