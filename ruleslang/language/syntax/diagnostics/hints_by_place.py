"""Helps that the place of an unexpected token suggests."""

from __future__ import annotations

import re
from collections.abc import Callable

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.diagnostics import hints_by_first_word, hints_by_rest_of_line
from ruleslang.language.syntax.diagnostics.hints_by_first_word import (
    by_declaration,
    is_done,
    is_outside,
    misplaced_in_declaration,
    of_no_declaration,
    template,
)
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import is_used_elsewhere
from ruleslang.language.syntax.negated import negated
from ruleslang.language.syntax.parse_failure import Failure, quoted, reads, reads_with
from ruleslang.source.diagnostic import Help
from ruleslang.source.fix import Proposal, without_citations, write_before, write_line
from ruleslang.source.suggest import did_you_mean

HEADER = {
    "start": "write `starts with game`, the procedure that a match begins with",
    "begin": "write `starts with game`, the procedure that a match begins with",
    "begins": "write `starts with game`, the procedure that a match begins with",
    "title": 'the title stands in the first line: `rulebook my_game "My game"`',
    "version": "the header has no place for it: write it behind a `#`",
    "author": "the header has no place for it: write it behind a `#`",
    "date": "the header has no place for it: write it behind a `#`",
    "name": 'the name stands in the first line: `rulebook my_game "My game"`',
}
FUNCTIONS = "next|previous|top|bottom|first|opponent|owner|holder|title|rank|hand"
OF_PLAYERS = frozenset({"player", "players"})
OF_PLAYER = frozenset({"chooses", "may", "must"})
EMPTINESS = frozenset({"has", "have", "contains", "holds", "hasnt"})
ASKING = ("if", "repeat", "whenever", "only")
DEEDS = frozenset({"when", "effect", "effects", "on", "ability", "action", "if", "does", "played"})
PLAYING = ("play", "cast", "activate", "trigger")
CALLING = ("call", "do", "run", "execute", "invoke")
JOINING = frozenset({"of", "per", "for", "from", "in", "to", "card", "cards", "with"})
OF_VALUES = frozenset({"except", "and", "or", "is", "when", "over", "rounded", "ranked"})
UNSURE = OF_VALUES | {"after", "away", "chooses", "count"}  # they make almost any line readable
CITED = re.compile(r"\[[A-Z]+-")
TYPED = re.compile(r"[(,]\s*(player|card|title|piece|space|team)\s+$")
FUNCTION_WORDS = frozenset(
    {
        "a", "an", "the", "this", "that", "these", "those", "your", "his", "her", "their", "its",
        "my", "our", "you", "he", "she", "they", "him", "them", "it", "is", "are", "was", "has",
        "have", "had", "can", "who", "which", "whoever", "everyone", "everybody", "someone",
        "somebody", "nobody", "another", "other", "target", "extra", "much", "many", "most",
        "fewest", "each", "all", "every", "any", "some", "no", "of", "to", "from", "in", "on", "at",
        "for", "with", "by", "into", "onto", "through", "until", "after", "before", "during", "as",
        "if", "when", "then"
    }
)  # fmt: skip
"""Words of English that hold a sentence together: nobody calls a thing of a game so."""
GOES_ON = frozenset({"at", "decided", "if", "only", "ordered", "reset", "seen", "stops", "then"})
"""Words that go on with a line behind a comma."""
MOST_WORDS = 12  # most words tried in the place of one
SENTENCE = 3  # a card's line with so many words is no misspelt field
WITHOUT_IS = re.compile(r"(?<=[\w)])(?<!\bis)(?<!\bif)(?<!\band)(?<!\bor)(?<!\bnot) not\b")
TWO_NAMES = re.compile(
    r"\b(choos\w+) ([^\W\d]\w* [^\W\d]\w*)(?: \"[^\"]*\")? (from [^\W\d]\w*(?:\([^()]*\))?)"
)
COUNTS = re.compile(r"\b(size|length|count|amount|total)\s+$")


def hint(failure: Failure) -> Help:
    """The help for an unexpected token, or None."""
    return next((help for hint in HINTS if (help := hint(failure))), None)


def _head(failure: Failure) -> str:
    match = re.match(r"[a-z]+", failure.text)
    return match.group() if match else ""


def _in_header(failure: Failure) -> Help:
    if _head(failure) != "rulebook":
        return None
    if "STRING" in failure.expected:
        return 'a rulebook has a name and a title: `rulebook my_game "My game"`'
    if "language" in failure.expected and failure.met.startswith('"'):
        return "a line of the header has no quotes: `players 2..4`, `starts with game`"
    if "language" in failure.expected and failure.first:
        lines = "a line of the header begins with `players`, `starts with`, `cards`, `uses`, …"
        word = failure.first.group()
        if word in ("min", "max") and "player" in failure.line:
            return "write `players 2..4`: the least and the most"
        words = [token for token in failure.expected if token.isalpha() and token.islower()]
        return HEADER.get(word) or did_you_mean(word, words) or lines
    if failure.first_word == "teams":
        return _teams(failure)
    if failure.first_word == "players":
        least = re.search(r"players\s+(?:at\s+least\s+|from\s+)?(\d+)", failure.line)
        if failure.met.startswith('"'):
            named = re.sub(r'"([^"]*)"', _as_name, without_citations(failure.written_line).strip())
            return write_line(named, "names have no quotes: write `{}`")
        if least and re.search(r"least|from|\+|more", failure.line):
            return f"say how many at most, too: `players {least[1]}..{int(least[1]) + 4}`"
        return "write numbers, then names: `players 2..4: north, east, south, west`"
    return None


def _as_name(quoted: re.Match[str]) -> str:
    return "_".join(re.findall(r"\w+", quoted[1].lower()))


def _teams(failure: Failure) -> str:
    """The help for the number, size and names of teams."""
    match = re.match(r"\s*teams\s+(\d+)", failure.line)
    many = re.search(r"^\s*players (?:\d+\.\.)?(\d+)", failure.text, re.MULTILINE)
    teams = int(match[1]) if match and int(match[1]) else 2
    size = int(many[1]) // teams if many else 2
    return f"say of how many each, and give each one name: `teams {teams} of {size}: red, blue`"


def _condition_of_action(failure: Failure) -> str | None:
    """`action lay by p if C`, whose condition has a line of its own."""
    if failure.first_word != "action" or failure.met not in ("if", "when") or failure.margin:
        return None
    asked = without_citations(failure.written_line)[len(failure.before) :].strip()
    condition = asked.removeprefix(failure.met).strip()
    return f"what must be so stands in a line below it: `only if {condition}`"


def _in_declaration(failure: Failure) -> str | None:
    head = _head(failure)
    if head == "words" and failure.layout:
        return "its words follow on its line, or below behind a comma: `words Suit: clubs, hearts`"
    if head == "list" and "of" in failure.expected:
        return "a list of words is `words Suit: …`; one of cards `list starter of blow: stab x3`"
    if head == "action" and failure.first_word == "choosing":
        return "it goes on in the line above: `action lay by p choosing c from hand(p)`"
    if head == "card" and not failure.margin and ":" in failure.expected and failure.layout:
        return 'a card says of which kind it is: `card fox "Fox" x2: beast`'
    if head == "deck" and re.match(r": .*\b(cards|ordered|seen|at most)\b", failure.rest):
        return "a deck makes cards; they lie in a zone: `zone pile: cards, seen by nobody`"
    if head == "deck" and "of" in failure.expected and not failure.margin:
        return "a deck says of which kind its cards are: `deck numbers of number_card: …`"
    if head == "card" and failure.met == "," and not failure.margin:
        return "a card is of one kind; its fields stand below, each on its line: `cost: 3`"
    if head in ("card", "kind") and _is_sentence(failure):
        return (
            'to be shown only, it stands in quotes: `text "…"`; what it does, below `play` or'
            " `while in ZONE`"
        )
    if head == "card" and _is_deed(failure):
        return "what a card does when it is played stands below `play`, further in"
    if head == "action" and "by" in failure.expected and not failure.margin:
        return "an action begins `action lay by p`; `in` and `choosing` come behind that"
    if head == "state" and failure.met == "=" and "up" in failure.expected:
        return "say how many at most: `list of player up to 4`"
    if head == "state" and failure.met == "=" and "," in failure.before:
        return "the start value stands right behind the type: `0..50 = 0, stops at the ends`"
    if {"owner", "nobody"} <= failure.expected:
        if (who := re.match(r"[^\W\d]\w*(?:\([^()]*\))?", failure.rest)) and "(" in who[0]:
            return f"players who are worked out stand in brackets: `seen by ({who[0]})`"
        seat = failure.met if failure.met.isidentifier() else "north"
        return (
            "`seen by owner` is the player it belongs to;"
            f" other players stand in brackets and braces: `seen by ({{{seat}}})`"
        )
    return None


def _goes_on(failure: Failure) -> str | None:
    """The line that ends the one above it, as `choosing …` below `play`."""
    if _head(failure) not in ("card", "kind") or failure.first_word not in ("choosing", "in"):
        return None
    above, below = failure.written_above.rstrip(), without_citations(failure.written_line).strip()
    if not reads(f"{above} {below}"):
        return None
    return f"it goes on in the line above: `{above.rpartition(chr(10))[2].strip()} {below}`"


def _is_deed(failure: Failure) -> bool:
    return failure.first_word in DEEDS or (failure.met == "(" and failure.expected == {":"})


def _is_sentence(failure: Failure) -> bool:
    """Whether a card's line, where a field or a `play` may be, is a sentence."""
    line = failure.line
    words = re.findall(r"[^\W\d]\w*", line.partition(":")[0])
    plain = not re.search(r"[(\[{]|\.\.|\bchoosing\b", line)
    return plain and len(words) >= SENTENCE and bool(failure.margin) and failure.expected == {":"}


def _choice(failure: Failure) -> Help:
    if failure.met in ("least", "most") and re.search(r"\bchoos\w+ at $", failure.before):
        return (
            "from how many to how many: `3..5 of S as cs`; no more than that: `up to 5 of S as cs`"
        )
    counted = "of" in failure.expected and not failure.expected & {"from", "NAME"}
    if counted and re.search(r"\b(choos\w*|pick) (?!one\b)(?:up to )?\S+\s*$", failure.before):
        return "how many, then `of` and what they come from, then a name: `up to 2 of S as cs`"
    if "from" not in failure.expected or not re.search(r"\b(choos\w*|pick)\b", failure.before):
        return None
    if known := hints_by_rest_of_line.chosen(failure):
        return known
    if failure.layout:
        return "say what is chosen from: `p chooses c from hand(p)`"
    if re.search(r"\bpick\b", failure.before):
        return (
            "one name, and how at the end: `pick c from S by chance`, `pick 2 of S as cs by chance`"
        )
    if two := TWO_NAMES.search(failure.line):
        begin, end = failure.line_start + two.start(2), failure.line_start + two.end(2)
        sort, name = two[2].split()
        if not is_used_elsewhere(failure, sort) and not is_used_elsewhere(failure, f"{sort}s"):
            name = next(name for name in "cdexyz" if not re.search(rf"\b{name}\b", failure.text))
        if reads_with(failure, begin, end, name):
            return f"what is chosen has one name: `{two[1]} {name} {two[3]}`, and below it `{name}`"
    return "how many, if not one, then one name: `chooses c from S`, `chooses up to 2 of S as cs`"


def _chosen_unnamed(failure: Failure) -> str | None:
    """`p chooses 2 of S` without a name for what is chosen."""
    counted = re.search(r"\b(?:choos\w+|pick) .+ of ", failure.before)
    if "as" not in failure.expected or not counted:
        return None
    place = failure.offset - len(failure.before) + len(failure.before.rstrip())
    if not reads_with(failure, place, place, " as cs "):
        return None
    later = without_citations(failure.written_line)[len(failure.before) :].strip()
    return f"what is chosen needs a name, which lines below read: `… as cs {later}`"


def _offer(failure: Failure) -> Help:
    if modal := re.search(r"\b(may|must) do one\s*$", failure.before):
        return f"`one` begins a list: `p {modal[1]} do one of A, B`; an action has another name"
    if "do" in failure.expected and re.search(r"\b(may|must)\s+$", failure.before):
        return _with_do(failure)
    return None


def _with_do(failure: Failure) -> Help:
    """`p may draw`; or a condition in place of an action, as `score(p) must be at least 3`."""
    if known := by_declaration(failure, players=False):
        return known
    verb, met = failure.before.split()[-1], failure.met
    end = failure.offset + len(met)
    is_name = is_used_elsewhere(failure, met) and met not in keywords.KEYWORDS
    if is_name and reads_with(failure, failure.offset, end, f"do {met}"):
        return Proposal(f"write `{verb} do {met}`", (f"do {met}",))
    return (
        f"what a player {verb} do is an action: `p {verb} do draw`; what must be so is a condition,"
        " as in `if score(p) >= 3` or `only if score(p) >= 3`"
    )


def _player(failure: Failure) -> Help:
    over = failure.met == "over" and re.search(r"\b(game|match|is)\s+$", failure.before)
    if over or failure.text[: failure.offset].rstrip().endswith("winner"):
        return "a match ends with `p wins`, `players win` or `nobody wins`"
    if failure.met.isdigit() and re.search(r"\bplayer\s+$", failure.before):
        return f"a player is called by his seat: `p{failure.met}`, or by the header's name for it"
    if failure.met in ("loses", "lose", "lost") and failure.expected >= OF_PLAYER:
        return "who loses is not said, but who wins: `opponent(p) wins`; `eliminate p` puts p out"
    if not failure.expected >= OF_PLAYER:
        return None
    if failure.met in ("with", "where", "ranked"):
        return "a set phrase stands in brackets: `(players with highest score(it)) win`"
    known = by_declaration(failure)
    if known and failure.first and failure.first_word not in PLAYING:
        return known
    if failure.first and re.fullmatch(r"[^\W\d]\w*", failure.rest.strip()):
        first = (failure.before.split() or [failure.met])[-1]
        if first in PLAYING:
            return f"a card is played by `perform {failure.met}`"
        if first in CALLING:
            return f"leave `{first}` out: what happens is called by its name, `{failure.met}`"
    if unknown := of_no_declaration(failure):
        return unknown
    if failure.met in ("is", "becomes"):
        return "what becomes something else is set: `set score(p) to 3`"
    return "of a player, write `chooses`, `may`, `must` or `wins`; else call a procedure: `draw(p)`"


def _rolled(failure: Failure) -> Help:
    """The two lines for one that rolls a die where a number is expected."""
    met = re.match(r"(\d+ )?(\w+)", failure.rest)
    if met is None or not failure.before.removesuffix("roll ").strip():
        return None
    name = "faces" if met[1] else "face"
    read = f"sum of {name}" if met[1] else name
    line = f"{failure.before.removesuffix('roll ')}{read}{failure.rest[met.end() :]}".strip()
    lines = (f"roll {met[0]} as {name}", line)
    text = f"dice are rolled in a line before, and have a name: `{lines[0]}`, `{line}`"
    return Proposal(text, lines, whole_line=True)


def _condition(failure: Failure) -> Help:
    if failure.met == "has" and failure.text.startswith("card") and not failure.before.strip():
        field = re.match(r"has (\w+): ", failure.rest)
        return write_line(without_citations(failure.written_line).strip()[4:]) if field else None
    if failure.met == "has" and re.match(r"has (?:been )?\w+(?:ed|ayed|one|out)\b", failure.rest):
        return "what has happened is kept in a state: `set passed(p) to yes`, then `if passed(p)`"
    if failure.before.endswith("roll ") and failure.first_word in ASKING:
        return "dice are rolled in a line before, and have a name: `roll d6 as n`, then `if n is 6`"
    if failure.before.endswith("roll ") and (rolled := _rolled(failure)):
        return rolled
    if failure.met in EMPTINESS and failure.text.startswith("example"):
        return "what a player has is a state or a zone: `then score(p1) is 8`, `hand(p1) is empty`"
    if failure.met in EMPTINESS and not failure.expected >= OF_PLAYER:
        return "write `S is empty`, `x is in S`, or `number of S is 3`"
    if failure.met == "empty" and "none" in failure.expected and "is" not in failure.expected:
        return "write `or none`: what holds nothing is `none`"
    if failure.met == "empty" and "is" in failure.expected:
        return Proposal("write `is empty`", ("is empty",))
    if failure.met == "not" and "is" in failure.expected:
        return _is_not(failure)
    if failure.met == "when" and re.match(r"\s*prefer \w+\s*$", failure.before):
        return "behind what is preferred stands `where`: `prefer sell(w) where price(w) >= 4`"
    if failure.met == "of" and COUNTS.search(failure.before):
        return "how many there are is `number of S`"
    return None


def _is_not(failure: Failure) -> Help:
    """`pile not empty`: the line with `is` before each `not` that lacks it."""
    line = without_citations(failure.written_line)
    title = re.search(r"\b(\w+) not in ([^\W\d]\w*(?:\([^()]*\))?)", line)
    if title and re.search(rf"^card {title[1]}\b", failure.rulebook, re.MULTILINE):
        return f"write `not (there is c in {title[2]} where c is {title[1]})`"
    line = WITHOUT_IS.sub(" is not", line)
    return write_line(line.strip()) if reads(failure.written_above + line) else None


def _line(failure: Failure) -> Help:
    if failure.met == "else" or re.match(r",\s*else\b", failure.rest):
        return "`else` stands on a line of its own: `else: stop`"
    if failure.first_word == "has" and failure.met == ",":
        return "a field is a range, `2..14`, or a word of a list: `words Rank: jack, queen, king`"
    if failure.met == "," and re.search(r":.*$", failure.before) and "EOL" in failure.expected:
        return "after a colon stands one statement; several stand below, each on its line"
    if failure.first_word == "set" and "to" in failure.expected:
        return "say to what it is set: `set score(p) to 0`"
    if failure.met == "[" and "NAME" in failure.expected and not CITED.match(failure.rest):
        if "{" in failure.expected:
            return "members stand in braces, `{a, b}`; square brackets hold citations only"
        return "leave the square brackets out: they hold citations only"
    if failure.first_word == "roll":
        return "say which die: `roll d6 as face`, or `roll 2 d6 as faces`"
    match = re.search(rf"\b({FUNCTIONS})\s+$", failure.before)
    named = re.match(r"[^\W\d]", failure.met) and failure.met not in keywords.KEYWORDS - OF_PLAYERS
    if match and named and failure.met not in JOINING:
        many = "s" if (match[1], failure.met) == ("first", "player") else ""
        return f"what it is about stands in brackets: `{match[1]}({failure.met}{many})`"
    if failure.met == ")" and failure.expected == {":"} and not failure.margin:
        return "in the brackets stands what it is about, `(p: player)`; a remark stands behind `#`"
    typed = TYPED.search(failure.before)
    if typed and failure.expected == {":"}:
        return f"the name stands first, then the type: `{failure.met}: {typed[1]}`"
    with_colon = reads_with(failure, failure.offset, failure.offset, ": ")
    if failure.met == "is" and failure.expected == {":"}:
        return Proposal("write `:` in its place", (":",))
    if ":" in failure.expected and failure.expected <= {":", "("} and with_colon:
        return Proposal("write `:` before it", (f": {failure.met}",))
    conditional = failure.first_word in ("if", "else") and is_outside(failure.before)
    colon = failure.met == "," or reads_with(failure, failure.offset, failure.offset, ": ")
    unlike = re.search(r"\w\s*:\s*\w", failure.rest) or not colon
    if conditional and ":" in failure.expected and unlike:
        return "a condition compares: `score(p) >= 100`, `hand(p) is empty`, `x is in {1, 2}`"
    if conditional and ":" in failure.expected:
        return "write `:` before what is done, as in `if n > 3: stop`, or put it below"
    return None


def _comprehension(failure: Failure) -> str | None:
    """A set as other languages write it, `[q for q in players if C]`."""
    if failure.met != "[" or not re.search(r"\bfor \w+ in\b", failure.rest):
        return None
    return "a set is narrowed by `where`, `(players where C)`; `number of S` counts it"


def _quotes_in_text(failure: Failure) -> Help:
    """A text in which a phrase stands in double quotes, which would end it."""
    line = without_citations(failure.written_line)
    first, last = line.find('"'), line.rfind('"')
    quoted_inside = failure.met[:1].isalnum() and line[: failure.offset - failure.line_start]
    if not quoted_inside or not quoted_inside.endswith('"') or line.count('"') % 2:
        return None
    inside = line[first + 1 : last].replace('"', "'")
    mended = f"{line[: first + 1]}{inside}{line[last:]}"
    if not reads(failure.written_above + mended):
        return None
    return write_line(mended.strip(), "inside a text stand single quotes: write `{}`")


def _take_turns_while(failure: Failure) -> Help:
    """`take turns p among players while C`, which ends by `until`."""
    match = re.fullmatch(
        r"(\s*take turns .+?) while (\S.*)", without_citations(failure.written_line)
    )
    if failure.met != "while" or match is None:
        return None
    return write_line(f"{match[1].strip()} until {negated(match[2])}")


def _branch(failure: Failure) -> str | None:
    """A branch of a menu that begins with what is shown, and not with its name."""
    if "NAME" not in failure.expected or not failure.met.startswith('"') or failure.before.strip():
        return None
    shown = failure.chunk.text[failure.offset :].split('"')[1]
    name = re.sub(r"[^a-z0-9]+", "_", shown.lower()).strip("_")
    name = name if name[:1].isalpha() else f"choose_{name}".rstrip("_")
    return f'its name stands before what is shown: `{name} "{shown}"`'


def _word(failure: Failure) -> Help:
    """The only keyword that is missing here, or that was meant."""
    if failure.layout or not failure.met or "EOL" in failure.expected:
        return None  # the line could end here: any word may be meant
    words = [word for word in failure.expected - UNSURE if word.isalpha() and word.islower()]
    if len(words) > MOST_WORDS:
        return None
    start, end = failure.offset, failure.offset + len(failure.met)
    if re.search(r"\b(?:add|subtract) [^:]*$", failure.before):
        return None  # the operands may be exchanged
    if "where" in words and not re.search(r"[<>=]|\b(is|not|there|every)\b", failure.rest):
        words.remove("where")  # no condition follows
    missing = [word for word in words if reads_with(failure, start, start, f"{word} ")]
    if len(missing) == 1:
        return write_before(missing[0], failure.met)
    if failure.met not in (keywords.KEYWORDS | FUNCTION_WORDS) - OF_PLAYERS:
        return None  # a word with a meaning: another changes it
    meant = [word for word in words if reads_with(failure, start, end, word)]
    if len(meant) != 1:
        return None
    return Proposal(f"write `{meant[0]}` instead of {quoted(failure.met)}", (meant[0],))


def _in_general(failure: Failure) -> Help:
    """The general help for missing or surplus words."""
    line = failure.chunk.text[: failure.offset].rstrip()
    if failure.layout and line.endswith(" or") and reads(f"{line} none"):
        written = f"{without_citations(failure.written_line).strip()} none"
        return write_line(written, "write `none` at its end")
    if is_done(failure):
        return write_before(":", failure.met)
    listed = not is_outside(failure.before) or failure.first_word in ("picking", "rolling")
    goes_on = failure.met in GOES_ON or (listed and "," in failure.expected)
    if goes_on and reads_with(failure, failure.offset, failure.offset, ", "):
        return write_before(",", failure.met)
    known = template(failure)
    if known is not None:
        return known
    for sign in (",", ":"):
        put = f"{sign} "
        if sign in failure.expected and reads_with(failure, failure.offset, failure.offset, put):
            return write_before(sign, failure.met)
    if failure.layout:
        return "the line is not complete: write what is missing at its end, or delete the line"
    begins = failure.met in keywords.STATEMENTS or is_used_elsewhere(failure, failure.met)
    if "EOL" in failure.expected and begins and hints_by_rest_of_line.reads_below(failure, 0):
        return (
            f"the line could end before {quoted(failure.met)}: what comes then is a line of its own"
        )
    return "is a word missing before it, or one too many? `ruleslang explain` has pages with lines"


HINTS: tuple[Callable[[Failure], Help], ...] = (
    hints_by_rest_of_line.cards_in_zone,
    hints_by_rest_of_line.sight,
    hints_by_rest_of_line.indented,
    *hints_by_rest_of_line.MISPLACED_PHRASES,
    hints_by_first_word.reordered,
    _in_header,
    _goes_on,
    misplaced_in_declaration,
    _condition_of_action,
    _in_declaration,
    *hints_by_rest_of_line.DAMAGED_LINES,
    _choice,
    _chosen_unnamed,
    _offer,
    _condition,
    _player,
    _comprehension,
    _quotes_in_text,
    _take_turns_while,
    _line,
    _branch,
    _word,
    hints_by_first_word.begun,
    hints_by_first_word.moved,
    hints_by_first_word.surplus,
    _in_general,
)
