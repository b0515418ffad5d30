"""
Lines written as people speak, or as other languages and tables have it, with what to write instead.

Always: nothing is proposed with which the line could not be read to its end.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from ruleslang.source.diagnostic import Diagnostic, error
from ruleslang.syntax import keywords
from ruleslang.syntax.diagnostics import idioms, idioms_of_examples
from ruleslang.syntax.diagnostics.phrasebook.declared_names import Vocabulary
from ruleslang.syntax.parse_failure import Failure, quoted
from ruleslang.syntax.spelling import FAR, reads

Found = re.Match[str]
Habit = tuple[re.Pattern[str], str | Callable[[Found], str]]

NAME = r"[^\W\d]\w*"
SHORT = 40  # letters of two lines that a message may hold
AT_HAND = 2  # letters of a name that some line above has made
FARTHEST = 300  # letters of a line that is looked at
LONGEST = 120  # letters of a line that a help may hold
THING = rf"{NAME}(?:\([^()]*\))?"  # a name, or what is written `f(x)`
OWNED = rf"{NAME}\([^()]*\)"
VALUE = r"[\w(][^\n,:]*"  # the rest of an expression, as far as a line of speech has it
COUNTED = "points?|cards?|times|coins?|tokens?|pieces?|dice|turns?|rounds?|vp|pts"


def _plain_name(found: Found) -> str:
    """
    The name that a text in quotes may stand for.

    >>> _plain_name(re.match('"(.*)"', '"Red Fox"'))
    'red_fox'
    """
    return re.sub(r"\W+", "_", found[1].strip()).lower()


def _digits(found: Found) -> str:
    return re.sub(r"\D", "", found[0])


def _listed(found: Found) -> str:
    return re.sub(r",?\s+(?:and|or)\s+|\s*[;&]\s*", ", ", found[0])


def _of(found: Found) -> str:
    return found[0] if found[1] in keywords.EXPRESSIONS else f"{found[1]}({found[2]})"


def _there_is_in_his(found: Found) -> str:
    """
    Where a player has a card.

    >>> _there_is_in_his(re.match("(p) has (thief) in (hand)", "p has thief in hand"))
    'there is c in hand(p) where c is thief'
    """
    return _there_is_one(f"{found[3]}({found[1]})", found[2], found.string)


def _does(found: Found) -> str:
    """
    A deed as a sentence has it: `when anna sells {silver}`.

    >>> _does(re.match(r"(when anna) (sells) ({silver})", "when anna sells {silver}"))
    'when anna does sell choosing {silver}'
    """
    done = f"{found[1]} does {Vocabulary('', 'p').deed(found[2])}"
    return f"{done} choosing {found[3]}" if found[3] else done


def _there_is(found: Found) -> str:
    return _there_is_one(found[1], found[2], found.string)


def _there_is_none(found: Found) -> str:
    """
    Where a zone has no card of a name.

    >>> _there_is_none(re.match(r"(thief) not in (hand)", "thief not in hand"))
    'not (there is c in hand where c is thief)'
    """
    if len(found[1]) <= AT_HAND or found[1] == "is":
        return f"{found[1]} is not in {found[2]}"
    return f"not (there is c in {found[2]} where c is {found[1]})"


def _there_is_one(zone: str, card: str, line: str) -> str:
    """A card by its name is one of several copies; a name of one letter is a card at hand."""
    if len(card) == 1:
        return f"{card} is in {zone}"
    meant = f"there is c in {zone} where c is {card}"
    return f"({meant})" if " or " in line else meant


SIGNS: tuple[Habit, ...] = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"^(\s*)(?:[-*•·▪–—]|\d+[.)])\s+(?=\w)", r"\1"),
        (r"(?<!\d)\d{1,3}(?:[, '’_.]\d{3})+(?!\d)", _digits),
        (r"&gt;", ">"),
        (r"&lt;", "<"),
        (rf"({NAME})(?:&nbsp;)+({NAME})", r"\1 \2"),
        (r"&amp;", "and"),
        (r"\s*<br ?/?>\s*$", ""),
        (r"\b([^\W\d]\w*) \1\b", r"\1"),
        (rf"({THING})['’]s?\s+({NAME})", r"\2(\1)"),
        (r"\b(?:isn|aren|wasn|doesn|ain)['’]t\b", "is not"),
        (
            r"=\s*(?i:if)\s*\(([^,;]+)[,;]\s*([^,;]+)[,;]\s*([^,;]+)\)\s*$",
            r"= \2 when \1 otherwise \3",
        ),
        (r"=\s*([^?=]+?)\s*\?\s*([^:]+?)\s*:\s*(.+)$", r"= \2 when \1 otherwise \3"),
        (r"\b(players) with (highest|lowest) (\w+) wins?\b", r"(\1 with \2 \3(it)) win"),
        (r"\bplayer with (highest|lowest) (\w+) wins?\b", r"(players with \1 \2(it)) win"),
        (rf"({NAME}(?:, {NAME})*)((?:\s*[;&]\s*{NAME})+)\s*$", _listed),
    )
)
"""Habits of which a part would be blamed by itself."""

HABITS: tuple[Habit, ...] = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        # signs
        (r"\.\.\.|…", ".."),
        (r"[–—−]", "-"),
        (r",\s*(?=\))", ""),
        (r",\s*$", ""),
        (r'(?<=^card )"([^\W\d][\w ]*)"', _plain_name),
        (rf"({NAME})\s*\[\s*({NAME})\s*\]", r"\1(\2)"),
        (rf"\bplayer ({NAME}) (?=wins|chooses|may|must)", r"\1 "),
        # heads
        (rf"^(card) (\d+)\s*[xX×]?\s+({NAME})\s*(\"[^\"]*\")?", r"\1 \3 \4 x\2"),
        (r"(?<=\") (\d+) cop(?:ies|y)\b", r" x\1"),
        (r"(?<=\") (\d+)(?=\s*:)", r" x\1"),
        (
            rf"^(\s*while) (?:(?:this|it)(?: card)? (?:is|lies|stands) )?"
            rf"(?:in|on|at|inside) ({OWNED})",
            r"\1 in \2",
        ),
        (r"\bby (?:another|some other|any other) players? where\b", "by p where p is not you and"),
        (r"\bby (?:another|some other|any other) players?\b", "by p where p is not you"),
        (r"\bby an opponents?\b", "by p where p is not you"),
        (r"\bby (?:a|any|each|every) player\b", "by p"),
        (rf"^(kind {NAME})\s+(?:extends|is an?|is|isa|of|from|<)\s+({NAME})", r"\1: \2"),
        (rf"^((?:zone|state|value) {NAME})\s+(?:per|for each|for|of|by)\s+({NAME})", r"\1(\2)"),
        (rf"^action ({NAME})\s*\(\s*({NAME})\s*(?::\s*player\s*)?\)", r"action \1 by \2"),
        (rf"^(action {NAME})\s*$", r"\1 by p"),
        (rf"\b({NAME}) = ((?:{NAME})|\d+\.\.\d+)(?=,|$)", r"\1 in \2"),
        (rf"(?<= in )({NAME}) (?:x|×|\*|and) (?={NAME} in )", r"\1, "),
        (r"^(\s*)have (?=\w)", r"\1has "),
        (r"\bhas an? (?=\w)", "has "),
        (r",\s*(?:unordered|visible|public|open|face up|face-up)\s*$", ", seen by all"),
        (r",\s*(?:unordered|shuffled|in any order)(?=,)", ""),
        (r",\s*(?:hidden|secret|face down|face-down|private)\s*$", ", seen by nobody"),
        (r"\b(?:visible|shown|known|open) (?:to|for) (?=\w)", "seen by "),
        (r",\s*(?:only )?(?:the )?owner(?: only)?\s*$", ", seen by owner"),
        (r"\bseen (?:only by|by only) (?=\w)", "seen by "),
        (rf"^(\s*)prefer (highest|lowest) ({NAME})\(({NAME})\)", r"\1prefer \4 by \2 \3(\4)"),
        (
            rf"^(\s*)prefer {NAME}\(({NAME})\) (?:with|by) (highest|lowest) ({NAME}\(\2\))",
            r"\1prefer \2 by \3 \4",
        ),
        (
            rf"^(\s+when {NAME} does {NAME})(?: (?:with |of |on )?|(?=\())[({{]?({NAME})[)}}]?$",
            r"\1 choosing \2",
        ),
        (rf"^(\s+when {NAME}) ({NAME})(?: (?:the |an? |with )?[({{]?({NAME})[)}}]?)?$", _does),
        (r"\bseen by (?:everyone|everybody|anyone|all players|players|public)\b", "seen by all"),
        (r"\bseen by (?:no one|noone|none|no player|no players)\b", "seen by nobody"),
        (rf"\bseen by (?:the )?(?:player|holder|himself|self|{NAME} only)\b", "seen by owner"),
        (r"\byes\s*/\s*no\b|\byes,\s*no\b|\btrue (?:or|/) false\b|\bno or yes\b", "yes or no"),
        (r":\s*(\d+)\s*(?:,|;|to|until|up to|-)\s*(\d+)", r": \1..\2"),
        (r":\s*(?:up to|max|at most)\s+(\d+)", r": 0..\1"),
        (r":\s*min\s+(\d+),?\s*max\s+(\d+)", r": \1..\2"),
        (r"(\d)\.\.\s*(?:\*|infinity|∞|(?=\s*(?:=|$|,)))", r"\g<1>..999 "),
        (r",?\s*(?:default|defaults to|start(?:s|ing)? (?:at|with)|initially) (?=[\w-])", " = "),
        (r"\bplayers\s*:\s*", "players "),
        (r"\bplayers (\d+)(?:,\s*\d+)*(?:\s+or\s+|\s*,\s*)(\d+)\s*$", r"players \1..\2"),
        (r"\bplayers up to (\d+)", r"players 2..\1"),
        (r"\b(starts with|language|uses|cards):\s*", r"\1 "),
        (r"\blanguage [^\W\d]\w*", "language 1"),
        (r"\bat most (\d+) (?:turns|rounds|steps|moves|choices)\b", r"at most \1 decisions"),
        (r"\bthen (?:a )?(?:draw|tie|nobody|no one wins|no winner)\s*$", "then nobody wins"),
        (r"^(\s*at most \d+ decisions)\s*$", r"\1, then nobody wins"),
        (r"^(\s*text) ([^\"\n]+)$", r'\1 "\2"'),
        (r"(?<= )x-(\d+)", r"x\1"),
        (rf"^(die {NAME}):? (?:(?:sides|faces|d)\s*)?(\d+)(?: sides| faces)?$", r"\1: 1..\2"),
        (r"^deck .*$", lambda m: re.sub(r"\s*=\s*", " in ", m[0])),
        (rf"^(\s+{NAME}) (?:is|are) (\S+)$", r"\1: \2"),
        (rf"^(\s+(?!when|effect|on|if|or|and|otherwise|repeat){NAME}) ([\w-]+)$", r"\1: \2"),
        # expressions
        (rf"\b({NAME}) not in ({OWNED})", _there_is_none),
        (r"(?<!\bis )\bnot in (?=[\w{(])", "is not in "),
        (
            rf"\b({NAME}) (?:has|have|holds|owns) (?:an? |the )?({NAME})"
            rf" in (?:his |her |their )?({NAME})\b(?!\()",
            _there_is_in_his,
        ),
        (
            rf"\b((?!next|previous|opponent){OWNED}) has (?:an? |the )?({NAME})\b(?!\()",
            _there_is,
        ),
        (
            rf"\b({THING}) (?:contains?|holds?|includes?) (?:an? |the )?({NAME})\b(?!\()",
            _there_is,
        ),
        (rf"\bnumber of (?:the )?cards? (?:in|on|of|at) (?:the )?({THING})", r"number of \1"),
        (rf"\b({THING}) (?:mod|modulo|%) ({THING}|\d+)", r"remainder(\1, \2)"),
        (rf"\b(?:his|her|their|its|own) ({NAME})", r"\1(p)"),
        (rf"\b(?:my|your) ({NAME})", r"\1(you)"),
        (r"\bis (?:greater|more|larger|higher|bigger) than\b", ">"),
        (rf"\b({OWNED}) (?:reaches|gets to|hits) (?=\d)", r"\1 >= "),
        (rf"\b({OWNED}) exceeds (?=\d)", r"\1 > "),
        (r"\bis (?:less|fewer|smaller|lower) than\b", "<"),
        (r"\bis (?:equal to|equals?|the same as)\b", "is"),
        (r"\bis (?:at least|not less than)\b", ">="),
        (r"\bis (?:at most|not more than)\b", "<="),
        (rf"\b(?:is\s+)?between ({VALUE}?) and (\w+)", r"is in \1..\2"),
        (r"\bis (?:either|one of|any of|in) ([\w ,]+?)(?=\s*(?::|$))", r"is in {\1}"),
        (r"(?<=\{)([^{}]*?),? (?:or|and) (\w+)(?=\})", r"\1, \2"),
        (rf"\b({THING}|\d+)\s*(?:<-|←|:=|=)\s*(\S.*)$", r"set \1 to \2"),
        (r"=\s*if\s+([^,;]+?)\s+then\s+([^,;]+?)\s+else\s+(.+)$", r"= \2 when \1 otherwise \3"),
        (r"=\s*(\w+) if ([^,;]+?) else (.+)$", r"= \1 when \2 otherwise \3"),
        # statements
        (r"^(\s+)(?:return|answer|=) (.+)$", r"\1otherwise: \2"),
        (rf"\blet ({NAME}) (?:be|is|to|equal|equals|as)\s+", r"let \1 = "),
        (rf"\b({OWNED}) (?:gains?|gets?|scores?) ({VALUE})$", r"add \2 to \1"),
        (rf"\b({OWNED}) (?:loses?|pays?) ({VALUE})$", r"subtract \2 from \1"),
        (rf"\b(?:increase|raise|increment) ({THING}) (?:by|with) ({VALUE})$", r"add \2 to \1"),
        (
            rf"\b(?:decrease|reduce|lower|decrement) ({THING}) (?:by|with) ({VALUE})$",
            r"subtract \2 from \1",
        ),
        (rf"\b(?:increment|increase) ({THING})$", r"add 1 to \1"),
        (rf"\b(?:decrement|decrease) ({THING})$", r"subtract 1 from \1"),
        (rf"\b(add \w+) ({THING})\s*$", r"\1 to \2"),
        (rf"\b(subtract \w+) (?:to|off|in) ({THING})\s*$", r"\1 from \2"),
        (rf"\b(add \w+) (?:into|on|onto|in) ({THING})\s*$", r"\1 to \2"),
        (rf"(\d+) (?:{COUNTED})\b", r"\1"),
        (rf"(\d+)(?:{COUNTED})\b", r"\1"),
        (
            rf"\bmove (?:all|every|each)(?: of)?(?: the)?(?: cards?)? (?:of|from|in) ({THING})",
            r"move \1",
        ),
        (r"\bmove (?:all|every)(?: the| of the)? cards? ", "move cards "),
        (rf"\bmove (?:the )?(?:top|first) cards? (?:of|from) ({THING})", r"move top(\1)"),
        (
            rf"\bmove (?:the )?(?:top |first )?(\d+) (?:cards? )?(?:of|from) ({THING})",
            r"move top(\2, \1)",
        ),
        (rf"\bmove ({THING}) from {THING} to ", r"move \1 to "),
        (rf"\bto (?:the )?top of ({THING})", r"to \1 on top"),
        (rf"\bto (?:the )?bottom of ({THING})", r"to \1 at bottom"),
        (r"\b(?:do|does) nothing\b", "nothing"),
        (r"\b(?:can|could) (?:do )?(?=\w)", "may do "),
        (r"\b(?:should|shall|has to|have to|needs to) (?:do )?(?=\w)", "must do "),
        (rf"\b(must|may) (?:do )?(?:either )?({NAME}) or ({NAME})", r"\1 do one of \2, \3"),
        (rf"^(\s*)do (one of {NAME}|{NAME})", r"\1p must do \2"),
        (rf"\b((?:must|may) do {NAME})\([^()]*\)", r"\1"),
        (rf"\btake turns ({NAME}) (?:in|of|from|over) ", r"take turns \1 among "),
        (r"\btake turns among ", "take turns p among "),
        (rf"\b(take turns .*?) while (not )?({VALUE}) is not empty$", r"\1 until \3 is empty"),
        (
            r"^(\s*)repeat (\w+) times,? (until|while) ([^,]+)$",
            r"\1repeat \3 \4, at most \2 times",
        ),
        (
            rf"\bfor each ({NAME}) in [^,:]+?,? (?:starting|beginning) (?:with|from|at) ({THING})",
            r"for each \1 in clockwise(\2)",
        ),
        (r"^(\s*)(?:repeat )?(\d+)(?: times)?\s*$", r"\1repeat \2 times"),
        (rf"\bfor ({NAME}) in range\((\w+)\)", r"for each \1 in 1..\2"),
        (r"\bfor (?:all|every|any) (?=\w)", "for each "),
        (rf"\bfor each ({NAME}),? (?:of|from|among|in) ", r"for each \1 in "),
        (r"\bin (\d+) (?:to|through|until) (\d+)", r"in \1..\2"),
        (
            r"\bchoosing (?:another|an other|any other) player\b",
            "choosing q from players except {you}",
        ),
        (r"\bchoosing an opponent\b", "choosing q from players except {you}"),
        (r"\bchoosing (?:(?:a|any|one) )?player\b", "choosing q from players"),
        (r"\bchoosing (?:(?:a|any|one) )?card (?=from )", "choosing c "),
        (rf"\bchoosing ({NAME}) (?:in|of|among|out of) ", r"choosing \1 from "),
        (r",\s*(where|when) ", r" \1 "),
        (r"^(\s*(?:else )?if .*?\)?)(?:,| do| then)? (?=(?:nobody|players) wins?\b)", r"\1: "),
        (r"^(\s*(?:else )?if [^,:]+), (?=\w)", r"\1: "),
        (r"^(\s*if \(.*?\)) (?=\w)", r"\1: "),
        (rf"\b({THING}) (?:>|<|>=|<=|is)[^:]*? (?:and|or) (?=[<>])", lambda m: f"{m[0]}{m[1]} "),
        (r"^(\s*)(?:the )?winners? (?:is|are) (.+)$", r"\1\2 wins"),
        (rf"^(\s*)({NAME}) loses\s*$", r"\1eliminate \2"),
        (r"^(\s*modify [^:]+:\s*)(?:add )?(\d+)\s*$", r"\1+\2"),
        (r"^(\s*modify [^:]+:\s*)(?:subtract |minus )(\d+)\s*$", r"\1-\2"),
        (r"^(\s*modify [^:]+:\s*)(?:multiply by |x|×|\*)\s*(\d+)\s*$", r"\1times \2"),
        (r"^(\s*modify [^:]+:\s*)(?:set to |=)\s*(\d+)\s*$", r"\1becomes \2"),
        (rf"\b({NAME}) (?:of|for) ({NAME})\b", _of),
        # lists, last: commas are tried where nothing else can be meant
        (rf"{NAME}(?:, {NAME})*(?:,? (?:and|or) |\s*[;&]\s*){NAME}", _listed),
    )
)


def said_otherwise(failure: Failure) -> Diagnostic | None:
    """
    A line that is said as people say it, or as another language does.

    What is proposed can be read; whether it is what was meant, the writer knows.
    """
    return _said(failure, (*idioms_of_examples.WORDS, *HABITS, *idioms.WORDS))


def said_in_signs(failure: Failure) -> Diagnostic | None:
    """The same with signs for words; its slug is `said-otherwise`."""
    return _said(failure, (*SIGNS, *idioms.SIGNS))


def _said(failure: Failure, habits: tuple[Habit, ...]) -> Diagnostic | None:
    length = failure.line_end - failure.line_start
    if failure.layout not in (None, "EOL") or failure.offset > FAR or length > FARTHEST:
        return None
    found = next(_readable(failure, habits), None)
    if found is None:
        return None
    start, end, instead = found
    return error(
        "said-otherwise",
        failure.span(start, end),
        _message(failure.chunk.text[start:end].strip(), instead),
        help=f"write `{instead}`" if instead else "leave it out",
    )


def _message(met: str, instead: str) -> str:
    if not instead:
        return "this line is too much" if "`" in met else f"{quoted(met)} is too much"
    if len(met) + len(instead) > SHORT:
        return f"{quoted(met)} is said otherwise"
    return f"`{met}` stands where `{instead}` is expected"


def _readable(failure: Failure, habits: tuple[Habit, ...]) -> Iterator[tuple[int, int, str]]:
    """Where a habit shows near the place where reading stopped, and what to write there."""
    start, column = failure.line_start, failure.offset - failure.line_start
    hidden = failure.text[start : failure.line_end].rstrip()
    line = failure.chunk.text[start : start + len(hidden)]
    for pattern, instead in habits:
        for found in pattern.finditer(line):
            near = found.start() - 1 <= column <= found.end() + 1
            if not near or hidden.count('"', 0, found.start()) % 2:
                continue
            put = found.expand(instead) if isinstance(instead, str) else instead(found)
            made = line[: found.start()] + put + line[found.end() :]
            if made != line and len(put) <= LONGEST and reads(failure.chunk.text[:start] + made):
                blanks = len(found[0]) - len(found[0].lstrip())
                behind = len(found[0]) - len(found[0].rstrip()) if put.strip() else 0
                yield start + found.start() + blanks, start + found.end() - behind, put.strip()
