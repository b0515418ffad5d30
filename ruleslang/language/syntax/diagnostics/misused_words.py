"""Words and signs where they cannot be: comments of other languages, reserved words, statements."""

from __future__ import annotations

import re
import unicodedata

from ruleslang.language.syntax import keywords
from ruleslang.language.syntax.diagnostics.general import form
from ruleslang.language.syntax.diagnostics.misplaced_lines import EFFECTS, head_above, line_above
from ruleslang.language.syntax.diagnostics.words import MEANT
from ruleslang.language.syntax.parse_failure import Failure, corrected_head, quoted
from ruleslang.source.diagnostic import Diagnostic, Help, error
from ruleslang.source.errors import shown_name
from ruleslang.source.fix import Proposal, without_citations, write, write_line
from ruleslang.source.suggest import is_clear_typo

COMMENT = re.compile(
    r"//|(?<![\w)])--(?=\s|$)|/\*|--\[\[|;;|<!--|\"{3}|'{3}|^[ \t]*(?:[;%](?!;)|REM\b)",
    re.MULTILINE,
)
KNOWN = frozenset('()[]{}:,+-*/<>=|."#?;%')
LOOKALIKES = {"″": '"', "‟": '"', "→": "to", "⇒": "to", "⁄": "/", "∙": "*", "¦": "|"}
OURS = "the signs of the language are `+ - * / < > <= >= = : , ..`, brackets and quotes"


def foreign_comment(failure: Failure) -> Diagnostic | None:
    """Report a comment in the form of another language."""
    match = COMMENT.search(failure.text, failure.line_start, failure.line_end)
    if not match or match.start() > failure.offset:
        return None
    sign = match.group().strip()
    place = failure.span(match.end() - len(sign), match.end())
    message = f"`{sign}` doesn't begin a comment"
    return error("foreign-comment", place, message, help="a comment begins with `#`")


def misspelt_head(failure: Failure) -> Diagnostic | None:
    """Report a misspelt first word of a line that opens a block: `misspelt-word`."""
    head = line_above(failure) if failure.layout == "_INDENT" else None
    if not head:
        return None
    if head.group() == "otherwise":
        message = "got `otherwise`, expected `else`"
        help = write("else").sure
        return error("otherwise-for-else", failure.span(*head.span()), message, help=help)
    foreign = MEANT.get(head.group().lower())
    known = corrected_head(failure.written_above, head, [foreign] if foreign else [])
    if known is None:
        return None
    proposal = Proposal(f"did you mean `{known}`?", (known,))
    message = f"{quoted(head.group())} isn't a word of the language here"
    sure = is_clear_typo(head.group(), known, keywords.KEYWORDS)
    help = proposal.sure if sure else proposal
    return error("misspelt-word", failure.span(*head.span()), message, help=help)


def misplaced_statement(failure: Failure) -> Diagnostic | None:
    """Report a statement among the lines of a card, or among the labels of a menu."""
    first = failure.first
    named = failure.expected & {":", "*"} and "chooses" not in failure.expected
    if not first or not named or failure.text[first.end() : failure.offset].strip():
        return None
    if first.group() not in keywords.STATEMENTS or failure.offset <= first.end():
        return None
    if (head_above(failure) or [""])[0] == "depending":
        return None
    message = f"`{first.group()}` begins a statement, which isn't allowed here"
    help = "put it below `play`, or below the name of a branch"
    if first.group() == "if":
        help = 'a branch begins with its name, and its condition follows: `stay "…" if C`'
    return error("misplaced-statement", failure.span(*first.span()), message, help=help)


def while_for_repeat(failure: Failure) -> Diagnostic | None:
    """Report `while` for a loop; alone it introduces standing effects."""
    if not failure.expected or not failure.expected <= EFFECTS | {"_DEDENT"}:
        return None
    head = head_above(failure)
    if not head or head.group() != "while":
        return None
    if failure.found and re.match(r"(card|kind|while)\b", failure.text):
        message = f"`while` contains only effects, and {quoted(failure.found)} doesn't begin one"
        help = (
            "add a line above it that says when, such as `after turn(you)`; numbers are changed by"
            " `modify`"
        )
        return error("while-for-repeat", failure.here(), message, help=help)
    message = "`while` alone contains effects, not statements"
    help = "a loop is written `repeat while …`"
    return error("while-for-repeat", failure.span(*head.span()), message, help=help)


def number_as_name(failure: Failure) -> Diagnostic | None:
    """Report a number, or a word that starts with one, where a name is expected."""
    number = re.compile(r"\d+\w*").match(failure.text, failure.offset)
    glued = re.search(r"(?<!\w)\d+$", failure.before)
    if glued and re.match(r"[^\W\d]", failure.rest):
        number = re.compile(r"\w+").match(failure.text, failure.line_start + glued.start())
    elif not number or "NAME" not in failure.expected or "INT" in failure.expected:
        return None
    assert number is not None, "a digit is met, or stands before"
    message = f"got {quoted(number.group())}, expected a name"
    place = failure.span(*number.span())
    help = form(failure) if re.match(r"(?:zone|deck) .*:", failure.before) else None
    return error("number-as-name", place, message, help=help or "a name begins with a letter")


def keyword_as_name(failure: Failure) -> Diagnostic | None:
    """Report a reserved word as a name, or as that of a procedure."""
    word, first = failure.first_word, failure.first
    if failure.found == "(" and first and word in keywords.CALLS and failure.before.strip() == word:
        message = f"`{word}` is a word of the language, not a name"
        help = f"`{word}` begins other lines, so it can't be the name of a procedure"
        return error("keyword-as-name", failure.span(*first.span()), message, help=help)
    if failure.found not in keywords.KEYWORDS or failure.expected != {"NAME"}:
        return None
    message = f"`{failure.found}` is a word of the language, not a name"
    return error("keyword-as-name", failure.here(), message, help="choose another name")


def let_of_a_keyword(failure: Failure) -> Diagnostic | None:
    """Report a word of the language that a `let` above made a name, where it cannot be read."""
    for let in re.finditer(r"^\s+let (\w+) =", failure.text[: failure.line_start], re.MULTILINE):
        if let[1] in keywords.KEYWORDS and re.search(rf"\b{let[1]}\s*$", failure.before):
            message = f"`{let[1]}` is a word of the language, not a name"
            place = failure.span(*let.span(1))
            return error("keyword-as-name", place, message, help="choose another name")
    return None


def given_after_then(failure: Failure) -> Diagnostic | None:
    """Report a `given` below a `then` of a claim."""
    is_claim = failure.text.startswith("claim")
    if not is_claim or failure.found != "given" or "then" not in failure.expected:
        return None
    message = "in a claim, `given` comes before `then`"
    help = "move the line up, or begin another claim with it"
    return error("misplaced-statement", failure.here(), message, help=help)


def unknown_sign(failure: Failure) -> Diagnostic | None:
    """Report a sign that is not in the language."""
    found = failure.found
    if not found or found[0].isalnum() or found[0] == "_" or found[0] in KNOWN:
        return None
    message = f"`{shown_name(found)}` isn't a sign of the language"
    return error(
        "unknown-sign", failure.here(), message, help=_plain_sign(failure) or form(failure) or OURS
    )


def _plain_sign(failure: Failure) -> Help:
    """Propose the sign of the language for a wide, small or typographic one, in the whole line."""
    plain = _plain(failure.found)
    if unicodedata.category(failure.found[0]) == "Cf":
        return "delete it: it is an invisible soft hyphen"
    if plain == failure.found or not plain.isascii():
        return None
    line = without_citations(failure.written_line).strip()
    return write_line("".join(map(_plain, line)), f"write `{plain}`")


def _plain(sign: str) -> str:
    return LOOKALIKES.get(sign) or unicodedata.normalize("NFKC", sign)
