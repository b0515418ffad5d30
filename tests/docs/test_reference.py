"""The reference is complete: it covers all of the grammar, all built-ins and all faults."""

from __future__ import annotations

import re
from functools import cache

from attrs import frozen

import ruleslang
from ruleslang.engine.match.faults import SLUGS
from ruleslang.language.syntax import keywords
from ruleslang.library.find_rulebook import standard_pieces
from ruleslang.library.load import load_text
from ruleslang.library.workspace.reference_pages import explained, tabled
from ruleslang.program.builtins import BUILT_IN_NAMES, FUNCTION_NAMES, SPECIAL_FORMS
from ruleslang.source.diagnostic import has_error
from tests.docs.blocks import CHECKOUT, DOCS, pages
from tests.docs.test_messages import anchors
from tests.support.every import every

GRAMMAR = CHECKOUT / "grammar" / "ruleslang.lark"
RULE = re.compile(r"^[?!]*(?P<name>[a-z_]+)(\.\d+)?(\{\w+\})?:(?P<body>.*)$")
TERMINAL = re.compile(r"^(?P<name>[A-Z_]+)(\.\d+)?:")
CLAIM = re.compile(r"<!-- grammar: (?P<names>[^>]*?) -->")
CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]+`", re.S | re.M)
WORD = re.compile(r"[A-Za-z_]+")

# Rules whose name stands for nothing in a text; what they hold together is on the pages.
PLUMBING = frozenset({"_wins", "_chooses"})


@frozen
class Section:
    """A part of a page below a heading: what it says it is about, and its words in code."""

    page: str
    title: str
    claims: frozenset[str]
    words: frozenset[str]


@cache
def sections() -> tuple[Section, ...]:
    """All parts of all pages of the reference."""
    found = []
    for page in pages("reference"):
        for part in re.split(r"^(?=#+ )", page.read_text("utf-8"), flags=re.M):
            code = " ".join(match.group() for match in CODE.finditer(part))
            claims = " ".join(match["names"] for match in CLAIM.finditer(part))
            title = part.partition("\n")[0]
            found.append(
                Section(page.name, title, frozenset(claims.split()), frozenset(WORD.findall(code)))
            )
    return tuple(found)


@cache
def grammar() -> dict[str, frozenset[str]]:
    """Every rule, alias and terminal of the grammar, with the words that its forms are spelt by."""
    found: dict[str, set[str]] = {}
    name = ""
    for line in GRAMMAR.read_text("utf-8").split("\n"):
        rule, terminal = RULE.match(line), TERMINAL.match(line)
        if line.startswith(("//", "%")) or not line.strip():
            continue
        if terminal:
            name = ""
            found.setdefault(terminal["name"], set())
        elif rule or name:
            name = rule["name"] if rule else name
            _read_forms(name, rule["body"] if rule else line, found)
    return {name: frozenset(spelt) for name, spelt in found.items()}


def _read_forms(name: str, text: str, found: dict[str, set[str]]) -> None:
    """The alternatives on one line: each belongs to its alias, else to the rule."""
    found.setdefault(name, set())
    for form in alternatives(text):
        alias = re.search(r"-> *([a-z_]+)", form)
        found.setdefault(alias.group(1) if alias else name, set()).update(
            re.findall(r'"([a-z]+)"', form)
        )


def alternatives(text: str) -> list[str]:
    """
    A line of the grammar cut at the bars that stand outside of brackets and quotes.

    >>> alternatives('"a" ("b" | "c") -> x | "|"')
    ['"a" ("b" | "c") -> x ', ' "|"']
    """
    depth, quoted, parts = 0, False, [""]
    for letter in text:
        quoted ^= letter == '"'
        depth += 0 if quoted else (letter in "([{") - (letter in ")]}")
        if letter == "|" and not quoted and depth == 0:
            parts.append("")
        else:
            parts[-1] += letter
    return parts


@every("name", lambda: sorted(set(grammar()) - PLUMBING))
def test_every_part_of_the_grammar_is_on_a_page(name: str) -> None:
    about = [section for section in sections() if name in section.claims]

    assert about, f"no page says `<!-- grammar: {name} -->`"
    shown = frozenset[str]().union(*(section.words for section in about))
    assert grammar()[name] <= shown, f"not in the code of {[each.title for each in about]}"


def test_the_pages_claim_nothing_that_the_grammar_has_not() -> None:
    claimed = {name for section in sections() for name in section.claims}

    assert claimed <= set(grammar())


@every("word", sorted(keywords.KEYWORDS))
def test_every_word_of_the_language_is_in_the_code_of_a_page(word: str) -> None:
    assert any(word in section.words for section in sections())


def test_every_built_in_is_in_the_tables() -> None:
    text = (DOCS / "reference" / "expressions.md").read_text("utf-8")
    functions = FUNCTION_NAMES | SPECIAL_FORMS

    assert functions == set(re.findall(r"^\| `([a-z_]+)\(", text, flags=re.M))
    missing = {
        word for word in BUILT_IN_NAMES if not re.search(rf"^\| .*`{word}`", text, flags=re.M)
    }
    assert not missing


def test_the_standard_pieces_are_all_there() -> None:
    text = (DOCS / "reference" / "header.md").read_text("utf-8")
    table = text.partition("## `uses`")[2].partition("```rules")[0]

    assert set(standard_pieces()) == set(re.findall(r"^\| `([a-z_]+)` \|", table, flags=re.M))


def test_the_faults_are_all_there() -> None:
    text = (DOCS / "reference" / "numbers.md").read_text("utf-8")
    table = text.partition("## Faults")[2].partition("## Bounds")[0]

    assert set(SLUGS) == set(re.findall(r"^\| `([a-z-]+)` \|", table, flags=re.M))


def test_the_words_that_may_not_be_names_are_those_of_the_code() -> None:
    text = (DOCS / "reference" / "layout.md").read_text("utf-8")
    rows = re.findall(r"^\| (`.*?) \| (they .*?) \|$", text, flags=re.M)
    log = {why[:15]: set(re.findall(r"`([a-z_]+)`", names)) for names, why in rows}

    used = text.partition("| `you` `this`")[2].partition("|")[0]
    assert {"you", "this", *re.findall(r"`([a-z_]+)`", used)} == BUILT_IN_NAMES
    assert log["they begin an e"] == keywords.EXPRESSIONS
    assert log["they connect th"] == keywords.SMALL_WORDS
    assert log["they begin a li"] == keywords.LINES - keywords.EXPRESSIONS - keywords.SMALL_WORDS


@every("word", sorted(keywords.KEYWORDS))
def test_an_editor_finds_a_section_for_every_word_of_the_language(word: str) -> None:
    section = explained(word, (), word)

    assert section is not None, f"no section of the reference is about `{word}`"
    assert section.claims
    assert section.notes(word)[0]
    assert section.place in anchors(DOCS / "reference" / f"{section.page}.md")


@every("word", sorted(BUILT_IN_NAMES | FUNCTION_NAMES | SPECIAL_FORMS | {*standard_pieces()}))
def test_an_editor_finds_a_row_for_every_built_in_and_piece(word: str) -> None:
    _, rows = next(tabled(word))

    assert all(f"`{word}" in row for row in rows)


def test_each_keyword_of_the_shipped_rulebooks_is_on_an_introductory_page() -> None:
    pages_text = "".join((DOCS / name).read_text("utf-8") for name in ("words.md", "reading.md"))
    paths = [*CHECKOUT.glob("rulebooks/**/*.rules"), *CHECKOUT.glob("examples/**/*.rules")]
    texts = "".join(re.sub(r'"[^"]*"|#.*', "", path.read_text("utf-8")) for path in paths)
    known = frozenset[str]().union(
        *(each for each in vars(keywords).values() if isinstance(each, frozenset))
    )
    used = known & {*re.findall(r"\b[a-z]+\b", texts)}

    assert len(used) > 180
    assert used - {*re.findall(r"\b[a-z]+\b", pages_text)} == set()


def test_the_header_lines_of_the_cheat_sheet_are_read() -> None:
    (row,) = re.findall(r"^\| (.*) \| header lines: ", (DOCS / "words.md").read_text("utf-8"), re.M)
    lines = [code.removesuffix(": …") for code in re.findall(r"`([^`]+)`", row)]

    assert len(lines) > 4
    for line in lines:
        line = f"rules X 1..2, {line}" if line.startswith("gaps") else line
        header = f'rulebook x "X"\n    players 4\n    starts with game\n    {line}\n'
        assert not has_error(load_text(f"{header}\nphase game\n    nobody wins\n").diagnostics)


def test_two_cards_of_an_empty_hand_stop_the_procedure_as_the_cheat_sheet_says() -> None:
    text = """rulebook x "X"
    players 1
    starts with pay_some

kind coin
card cent: coin
zone hand(player): coin, seen by owner
state n: 0..9 = 0

procedure pay
    p1 chooses 2 of hand(p1) as away
    add 1 to n

procedure pay_some
    p1 chooses up to 2 of hand(p1) as away
    add 1 to n
    nobody wins

example "two"
    when pay
    then n is 0

example "up to two"
    when pay_some
    then n is 1
"""
    assert [each.holds for each in ruleslang.examples("x.rules", texts={"x.rules": text})] == [
        True,
        True,
    ]
