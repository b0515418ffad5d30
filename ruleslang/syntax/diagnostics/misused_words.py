"""Words that are misspelt, taken from another language, or in a place that is not theirs."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.source.suggest import nearest
from ruleslang.syntax import keywords
from ruleslang.syntax.chunk import Chunk
from ruleslang.syntax.diagnostics.expected import describe
from ruleslang.syntax.diagnostics.left_margin import HOOK, WHENEVER, instead_at_the_margin
from ruleslang.syntax.diagnostics.phrasebook.card_sentences import sentence_at_the_margin
from ruleslang.syntax.diagnostics.phrasebook.declared_names import Vocabulary
from ruleslang.syntax.parse_failure import Failure, quoted
from ruleslang.syntax.spelling import WORD, meant, meant_declaration, meant_head

FOREIGN = {
    "function": "procedure",
    "func": "procedure",
    "def": "procedure",
    "proc": "procedure",
    "fn": "procedure",
    "sub": "procedure",
    "method": "procedure",
    "routine": "procedure",
    "class": "kind",
    "type": "kind",
    "enum": "words",
    "var": "state",
    "variable": "state",
    "const": "value",
    "constant": "value",
    "trigger": "after",
    "return": "answer",
    "returns": "answer",
    "give_back": "answer",
    "yield": "answer",
    "break": "stop",
    "exit": "stop",
    "pass": "nothing",
    "foreach": "for each",
    "loop": "repeat",
    "switch": "depending on",
    "increase": "add",
    "decrease": "subtract",
    "assign": "set",
    "unless": "if not",
    "throw": "roll",
    "equals": "is",
    "isnt": "is not",
    "contains": "is in",
    "when": "whenever",
    "upon": "after",
    "skip": "nothing",
    "continue": "nothing",
}
DIGITS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")
HEADS = {
    "game": 'the header begins with `rulebook`: `rulebook my_game "My game"`',
    **{
        word: f"the words of the language are English: `{known}`"
        for known, said in {
            "card": "karte carta carte cartas tarjeta kort kaart",
            "player": "spieler giocatore joueur jugador speler",
            "players": "giocatori joueurs jugadores",
            "die": "würfel dado dé dobbelsteen",
            "board": "brett spielbrett spielplan tabellone plateau tablero bord",
            "phase": "fase étape runde zug turno tour",
            "piece": "figur pedina pion pieza ficha",
            "zone": "zona ablage stapel mazzo pioche mazo",
            "state": "zustand stato état estado",
            "value": "wert valore valeur valor",
            "rulebook": "spiel gioco jeu juego spel regeln regole règles reglas",
            "deck": "talon paquet baraja",
            "words": "wörter parole mots palabras",
        }.items()
        for word in said.split()
    },
}
TYPES = frozenset({"int", "integer", "bool", "boolean", "string", "float", "auto"})
TAKEN = (
    "cards are moved, `move c to discards`; what a state holds is set, `set x to none`;"
    " a player is out by `eliminate p`"
)
INSTEAD = {
    "draw": "cards are moved: `move top(pile) to hand(p)`; or call a procedure of yours",
    "discard": "cards are moved: `move c to discards`; or call a procedure of yours",
    "put": "cards are moved: `move c to discards`",
    "deal": "cards are moved: `move top(pile, 5) to hand(p)`; or call a procedure of yours",
    "ask": "who decides stands first: `p chooses c from hand(p)`, `p may do draw`",
    "lambda": "what is worked out for something is a value: `value price(c: card) = 3`",
    "input": "who decides stands first: `p chooses n from 1..6`",
    "goto": "one part calls another by its name: `draw(p)`",
    "wait": "nobody is waited for: who decides stands first, `p may do draw`",
    "REM": "a remark begins with `#`",
    "remove": TAKEN,
    "delete": TAKEN,
    "print": "nothing is printed: people see where the match is by its phases",
    "import": "standard pieces are taken in the header, with a line `uses clock`",
    "include": "standard pieces are taken in the header, with a line `uses clock`",
    "require": "standard pieces are taken in the header, with a line `uses clock`",
}
BEFORE = re.compile(r"\b(lambda|input)(?=[ \t]*\Z)")
ELSE_IF = ("elif", "elsif", "elseif")
EFFECTS = frozenset({"before", "after", "instead", "modify", "whenever"})


def unknown_declaration(chunk: Chunk) -> Diagnostic | None:
    """
    A line at the left margin begins with a word that begins no declaration.

    What belongs to a declaration is indented below its head.
    """
    found = WORD.match(chunk.text)
    if not found or found.group() in keywords.DECLARATIONS:
        return None
    word = found.group()
    foreign = FOREIGN.get(word.lower())
    known = foreign if foreign in keywords.DECLARATIONS else meant_declaration(chunk.text)
    if not known and word in keywords.KEYWORDS:
        return None  # a line of a declaration, and no misspelt head
    near = nearest(word, keywords.DECLARATIONS)
    plain = "a declaration begins with a word such as `zone` or `procedure`"
    line = chunk.text.split("\n", 1)[0].rstrip()
    return error(
        "unknown-declaration",
        chunk.span(*found.span()),
        f"no declaration begins with {quoted(word)}",
        help=sentence_at_the_margin(chunk.source, line)
        or INSTEAD.get(word)
        or HEADS.get(word.lower())
        or _hook_meant(chunk, line)
        or (f"did you mean `{known}`?" if known else instead_at_the_margin(line))
        or (f"did you mean `{near}`?" if near else plain),
    )


def _hook_meant(chunk: Chunk, line: str) -> str | None:
    """`when draw(p)`: what happens with a deed of the rulebook is no condition."""
    found = re.match(r"(?i:when|whenever|if|on)\s+(\w+)\s*(\([^()]*\))?\s*:?$", line)
    known = Vocabulary.of(chunk.source, "p")
    if not found or not known.declares(found[1]):
        return None
    return f"write `after {found[1]}{found[2] or ''}`, and its lines below it"


def outside_declaration(chunk: Chunk) -> Diagnostic | None:
    """
    A line that belongs inside a declaration stands at the left margin.

    Statements belong to a procedure, an action or the play of a card, indented below its head.
    """
    found = WORD.match(chunk.text)
    if (
        not found
        or found.group() in keywords.DECLARATIONS
        or found.group() not in keywords.KEYWORDS
    ):
        return None
    return error(
        "outside-declaration",
        chunk.span(*found.span()),
        f"`{found.group()}` begins no declaration",
        help=sentence_at_the_margin(chunk.source, chunk.text.split("\n", 1)[0].rstrip())
        or _said_of_all(chunk.text.split("\n", 1)[0])
        or (HOOK if found.group() in ("on", "every") else None)
        or (WHENEVER if found.group() == "if" else None)
        or ("delete it: no line closes a block" if found.group() == "end" else None)
        or "indent the line below the head it belongs to",
    )


def _said_of_all(line: str) -> str | None:
    """`each player has coins: 0..9 = 3`, which is a state."""
    found = re.match(
        r"(?:each|every|all) players? (?:has|have|starts? with) (?:an? |\d+ )?(\w+)(.*)", line
    )
    if not found:
        return None
    type = found[2] if re.match(r": *\S", found[2]) else ": 0..99 = 0"
    return f"what each player has is a state: `state {found[1]}(player){type.rstrip()}`"


def elif_written(failure: Failure) -> Diagnostic | None:
    """`elif`, which the language writes `else if`."""
    first = failure.first
    if not first or first.group().lower() not in ELSE_IF:
        return None
    return error(
        "elif-written",
        failure.span(*first.span()),
        f"`{first.group()}` stands where `else if` is expected",
        help="write `else if`",
    )


def then_after_if(failure: Failure) -> Diagnostic | None:
    """
    `then` after the condition of an `if`.

    The block stands below the condition, or one statement after a colon: `if c: stop`.
    """
    if failure.met != "then" or not re.match(r"\s*(else\s+)?if\b", failure.before):
        return None
    return error(
        "then-after-if",
        failure.here(),
        "`then` does not follow a condition",
        help="leave it out, or write a colon before one statement",
    )


def while_for_repeat(failure: Failure) -> Diagnostic | None:
    """
    `while` for a loop.

    `while c` alone holds effects that are in force while something is so; a loop is
    `repeat while c`.
    """
    if not failure.expected or not failure.expected <= EFFECTS | {"_DEDENT"}:
        return None
    head = _head_above(failure)
    if not head or head.group() != "while":
        return None
    if failure.met and re.match(r"(card|kind|while)\b", failure.text):
        return _no_effect(failure)
    return error(
        "while-for-repeat",
        failure.span(*head.span()),
        "`while` alone holds effects, not statements",
        help="a loop is written `repeat while …`",
    )


def _no_effect(failure: Failure) -> Diagnostic:
    """Below the `while` of a card no effect stands, but a statement or anything else."""
    return error(
        "while-for-repeat",
        failure.here(),
        f"below `while` only effects stand, and {quoted(failure.met)} begins none",
        help="say when it happens in a line above it, as `after turn(you)`; numbers are changed"
        " by `modify`",
    )


def for_without_each(failure: Failure) -> Diagnostic | None:
    """`for x in S`, or `each x in S`, which the language writes `for each x in S`."""
    if failure.first and failure.first.group() == "each" and "for" not in failure.before:
        message, place = "`each` begins no line", failure.span(*failure.first.span())
        return error("for-without-each", place, message, help="write `for each p in players`")
    if not re.search(r"\bfor\s*$", failure.before) or "each" not in failure.expected:
        return None
    counted = re.match(r"(\w+)\s*(?:=|in|from)\s*(\w+)\s*(?:to|-|\.\.)\s*(\w+)", failure.rest)
    write = f"for each {counted[1]} in {counted[2]}..{counted[3]}" if counted else "for each"
    return error(
        "for-without-each", failure.here(), "after `for` comes `each`", help=f"write `{write}`"
    )


def missing_otherwise(failure: Failure) -> Diagnostic | None:
    """
    Cases with `when`, and none that says what holds otherwise.

    A value always has a result, so its last case is `otherwise`.
    """
    ends = failure.layout or failure.met == "else"
    if "otherwise" not in failure.expected or "chance" in failure.expected or not ends:
        return None
    if failure.met:
        message, help = "`else` stands where `otherwise` is expected", "write `otherwise`"
    else:
        message, help = "`otherwise` is missing", "say what holds when nothing above does"
    return error("missing-otherwise", failure.here(), message, help=help)


def otherwise_for_else(failure: Failure) -> Diagnostic | None:
    """`otherwise` for `else`: what is done has `else`, what holds has `otherwise`."""
    if failure.layout == "_INDENT":
        head = _line_above(failure)
    else:
        head = failure.first if "chooses" in failure.expected else None
    if not head or head.group() != "otherwise":
        return None
    return error(
        "otherwise-for-else",
        failure.span(*head.span()),
        "`otherwise` stands where `else` is expected",
        help="write `else`",
    )


def foreign_word(failure: Failure) -> Diagnostic | None:
    """A word that other languages use for something this one has another word for."""
    for found in _strangers(failure):
        word = found.group()
        known, instead = FOREIGN.get(word.lower()), INSTEAD.get(word.lower())
        if known in ("state", "value") or word.lower() in TYPES:
            instead = "`let x = …` makes a name, `set x to …` changes a state"
        elif known in keywords.DECLARATIONS - keywords.STATEMENTS:
            known = None  # it begins a declaration, and stands in a block
        if (known or instead) and word.lower() not in keywords.KEYWORDS:
            return error(
                "foreign-word",
                failure.span(*found.span()),
                f"`{word}` is no word of the language",
                help=instead or f"did you mean `{known}`?",
            )
    return None


def _strangers(failure: Failure) -> Iterator[re.Match[str]]:
    """The first word of the line, when nothing else led here, and the word met, if not called."""
    first = failure.first
    next_to_it = first and not failure.text[first.end() : failure.offset].strip()
    if first and next_to_it and failure.offset > first.end() and failure.met not in ("", "("):
        yield first
    before = BEFORE.search(failure.text, failure.line_start, failure.offset)
    if before and before.start() != (first.start() if first else None):
        yield before
    here = WORD.match(failure.text, failure.offset)
    if here and failure.text[here.end() : here.end() + 1] != "(":
        yield here


def number_as_name(failure: Failure) -> Diagnostic | None:
    """
    A number, or a word that begins with one, where a name is expected.

    A name begins with a letter.
    """
    found = re.compile(r"\d+\w*").match(failure.text, failure.offset)
    glued = re.search(r"(?<!\w)\d+$", failure.before)
    if glued and re.match(r"[^\W\d]", failure.rest):
        start = failure.line_start + glued.start()
        found = re.compile(r"\w+").match(failure.text, start)
    elif not found or "NAME" not in failure.expected or "INT" in failure.expected:
        return None
    return error(
        "number-as-name",
        failure.span(*found.span()) if found else failure.here(),
        f"{quoted(found.group() if found else '')} stands where a name is expected",
        help=_spelt_out(failure, found.group() if found else ""),
    )


def _spelt_out(failure: Failure, name: str) -> str:
    """The name in letters."""
    if failure.text.startswith("words") and ":" in failure.before and name.isdigit():
        return "a name begins with a letter; numbers need no list: `1..6` is a type"
    found = re.fullmatch(r"(\d)(s?)", name)
    if not found or not failure.text.startswith(("words", "die")):
        return "a name begins with a letter"
    spelt = DIGITS[int(found[1])] + ("es" if name == "6s" else found[2])
    more = re.match(r"[ -]([a-z]+)(?=:)", failure.rest.removeprefix(name))
    return f"a name begins with a letter: `{spelt}{f'_{more[1]}' if more else ''}`"


def misspelt_word(failure: Failure) -> Diagnostic | None:
    """
    A word of the language that is written wrong.

    A word is only proposed when the line can be read with it.
    """
    if failure.layout and re.search(r"\bend\s*$", failure.before):
        return None  # it does not say of what
    if re.search(r"\b(may|must) do one\s*$", failure.before):
        return None  # it does not say of which
    found = meant(failure)
    return _misspelt(failure, *found) if found else None


def misspelt_head(failure: Failure) -> Diagnostic | None:
    """A line that should open a block, and whose first word is written wrong: `misspelt-word`."""
    head = _line_above(failure) if failure.layout == "_INDENT" else None
    if not head:
        return None
    foreign = FOREIGN.get(head.group().lower())
    text = failure.chunk.text[: failure.line_start]
    known = meant_head(text, head, [foreign] if foreign else [])
    return _misspelt(failure, head, known) if known else None


def _misspelt(failure: Failure, found: re.Match[str], known: str) -> Diagnostic:
    return error(
        "misspelt-word",
        failure.span(*found.span()),
        f"{quoted(found.group())} is no word of the language here",
        help=f"did you mean `{known}`?",
    )


def misplaced_statement(failure: Failure) -> Diagnostic | None:
    """
    A statement stands among the lines of a card, or among the names of a menu.

    What a card does stands below its `play`; what a branch does, below its name.
    """
    first = failure.first
    named = failure.expected & {":", "*"} and "chooses" not in failure.expected
    if not first or not named or failure.text[first.end() : failure.offset].strip():
        return None
    if first.group() not in keywords.STATEMENTS or failure.offset <= first.end():
        return None
    return error(
        "misplaced-statement",
        failure.span(*first.span()),
        f"`{first.group()}` begins a statement, and none may stand here",
        help="put it below `play`, or below the name of a branch",
    )


def keyword_as_name(failure: Failure) -> Diagnostic | None:
    """
    A word of the language is used as a name.

    Most of its words may be names; those that begin an expression or a line may not.
    """
    found = re.search(r"[^\W\d]\w*\s*$", failure.before)
    word = found.group().strip() if found else ""
    if word in keywords.EXPRESSIONS - {"any", "no", "none", "not", "this", "yes"}:
        start = failure.line_start + (found.start() if found else 0)
        expected = describe(failure.expected)
        if failure.met and failure.met[0].isalpha() and word in ("each", "every", "there"):
            return None  # a phrase of several words, and no name
        return _without_brackets(failure, word, start) or error(
            "keyword-as-name",
            failure.span(start, start + len(word)),
            f"after `{word}`, {expected[0] if len(expected) == 1 else 'more'} is expected",
            help=_instead_of_keyword(failure, word),
        )
    first = failure.first
    if failure.met == "(" and first and first.group() == word and word in keywords.CALLS:
        expected = describe(failure.expected)
        return error(
            "keyword-as-name",
            failure.span(*first.span()),
            f"after `{word}`, {expected[0] if len(expected) == 1 else 'more'} is expected",
            help=f"`{word}` begins lines of its own, so no procedure may be called so",
        )
    if failure.met in keywords.KEYWORDS and failure.expected == {"NAME"}:
        return error(
            "keyword-as-name",
            failure.here(),
            f"`{failure.met}` is a word of the language, and no name",
            help="choose another name",
        )
    return None


def _without_brackets(failure: Failure, word: str, start: int) -> Diagnostic | None:
    """`sum of number of hand(p) over p in players`: what is added up is a single thing."""
    over = re.search(rf"\b(sum|highest|lowest|set|number|chance) of\s+{word}\s*$", failure.before)
    if not over or failure.met != "of":
        return None
    inside = f"({word} of …)" if word == "number" else f"({word} of … over x in S)"
    if over[1] in ("number", "chance"):
        return error(
            "keyword-as-name",
            failure.span(start, start + len(word)),
            f"`{word} of …` stands here without brackets",
            help=f"put it in brackets: `{over[1]} of {inside}`",
        )
    return error(
        "keyword-as-name",
        failure.span(start, start + len(word)),
        f"`{word} of …` stands here without brackets",
        help=f"put it in brackets: `{over[1]} of ({word} of …) over x in S`",
    )


def _instead_of_keyword(failure: Failure, word: str) -> str:
    wins = re.search(r"\bwins?\s*$", failure.text[failure.offset : failure.line_end])
    if word in ("highest", "lowest") and wins:
        return "who wins is a player, or a set in brackets: `(players with highest score(it)) win`"
    if word == "each" and re.search(r"\breset each\s*$", failure.before + failure.rest):
        return "say with which phase or procedure it begins anew: `reset each turn`"
    if word == "number" and re.search(r":\s*number\s*$", failure.before):
        return "say from where to where the numbers go: `0..99`"
    if failure.text.startswith("deck"):
        return "say where each field takes its values from: `rank in 1..13, suit in Suit`"
    if word == "number" and re.search(r"\banswers\s+number\s*$", failure.before):
        return "say from where to where the numbers go: `answers 1..6`"
    return f"`{word}` is a word of the language, and nothing may be called so"


def _head_above(failure: Failure) -> re.Match[str] | None:
    """The first word of the nearest line above that is nearer to the margin."""
    lines = failure.text[: failure.line_start].split("\n")
    place = failure.line_start
    for line in reversed(lines[:-1]):
        place -= len(line) + 1
        blanks = len(line) - len(line.lstrip())
        if line.strip() and blanks < len(failure.margin):
            return WORD.match(failure.text, place + blanks)
    return None


def _line_above(failure: Failure) -> re.Match[str] | None:
    """The first word of the line above, when only blanks and comments lie between."""
    above = failure.text[: failure.line_start].rstrip()
    start = above.rfind("\n") + 1
    return WORD.match(failure.text, start + len(above[start:]) - len(above[start:].lstrip()))
