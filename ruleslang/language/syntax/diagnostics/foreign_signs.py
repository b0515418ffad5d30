"""Signs of other languages (`!=`, `&&`, `//`, `a.b`), and their replacements."""

from __future__ import annotations

import re
import unicodedata

from attrs import evolve

from ruleslang.language.syntax.diagnostics.hints_by_first_word import template
from ruleslang.language.syntax.diagnostics.hints_by_rest_of_line import begins_a_case
from ruleslang.language.syntax.diagnostics.phrasebook.declared_names import has_only_known_names
from ruleslang.language.syntax.parse_failure import Failure, quoted, reads_with
from ruleslang.source.diagnostic import Diagnostic, Help, error
from ruleslang.source.errors import shown_name
from ruleslang.source.fix import Proposal, leave_out, without_citations, write, write_line
from ruleslang.source.span import Span

SIGNS = re.compile(r"[=!<>:+\-*/&|~≠≤≥]+")
UNEQUAL = ("!=", "!==", "<>", "=/=", "≠", "~=")
TURNED = {"=<": "<=", "=>": ">=", "≤": "<=", "≥": ">="}
CHANGES = ("+=", "-=", "*=", "/=", "++", "--")
WORDS = {"&&": "and", "&": "and", "||": "or", "|": "or", "!": "not", "~": "not"}
COMMENT = re.compile(
    r"//|(?<![\w)])--(?=\s|$)|/\*|--\[\[|;;|<!--|\"{3}|'{3}|^[ \t]*(?:[;%](?!;)|REM\b)",
    re.MULTILINE,
)
MARKS = re.compile(r"\s*\[[A-Z][^\]]*\]\s*(?:designed)?\s*$|\s+designed\s*$")
ENTITY = re.compile(r"&#?\w+;")  # HTML entities
QUESTION = "a condition is `if C: …` and `else: …`; of a value, `2 when C otherwise 0`"
KNOWN = frozenset('()[]{}:,+-*/<>=|."#')
OURS = "the signs of the language are `+ - * / < > <= >= = : , ..`, brackets and quotes"


def foreign_comment(failure: Failure) -> Diagnostic | None:
    """A comment in the form of another language."""
    match = COMMENT.search(failure.text, failure.line_start, failure.line_end)
    if not match or match.start() > failure.offset or failure.line_start > match.start():
        return None
    sign = match.group().strip()
    return error(
        "foreign-comment",
        failure.span(match.end() - len(sign), match.end()),
        f"`{sign}` begins no remark",
        help="a remark begins with `#`",
    )


def semicolon(failure: Failure) -> Diagnostic | None:
    """A semicolon: lines need no terminator, and list items have commas."""
    if failure.met != ";":
        return None
    last = failure.rest.strip() == ";"
    return error(
        "semicolon",
        failure.here(),
        "a semicolon has no meaning",
        help=leave_out().sure if last else "write one statement a line; lists have commas",
    )


def colon_equals(failure: Failure) -> Diagnostic | None:
    """`:=`, the assignment of other languages."""
    sign, start = _sign(failure)
    if sign != ":=":
        return None
    return error(
        "colon-equals",
        failure.span(start, start + 2),
        "`:=` has no meaning",
        help="`let x = …` makes a name, `set x to …` changes a state",
    )


def compound_assignment(failure: Failure) -> Diagnostic | None:
    """`+=` and the like, for `add 2 to score(p)`."""
    sign, start = _sign(failure)
    if sign not in CHANGES:
        return None
    words = {"+": "`add … to …`", "-": "`subtract … from …`"}.get(sign[0], "`set … to …`")
    place = failure.span(start, start + len(sign))
    message = f"`{sign}` has no meaning"
    rewritten = _changed_by(failure, sign)
    if rewritten is None:
        return error("compound-assignment", place, message, help=f"write {words}")
    begin, end, line = rewritten
    return error("compound-assignment", failure.span(begin, end), message, help=write(line))


def _changed_by(failure: Failure, sign: str) -> tuple[int, int, str] | None:
    """The span of a line such as `score(p) += 2`, and its replacement."""
    begin = failure.line_start + len(failure.margin)
    line = MARKS.sub("", failure.text[begin : failure.line_end]).rstrip()
    match = re.search(r"(?:^|(?<=: ))(\w+(?:\([^()]*\))?)\s*([+-])=\s*(\S.*)$", line)
    if match is None or not sign.endswith("=") or not failure.margin:
        return None
    begin, line = begin + match.start(), match[0]
    to = f"to {match[1]}" if match[2] == "+" else f"from {match[1]}"
    rewritten = f"{'add' if match[2] == '+' else 'subtract'} {match[3]} {to}"
    end = begin + len(line)
    return (begin, end, rewritten) if reads_with(failure, begin, end, rewritten) else None


def unequal_sign(failure: Failure) -> Diagnostic | None:
    """`!=` or `<>`, which the language writes `is not`."""
    sign, start = _sign(failure)
    return (
        error("unequal-sign", *_for_word(failure, start, sign, "is not"))
        if sign in UNEQUAL
        else None
    )


def comparison_sign(failure: Failure) -> Diagnostic | None:
    """A comparison with its signs exchanged, or in one character: `=>`, `≤`."""
    sign, start = _sign(failure)
    read = TURNED.get(sign, "")
    if not read or not reads_with(failure, start, start + len(sign), read):
        return None
    return error("comparison-sign", *_for_word(failure, start, sign, read))


def equals_sign(failure: Failure) -> Diagnostic | None:
    """`=` or `==` where a word is expected."""
    sign, start = _sign(failure)
    if not re.fullmatch("=+", sign) or start == failure.line_start:
        return None
    span = failure.span(start, start + len(sign))
    named = re.search(r"[(,]\s*\w+\s*$", failure.before) and ":" in failure.expected
    cases = failure.before.strip() == failure.first_word and begins_a_case(failure)
    for word in (":",) if named or cases else ("is", "to", ":"):
        if word in failure.expected:
            return error(
                "equals-sign",
                span,
                f"`{sign}` stands where `{word}` is expected",
                help=_typed_state(failure)
                or (template(failure) if failure.first_word == "has" else None)
                or _form(failure, start, sign, word)
                or _in_place(failure, start, sign, word),
            )
    if len(sign) > 1:
        return error(
            "equals-sign", span, f"`{sign}` has no meaning", help="write `=`, or `is` to compare"
        )
    if "chooses" in failure.expected:
        return error(
            "equals-sign",
            span,
            "`=` changes nothing by itself",
            help=_rolled(failure)
            or _to_set(failure)
            or "`let x = …` makes a name, `set x to …` changes a state",
        )
    return None


def _rolled(failure: Failure) -> Help:
    """`cup = roll 5 d6`, as dice on the table, or as a name."""
    line = MARKS.sub("", failure.line)
    match = re.fullmatch(r"\s*(\w+(?:\([^)]*\))?)\s*=\s*roll (\S.*?)\s*", line)
    if not match:
        return None
    return (
        f"what is rolled gets its name behind: `roll {match[2]} as {match[1]}`; dice that lie on"
        f" the table, `roll {match[2]} to {match[1]}`"
    )


def _to_set(failure: Failure) -> Help:
    """The assignment to a state of this name, if declared."""
    line = MARKS.sub("", failure.line)
    match = re.match(r"\s*((\w+)(?:\([^=]*\))?)\s*=\s*(\S.*?)\s*$", line)
    declared = rf"^state {match[2]}\b|\blet {match[2]}\b" if match else ""
    if not match or not re.search(declared, failure.rulebook, re.MULTILINE):
        return None
    value = {"true": "yes", "false": "no"}.get(match[3].lower(), match[3])
    return write_line(f"set {match[1]} to {value}")


def _typed_state(failure: Failure) -> str | None:
    """The help for a state without a type."""
    match = re.match(r"state\s+([^\n=:]+?)\s*$", failure.before)
    return f"a state needs a type: `state {match[1]}: {_start(failure)}`" if match else None


def _start(failure: Failure) -> str:
    """
    The type and start value of a state that gives only one of them, as far as can be inferred.
    """
    match = re.match(r"=\s*(\w+)", failure.rest)
    word = match[1].lower() if match else "0"
    if word in ("yes", "no", "true", "false"):
        return f"yes or no = {'yes' if word in ('yes', 'true') else 'no'}"
    if word.isdigit():
        return f"0..{max(9, int(word))} = {word}"
    lists = re.findall(r"^words (\w+):(.*)$", failure.chunk.source.text, re.MULTILINE)
    of = next((name for name, row in lists if word in re.findall(r"\w+", row.lower())), "")
    return f"{of} = {match[1]}" if of and match else "0..9 = 0"


def chained_comparison(failure: Failure) -> Diagnostic | None:
    """A chained comparison, `a < b < c`."""
    compares = failure.met in ("<", "<=", ">", ">=", "is")
    if not compares or "and" not in failure.expected or "CMP" in failure.expected:
        return None
    return error(
        "chained-comparison",
        failure.here(),
        f"`{failure.met}` follows another comparison",
        help="join them with `and`, or write `x is in 1..5`",
    )


def symbol_for_word(failure: Failure) -> Diagnostic | None:
    """`&&`, `||` or `!`, which the language writes `and`, `or` and `not`."""
    sign, start = _sign(failure)
    if sign not in WORDS or (sign == "|" and not failure.before.strip()):
        return None
    if ENTITY.match(failure.text, start):
        return None
    is_list = sign == "|" and "or" not in failure.expected and "," in failure.expected
    return error(
        "symbol-for-word", *_for_word(failure, start, sign, "," if is_list else WORDS[sign])
    )


def decimal_number(failure: Failure) -> Diagnostic | None:
    """A number with a fraction: all numbers are integers, so that every machine computes alike."""
    match = re.search(r"\d+$", failure.before)
    after = re.match(r"\.\d+|,\d+(?=\s+(?:to|from|for|as|rounded)\b)", failure.rest)
    if not match or not after:
        return None
    start = failure.line_start + match.start()
    return error(
        "decimal-number",
        failure.span(start, failure.offset + after.end()),
        f"{quoted(match.group() + after.group())} is not a whole number",
        help="a chance is a fraction of whole numbers: `1 / 6`"
        if "chance of" in failure.before
        else "count in whole numbers, and divide with `rounded up` or `rounded down`",
    )


def dotted_name(failure: Failure) -> Diagnostic | None:
    """A dot between names: `p.score` for `score(p)`."""
    owner = re.search(r"[^\W\d]\w*(\([^()]*\))?$", failure.before)
    part = re.match(r"\.([^\W\d]\w*)", failure.rest)
    if not owner or not part:
        return None
    start = failure.line_start + owner.start()
    if asked := MEMBERSHIP.match(failure.rest):
        span = failure.span(start, failure.offset + asked.end())
        proposal = write(f"{asked['member']} is in {owner.group()}")
        return error("dotted-name", span, "a dot stands between two names", help=proposal)
    return error(
        "dotted-name",
        failure.span(start, failure.offset + part.end()),
        "a dot stands between two names",
        help=_without_dot(failure, owner.group(), part.group(1)),
    )


LOOKALIKES = {"″": '"', "‟": '"', "→": "to", "⇒": "to", "⁄": "/", "∙": "*", "¦": "|"}
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
}
"""What is done in other languages by a dot behind a thing, and here is not asked of it."""


MEMBERSHIP = re.compile(r"\.(?:contains|includes|has|include)\((?P<member>\w+(?:\([^()]*\))?)\)")


def _without_dot(failure: Failure, owner: str, part: str) -> str:
    if part in ("name", "title", "id") and not owner[0].isupper():
        return f"a card is told by its id: `title({owner}) is fox`"
    other = METHODS.get(part.lower())
    if other or has_only_known_names(failure, part):
        return other or f"write {quoted(f'{part}({owner})')}"
    return "what belongs to something is written with brackets, as `score(p)` or `cost(c)`"


def copies_apart(failure: Failure) -> Diagnostic | None:
    """Copies in another form than `x4`."""
    match = re.match(r"[xX×*]\s*(\d+)\b|(\d+)\s*[xX×]", failure.rest)
    if not match or not failure.expected & {"COPIES", "*"}:
        return None
    if re.match(r"x\d", match.group()):
        return None  # the form is right, the place is not
    number = match.group(1) or match.group(2)
    return error(
        "copies-apart",
        failure.here(len(match.group())),
        f"{quoted(match.group())} stands where {quoted(f'x{number}')} is expected",
        help=write(f"x{number}").sure,
    )


def unknown_sign(failure: Failure) -> Diagnostic | None:
    """A sign that is not in the language."""
    if (
        not failure.met
        or failure.met[0].isalnum()
        or failure.met[0] == "_"
        or failure.met[0] in KNOWN
    ):
        return None
    return error(
        "unknown-sign",
        failure.here(),
        f"`{shown_name(failure.met)}` is no sign of the language",
        help=QUESTION if failure.met == "?" else _plain_sign(failure) or template(failure) or OURS,
    )


def _plain_sign(failure: Failure) -> Help:
    """The sign of the language for a wide, small or typographic one, all through the line."""
    met = failure.met
    plain = _plain(met)
    if unicodedata.category(met[0]) == "Cf":
        return "delete it: nobody sees it, as a place to part a word at the end of a line"
    if plain == met or not plain.isascii():
        return None
    line = without_citations(failure.written_line).strip()
    return write_line("".join(map(_plain, line)), f"write `{plain}`")


def _plain(sign: str) -> str:
    return LOOKALIKES.get(sign) or unicodedata.normalize("NFKC", sign)


def _sign(failure: Failure) -> tuple[str, int]:
    """The sign that ends where parsing stopped, and its start."""
    start = failure.offset
    while start > failure.line_start and SIGNS.match(failure.text[start - 1]):
        start -= 1
    match = SIGNS.match(failure.text, start)
    return (match.group(), start) if match else ("", start)


def _form(failure: Failure, start: int, sign: str, word: str) -> str | None:
    """The form of such a line, if replacing the sign by a colon is not enough."""
    reads = word != ":" or reads_with(failure, start, start + len(sign), ":")
    return None if reads else template(failure)


def _for_word(failure: Failure, start: int, sign: str, word: str) -> tuple[Span, str, Proposal]:
    """Place, message and help of an error about a sign in the place of a word."""
    place = failure.span(start, start + len(sign))
    help = _in_place(failure, start, sign, word)
    return place, f"`{sign}` stands where `{word}` is expected", help


def _in_place(failure: Failure, start: int, sign: str, word: str) -> Proposal:
    """The help that replaces a sign by a word between blanks."""
    before, behind = failure.text[start - 1 : start], failure.text[start + len(sign) :][:1]
    blank_before = "" if not before or before.isspace() or before == "(" else " "
    blank_behind = "" if behind.isspace() else " "
    return evolve(write(word).sure, lines=(f"{blank_before}{word}{blank_behind}",))
