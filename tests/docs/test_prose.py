"""Pages and printed strings are in plain English: no patterns of the old style come back."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.docs.blocks import CHECKOUT, DOCS
from tests.support.every import every

PATTERNS = tuple(
    re.compile(pattern, re.I)
    for pattern in (
        r"\bstands? (?:in|at|on|under|where|below|above|behind|beside|before|after|there)\b",
        r"\b(?:lies?|lay) (?:in|on|at|there|under|beside|apart|below)\b",
        r"\bthat is no chance\b",
        r"(?<!\bthere )\b(?:is|are) no (?!longer\b|other\b)[a-z]+(?:er|ion|ment|ing|rule)\b",
        r"\b(?:is|are|was) told\b|\btold of\b|\btells? of\b",
        r"\banew\b|\ball the same\b|\bby lot\b|\bso many (?!that|of them|cards|games)\b",
        r"\b(?:he|she|his|him|himself)\b",
        r"\bpaper(?:'s)? rulebook|\bthe paper\b",
        r"\bas it stands\b|\bworked out of\b|\bcomes? out as\b",
        r"^(?:what|who|whoever|of|below|behind|beside) (?!if |to |is |are |happens\b)[^?:]*[^?:]$",
        r"\bmend(?:s|ed|ing)?\b|\bslip\b|\bdear(?:er|est)?\b",
        r"\b(?:a|an) [a-z ]{1,20} of (?:its|their|your|our) own\b(?! [a-z])|\blikewise\b",
        r"^(?:<{7}|>{7}) ",
    )
)
CODE = re.compile(r"^(```|~~~).*?^\1|`[^`\n]*`|\]\([^)]*\)|<!--.*?-->|<a [^>]*>", re.S | re.M)
QUOTED = re.compile(r"\"[^\"\n]*\"|^# .*$", re.M)


def pages() -> list[Path]:
    """The pages that the patterns are held to."""
    found = sorted(DOCS.rglob("*.md"))
    examples = sorted(CHECKOUT.glob("examples/*/README.md"))
    return [CHECKOUT / "README.md", CHECKOUT / "CHANGELOG.md", *found, *examples]


def printed_modules() -> list[Path]:
    """The modules whose strings the patterns are held to."""
    folders = (CHECKOUT / "ruleslang" / name for name in PRINTED)
    return sorted(path for folder in folders for path in folder.rglob("*.py"))


def strings(text: str) -> Iterator[tuple[int, str]]:
    """The strings of a module with their lines: no docstrings, and nothing between backquotes."""
    tree = ast.parse(text)
    inner: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            inner.add(id(node.value))
        elif isinstance(node, ast.JoinedStr):
            inner |= {id(part) for part in ast.walk(node) if part is not node}
            parts = (each.value if isinstance(each, ast.Constant) else "{}" for each in node.values)
            yield node.lineno, _plain("".join(map(str, parts)))
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in inner:
            yield node.lineno, _plain(node.value)


def _plain(text: str) -> str:
    return " ".join(re.sub(r"`[^`]*`", "", text).split())


@every("page", pages(), ids=lambda page: page.relative_to(CHECKOUT).as_posix(), parts=2)
def test_a_page_is_in_plain_english(page: Path) -> None:
    prose = QUOTED.sub("", CODE.sub("", page.read_text("utf-8")))
    found = [
        f"{match.group()}: {line}"
        for line in prose.splitlines()
        for pattern in PATTERNS
        if (match := pattern.search(line))
    ]

    assert not found, "\n".join(found)


# Folders whose strings are read by programmers alone, besides those that modules build code from.
PRINTED = ("api", "apps", "engine", "evaluation", "explanation", "library", "players", "simulation")
FEW = 4  # words: shorter strings are names, keys and formats
# Strings of code, not of people: grounds of findings, names of operations, patterns.
NOT_PRINTED = frozenset({"of what is compared"})


@every("module", printed_modules(), ids=lambda path: path.relative_to(CHECKOUT).as_posix(), parts=2)
def test_a_module_prints_plain_english(module: Path) -> None:
    found = [
        f"line {line}: {match.group()}: {text}"
        for line, text in strings(module.read_text("utf-8"))
        if len(text.split()) >= FEW and text not in NOT_PRINTED
        for pattern in PATTERNS
        if (match := pattern.search(text))
    ]

    assert not found, "\n".join(found)


def documented_modules() -> list[Path]:
    """The modules whose docstrings the patterns are held to: all."""
    return sorted((CHECKOUT / "ruleslang").rglob("*.py"))


@every("module", documented_modules(), ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_docstrings_are_in_plain_english(module: Path) -> None:
    found = [
        f"{match.group()}: {sentence}"
        for node in ast.walk(ast.parse(module.read_text("utf-8")))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
        if isinstance(node.value.value, str)
        for sentence in _plain(node.value.value).split(". ")
        for pattern in PATTERNS
        if (match := pattern.search(sentence))
    ]

    assert not found, "\n".join(found)


def comments(text: str) -> list[tuple[int, str]]:
    """The comments of a module with their lines; those in consecutive lines are one."""
    found = list[tuple[int, str]]()
    last = -1
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT:
            words = token.string.lstrip("# ")
            if token.start[0] == last + 1 and token.line.lstrip().startswith("#"):
                line, before = found.pop()
                words = f"{before} {words}"
            else:
                line = token.start[0]
            found.append((line, words))
            last = token.start[0]
    return [(line, _plain(words)) for line, words in found]


@every("module", documented_modules(), ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_comments_are_in_plain_english(module: Path) -> None:
    found = [
        f"line {line}: {match.group()}: {sentence}"
        for line, comment in comments(module.read_text("utf-8"))
        for sentence in comment.split(". ")
        for pattern in PATTERNS
        if (match := pattern.search(sentence))
    ]

    assert not found, "\n".join(found)


NO_NAMES = "anew lie lies meant met said stands stood surely thus told whose"
IN_NAMES = re.compile(f"(?<![a-z])(?:{NO_NAMES.replace(' ', '|')})(?![a-z])", re.I)
# Names of the language, of its messages, and of the public interface, which stay the same.
KEPT_NAMES = """
    surely needless_surely not_met
    begin_anew
"""


def given_names(text: str) -> Iterator[str]:
    """The names that a module gives to functions, classes, arguments and values."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            yield node.attr
        elif isinstance(node, ast.alias):
            yield node.asname or ""
        elif isinstance(node, ast.MatchAs | ast.MatchStar):
            yield node.name or ""


@cache
def odd_names(module: Path) -> frozenset[str]:
    """The names given in a module that have a word in them of the old style."""
    text = module.read_text("utf-8")
    names = given_names(text) if IN_NAMES.search(text) else ()
    return frozenset(name for name in names if IN_NAMES.search(re.sub(r"(?=[A-Z])", "_", name)))


@every("module", documented_modules(), ids=lambda path: path.relative_to(CHECKOUT).as_posix())
def test_names_are_in_plain_english(module: Path) -> None:
    assert odd_names(module) <= {*KEPT_NAMES.split()}


def test_each_kept_name_is_given() -> None:
    assert {name for path in documented_modules() for name in odd_names(path)} == {
        *KEPT_NAMES.split()
    }


def test_names_of_all_sorts_are_read() -> None:
    text = "import re as told\ndef f(met: int) -> None:\n    self.said = [anew for anew in met]\n"

    assert {*given_names(text)} == {"told", "f", "met", "said", "anew"}


def test_consecutive_comments_are_one() -> None:
    text = """# One comment
# of two lines.
x = 1  # another `of`
"""

    assert comments(text) == [(1, "One comment of two lines."), (3, "another")]


def test_docstrings_are_not_printed() -> None:
    text = """def f():
    'He stands in it.'
    print(f'the `he` of {f} and {f} stands')
x = 1
'of x'
"""

    assert [*strings(text)] == [(3, "the of {} and {} stands")]


# Words of prose, without blocks of code.
# With the limits that were measured, a page that leads a trainer from the installation to a trained
# player, and every keyword of the shipped rulebooks on the cheat sheet.
MOST_WORDS = {"users": 89_975, "maintainers": 25_000}
FOR_MAINTAINERS = ("dev", "contributing.md", "architecture.md")


def test_pages_stay_short() -> None:
    """`pytest -s` prints the counts."""
    counts = dict.fromkeys(MOST_WORDS, 0)
    for page in DOCS.rglob("*.md"):
        is_inner = page.relative_to(DOCS).parts[0] in FOR_MAINTAINERS
        blocks = re.compile(r"^(```|~~~).*?^\1", re.S | re.M)
        words = blocks.sub("", page.read_text("utf-8")).split()
        counts["maintainers" if is_inner else "users"] += len(words)
    print(counts)

    assert {who: count for who, count in counts.items() if count > MOST_WORDS[who]} == {}


BAD = (
    "The rulebook stands in a folder.",
    "Its cards lie in a zone.",
    "The giant is stronger; that is no chance.",
    "Such a person is no attacker.",
    "A secret that is told.",
    "The list is made anew.",
    "Then he declines.",
    "It says so of the paper rulebook.",
    "It is worked out of its parts.",
    "What fails is shown with the line.",
    "The line was mended.",
    "The roll is in a procedure of its own.",
    "<<<<<<< HEAD",
)


@pytest.mark.parametrize(("pattern", "bad"), [*zip(PATTERNS, BAD, strict=True)])
def test_each_pattern_finds_what_it_is_for(pattern: re.Pattern[str], bad: str) -> None:
    assert pattern.search(bad)
