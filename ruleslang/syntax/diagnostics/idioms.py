"""
What people write by habit who come from paper, tables or other languages, beside the commonest.

A row is a pattern and what to write in its place; nothing is proposed with which the line could not
be read to its end. Signs are tried before any part of the line is blamed by itself, words after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from ruleslang.syntax import keywords
from ruleslang.syntax.diagnostics.phrasebook.declared_names import NUMBERS

Found = re.Match[str]
Idiom = tuple[re.Pattern[str], str | Callable[[Found], str]]

NAME = r"[^\W\d]\w*"
THING = rf"{NAME}(?:\([^()]*\))?"
OWNED = rf"{NAME}\([^()]*\)"
OF = re.compile(rf"\b({NAME}) of ({NAME})\b(?!\()")
FOLDS = {"sum": "sum", "max": "highest", "min": "lowest", "set": "set"}
COUNTED = {word: str(number) for number, word in enumerate(NUMBERS) if number > 1}
DEEDS = "add|answer|eliminate|move|nothing|reveal|roll|set|shuffle|stop|subtract"
LATER = r"seen by|count seen|reset each|stops at the ends|ordered|at most|neighbours|one piece|rows"


def _fold(found: Found) -> str:
    """A sum as other languages have it: `max(cost(c) for c in pile)`."""
    return f"{FOLDS[found[1]]} of {found[2]} over {found[3]} in {found[4]}"


def _each_of(found: Found) -> str:
    """
    Everything that is said `f of x` in a line, in brackets.

    >>> _each_of(re.match(".*", "add income of p to coins of p"))
    'add income(p) to coins(p)'
    """
    return OF.sub(lambda m: m[0] if m[1] in keywords.EXPRESSIONS else f"{m[1]}({m[2]})", found[0])


def _named(found: Found) -> str:
    """A head with a text where its name should stand."""
    name = re.sub(r"\W+", "_", found[2].strip()).lower()
    return f"{found[1]} {name}"


def _ranged(found: Found) -> str:
    """A state that only says where it starts; ninety-nine is as far as most go."""
    return f"{found[1]}: 0..{max(99, int(found[2]))} = {found[2]}"


def _said_so(found: Found) -> str:
    truth = "yes" if found[3] in ("true", "True", "TRUE", "yes") else "no"
    return f"{found[1]}set {found[2]} to {truth}"


def _faces(found: Found) -> str:
    """
    The faces of a die with how many there are of each in front of them.

    >>> _faces(re.match("(die w): (.*)", "die w: 3 calm, 1 gale"))
    'die w: calm x3, gale'
    """
    faces = re.findall(rf"(\d+) ?[xX×]? ?({NAME})", found[2])
    each = (name if many == "1" else f"{name} x{many}" for many, name in faces)
    return f"{found[1]}: {', '.join(each)}"


def _seats(found: Found) -> str:
    """Names of players without their number, or with it in another place."""
    names = re.findall(r"[^\W\d]\w*", re.sub(r"\b(?:and|or)\b", ",", found[2]))
    return f"{found[1]}players {len(names)}: {', '.join(names)}"


SIGNS: tuple[Idiom, ...] = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        (r"^\s*```\w*\s*$", ""),
        (r"^(\s*)(\*\*|__|~~|\*|`)(?=\w)(.+?)\2\s*$", r"\1\3"),
        (r"(\*\*|__|~~|`)(?=\w)([^*_~`]+)\1", r"\2"),
        (rf"\b({'|'.join(FOLDS)})\(([^,]+?) for ({NAME}) in ([^()]+(?:\([^()]*\))?)\)", _fold),
        (rf"^(\s+)if (.+?): ({NAME})((?: \"[^\"]*\")?)$", r"\1\3\4 if \2"),
        (rf"^(\s*)(?:{NAME}['’]s|his|her|their) turn (?:ends|is over)$", r"\1end turn"),
        (rf"^(\s*)(?:let )?({NAME}) = (?:roll|throw) (\S.*)$", r"\1roll \3 as \2"),
        (rf"^(\s+)(\"[^\"]*\")\s*:?\s+({NAME})(?= if |:|$)", r"\1\3 \2"),
        (rf"^(\s+)({THING}) = (true|false|True|False|TRUE|FALSE|yes|no)$", _said_so),
        (rf"\bsum\(({THING})\)", r"sum of \1"),
        (r"\b(is|in) \[([\w, ]+)\]", r"\1 {\2}"),
        (r"^(\s*)players:? (?:\d+ )?\((\w+(?:, \w+)+)\)$", _seats),
        (r"^(\s*)players:? (?:\d+:? )?([^\W\d]\w*(?:(?:,| and|, and) [^\W\d]\w*)+)$", _seats),
        (r"\b(from) \[([\w, ]+)\]", r"\1 {\2}"),
        (r"(\bchance of .*[ (])(\d+)\s*%", r"\1\2 / 100"),
    )
)
"""Idioms of which a part would be blamed by itself."""

WORDS: tuple[Idiom, ...] = tuple(
    (re.compile(pattern), instead)
    for pattern, instead in (
        # heads
        (r"^(\s*players) (\d+) (?:to|-|–|through|bis|or) (\d+)$", r"\1 \2..\3"),
        (r"^(\s*)(\d+(?:\.\.\d+)?) players$", r"\1players \2"),
        (
            r"^(\s*)(?:max|maximum|at most|limit)(?:imum)?:? (\d+) decisions$",
            r"\1at most \2 decisions, then nobody wins",
        ),
        (
            r"^(action|check|deck|kind|phase|procedure|state|value|window|words|zone)"
            r' "([^"\n]*)"',
            _named,
        ),
        (r"^die (?:\d*)d(\d+)$", r"die d\1: 1..\1"),
        (
            r"\bresets? (?:every|per|at (?:the )?(?:end|start) of(?: each| every| the)?) (?=\w)",
            "reset each ",
        ),
        (rf"([\w)]+) ((?:{LATER})\b)", r"\1, \2"),
        (rf"^(state {THING}) (?:is|starts? (?:at|with)|=|at) (\d+)$", _ranged),
        (r"^((?:phase|procedure|check|zone|words|kind) .*?) (?:[-–—]|//) (.+)$", r"\1  # \2"),
        (r"^(zone .*?), (?:max|maximum|up to|limit) (\d+)", r"\1, at most \2"),
        (rf"^(zone {THING}): (?:deck|stack|pile|list|set) of ", r"\1: "),
        (
            r"^(zone .*?), (?:an? )?(?:stack|pile|deck|face down|sorted|in order)(?=,|$)",
            r"\1, ordered",
        ),
        (rf"^(zone {NAME}): ({NAME}), (?:one|1) (?:per|for each|each) player", r"\1(player): \2"),
        (rf"\bchoosing (?:an? |the |one )(?:{NAME} )?({NAME}) from ", r"choosing \1 from "),
        (
            rf"\b(choosing {NAME} from {THING}) (?:if|when|with|such that|so that) (?=\w)",
            r"\1 where ",
        ),
        (
            r"^(board \w+:) (?:grid )?\(?(\d+) ?(?:x|×|,|by|columns?,?) ?(\d+)\)?(?: rows?)?",
            r"\1 grid \2 by \3",
        ),
        (r"^(deck .*, \w+) is (\d+)$", r"\1 in {\2}"),
        (r"^(deck \w+) of (\w+) (x\d+)(?=:)", r"\1 \3 of \2"),
        (r"^(\s*payoff):? (\w+)(?:\(.*\))?$", r"\1 \2"),
        (r"\bthen (players (?:with|where) .+?) wins?$", r"then (\1) win"),
        (r", (\d) neighbou?rs?\b", r", neighbours \1"),
        (rf"^(die {NAME}): (\d+ ?[xX×]? ?{NAME}(?:, \d+ ?[xX×]? ?{NAME})*)$", _faces),
        (r"\breset (?!each\b)(?=\w)", "reset each "),
        (r'^(measure "[^"]*"(?: at \w+)?): ?(?=\S)', r"\1 = "),
        (
            r'^(measure "[^"]*" at) (?:the )?end of (?:each |every |a |the )?(?=\w)',
            r"\1 ",
        ),
        # cases of values
        (r"^(\s+)(?:else )?if (.+?): (.+)$", r"\1when \2: \3"),
        (r"^(\s+)(?:case )?(.+?) ?(?:->|=>|→) ?(.+)$", r"\1when \2: \3"),
        (r"^(\s+)(?:default|else|otherwise|any other):? (.+)$", r"\1otherwise: \2"),
        # players and menus
        (rf"^(\s+{NAME}) ?(?:->|=>|→|-|=) ?(\S.*)$", r"\1: \2"),
        (r",? (?:or )?(?:else|otherwise)(?: then)?:? (?=\w+(?:\([^()]*\))?$)", ", if impossible "),
        (rf"\b(chooses {NAME}(?: \"[^\"]*\")?) (?:up to|at most) (\S.*)$", r"\1 from 0..\2"),
        (rf"\b({NAME}) \w+ between (\w+) and (\S.*)$", r"\1 chooses n from \2..\3"),
        (
            rf"\b({NAME}) (?:has won|have won|won|is the winner|wins the (?:game|match))$",
            r"\1 wins",
        ),
        (rf"\b({NAME}) (?:may|can|must) (?:choose|pick) one of\b", r"\1 chooses one of"),
        (
            rf"\b({NAME}) (?:chooses|picks|selects) (?:between|from|one|either|an option)$",
            r"\1 chooses one of",
        ),
        (r"^(\s+)(?:or|and|either|otherwise)\s+(?=\w)", r"\1"),
        (r"^(\s*repeat) (?:forever|endlessly|always|on and on)$", r"\1"),
        (r"^(\s*prefer .*?) (?:if|when) (?=\w)", r"\1 where "),
        (r"^(\s+)(?:prefer not|never|do not|don[’']t|not)(?: to)? (?=\w)", r"\1avoid "),
        (rf"^(\s+(?:prefer|avoid) {NAME}) (?!by\b|where\b)({NAME})$", r"\1(\2)"),
        (r"^(\s+otherwise) (?:at random|randomly|random|any)$", r"\1 chance"),
        (
            rf"^(\s+{NAME}(?: \"[^\"]*\")?) ({OWNED}|(?:{DEEDS})\b.*)$",
            r"\1: \2",
        ),
        (rf"^(\s+)({NAME} (?:where|by)) (?=\w)", r"\1prefer \2 "),
        (
            rf"\bchooses (?:exactly )?({'|'.join(COUNTED)}|\d+) (?:\w+ )?cards? from ",
            lambda found: f"chooses {COUNTED.get(found[1], found[1])} picked from ",
        ),
        (
            r"\b(?:visible|shown|known|open) (?:to|for) (?:none|no one|noone|nobody)$",
            "seen by nobody",
        ),
        # statements
        (
            rf"^(\s+|.*: )({THING}) (?:is|gets|becomes) (?:eliminated|out(?: of the game)?)$",
            r"\1eliminate \2",
        ),
        (rf"\b(end {NAME})\([^()]*\)", r"\1"),
        (rf"^(\s+until) (?:the )?(end|start)s? of (?:the |this |that |a )?({NAME})$", r"\1 \3 \2s"),
        (r"^(\s*modify [^:]+): ([^:]+?) (where [^,:]+)(.*)$", r"\1 \3: \2\4"),
        (r'^(omit \[[^\]]*\]) ([^"]+)$', r'\1 "\2"'),
        (r"\b(pick .+? from .+?) by (.+?) (where .+)$", r"\1 \3 by \2"),
        (rf"^(\s*pays) ({THING}) (\d+)$", r"\1 \3 from \2"),
        (
            r"^(\s*limit) (?:once|(\d+)(?: times?)?) (?:per|each|every|a|in each|in a) (?=\w)",
            lambda found: f"{found[1]} {found[2] or 1} per ",
        ),
        (
            rf"(?!.*\b(?:from|in)\b)\b(choos\w+ (?!an?\b|the\b|any\b){NAME}(?: \"[^\"]*\")?) "
            r"(?=\d|\w+\(|[A-Z]\w+$)",
            r"\1 from ",
        ),
        (
            rf"\b(from {THING}) (?!where\b|by\b|so\b|with\b)({THING} (?:is|>=?|<=?) .+)$",
            r"\1 where \2",
        ),
        (r"\brepeat for (\w+) (?:rounds|times|turns)$", r"repeat \1 times"),
        (r"\brepeat (?:up to|at most) (\w+) times$", r"repeat \1 times"),
        (rf"^(\s*)(?:reset|clear) ({THING})$", r"\1set \2 to 0"),
        (
            r"^(\s*)(?:simultaneously|at the same time|all together),? for each ",
            r"\1together for each ",
        ),
        (
            r"^(\s*)(?:all|both) players (?:together|at once|simultaneously|at the same time)$",
            r"\1together for each p in players",
        ),
        (rf"^(\s*)(?:show|expose|turn over|display) ({THING})$", r"\1reveal \2"),
        (
            r"^(\s*)(?:requires?|needs?|allowed (?:only )?if|only when|possible if) (?=\w)",
            r"\1only if ",
        ),
        (rf"^(\s*)costs? (\d+) ({NAME})$", r"\1pays \2 from \3"),
        (r"\bnothing (?:happens|else|more)$", "nothing"),
        (r"^(\s+)(until|while) (?=\S)", r"\1repeat \2 "),
        (r"^(\s+)(?!only if )(\S.*) if (\S.*)$", r"\1if \3: \2"),
        (r"^(\s+)(?:when|once|as soon as) (\S.*?): ", r"\1if \2: "),
        (rf"\bpick (?:an? )?random ({NAME}) from ({THING})$", r"pick \1 from \2 by chance"),
        (rf"\bpick (?:an? )?random (?!player)({NAME})$", r"pick \1 from players by chance"),
        (rf"\b(pick (?:\d+ )?{NAME}) by (chance|order) (from .+)$", r"\1 \3 by \2"),
        (
            r"\brepeat (?:up to|at most|max) (\w+) times,? (until|while) (.+)$",
            r"repeat \2 \3, at most \1 times",
        ),
        (
            r",? (?:\(?(?:max|maximum|up to|at most|limit)\.? (\d+)(?: times)?\)?)$",
            r", at most \1 times",
        ),
        (r"^(\s*repeat) (\d+) ?[xX×]$", r"\1 \2 times"),
        (rf"\bstarting (?:with |at |from )?(?:the )?left of ({THING})", r"starting with next(\1)"),
        (
            rf"\btake turns (?:clockwise|in order|around),? starting (?:with|at|from) ({THING})",
            r"take turns p among players starting with \1",
        ),
        (rf"^(\s*set {THING}) (?!to\b)({THING})$", r"\1 to \2"),
        (rf"\bfrom ({NAME}(?:, {NAME})+)$", r"from {\1}"),
        (rf"\b(roll (?:\d+ )?{NAME}) (?:into|in|to|->|=|giving|for) ({NAME})$", r"\1 as \2"),
        (rf"\badd to ({THING}) (\S+)$", r"add \2 to \1"),
        (rf"\bsubtract from ({THING}) (\S+)$", r"subtract \2 from \1"),
        (rf"(^\s*|: )({THING}) \+ (\S.*)$", r"\1add \3 to \2"),
        (rf"(^\s*|: )({THING}) - (\S.*)$", r"\1subtract \3 from \2"),
        (rf"^(\s*)({THING}) (?:is now|is set to|becomes|changes to) (\S.*)$", r"\1set \2 to \3"),
        (r"^(\s+)(?:expect|expected|assert|result|should)s?:?\s+(?=\w)", r"\1then "),
        # expressions
        (r"= ([^=]+?) if (.+? otherwise .+)$", r"= \1 when \2"),
        (r"\b(is|to|in|from) \((\d+, ?\d+)\)", r"\1 cell(\2)"),
        (
            rf"\b({NAME})\(({NAME})\) of ({NAME})\b",
            r"\1(\2, \3)",
        ),
        (
            rf"\b(?:the )?player (?:to|on) (?:the |his |her )?left(?: side)? of ({NAME})",
            r"next(\1)",
        ),
        (
            rf"\b(?:the )?player (?:to|on) (?:the |his |her )?right(?: side)? of ({NAME})",
            r"previous(\1)",
        ),
        (rf"\b(?:there (?:exists|are)|exists|some) ({NAME}) in ", r"there is \1 in "),
        (r"\bplus\b", "+"),
        (r"\bminus\b", "-"),
        (rf"\b({THING}) is ((?:\d+, )*\d+),? (?:or|and) (\d+)\b", r"\1 is in {\2, \3}"),
        (rf"\b({THING}) are ((?:\d+, )+)(?:and )?(\d+)\b", r"\1 is {\2\3}"),
        (r"(?<=\w\)) ([<>]) =", r" \1="),
        (r"\b(?:max|maximum|greatest|largest) of (?=\w)", "highest of "),
        (r"\b(?:min|minimum|least|smallest) of (?=\w)", "lowest of "),
        (r"\bin (-?\d+) (?:to|-|through) (-?\d+)\b", r"in \1..\2"),
        (rf"\b({NAME}) of (?:the )?top card (?:of|in|on) (?:the )?({THING})", r"\1(top(\2))"),
        (rf"\b(?:the )?top card (?:of|in|on) (?:the )?({THING})", r"top(\1)"),
        (
            rf"\bsum of ({NAME}) (?:of|in|over) (?:all |the )?(?:cards (?:in|of) )?({OWNED})",
            r"sum of \1(c) over c in \2",
        ),
        (
            rf"\b(sum|highest|lowest) of (\S.*?) for (?:each|all|every) ({NAME}) in ",
            r"\1 of \2 over \3 in ",
        ),
        (
            rf"\b(?:total|sum of the|total of) ({NAME}) (?:of|in) (?:all |the )?"
            rf"(?:cards (?:in|of) )?({OWNED})",
            r"sum of \1(c) over c in \2",
        ),
        (rf"\((?!next|previous|top|first|opponent)({THING}) ({NAME})\)", r"(\1, \2)"),
        (rf"\b([a-z]\d?) ({NAME})\b(?!\()", r"\2(\1)"),
        (rf"\b({OWNED}) (?:or more|or higher|or greater)\b", r">= \1"),
        (r"\b(\d+) (?:in|out of|to) (\d+)$", r"\1 / \2"),
        (rf"^.*\b{NAME} of {NAME}\b.*\b{NAME} of {NAME}\b.*$", _each_of),
    )
)
