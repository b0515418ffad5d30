"""
Asks the grammar which of its words may still be names, for `syntax/keywords.py`.

`python -m tests.support.probe` writes its answers into that module and into the reference, and into
the grammar the lines that forms say.
"""

from __future__ import annotations

import re
import textwrap
from pathlib import Path

from ruleslang.language.syntax import keywords as kept
from ruleslang.language.syntax.chunk import Chunk
from ruleslang.language.syntax.grammar import spellings
from ruleslang.language.syntax.node import Name
from ruleslang.language.syntax.parse import parse
from ruleslang.language.syntax.parse_failure import examine
from ruleslang.language.syntax.walk import walk
from ruleslang.source.span import Source
from tests.support.grammar_lines import GRAMMAR, with_lines_of_forms

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "layout.md"
OPERANDS = ("value v: 0..9 = 1 + {}\n", "value v: 0..9 = {}\n", "value v: 0..9 = f({})\n")
LINES = (
    "words E: {}, zz\n",
    "state {}: 0..3\n",
    "procedure q\n    stop\n    {}(1)\n",
    "procedure q\n    stop\n    {}\n",
    "procedure q\n    if a\n        stop\n    {}(1)\n",
    "procedure q({}: player)\n    stop\n",
    'card c "C": k\n    a: 1\n    {}: 3\n',
    'card c "C": k\n    play\n        stop\n    {}: 3\n',
    "procedure q\n    depending on a\n        b: stop\n        {}: stop\n        else: stop\n",
    "procedure q\n    depending on a\n        b\n            stop\n        {}: stop\n",
    "procedure q\n    p chooses one of\n        a: stop\n        {}: stop\n",
    "procedure q\n    p chooses one of\n        a\n            stop\n        {}: stop\n",
    "option o\n    a *\n    {}\n",
    "procedure q\n    let {} = 1\n",
    "procedure {}\n    stop\n",
    "procedure q\n    choose {} from a\n",
    'example "e"\n    given a\n    {} chooses a\n',
    "procedure q\n    a must do {}\n",
)


CALLING = (
    "procedure q\n    stop\n    {}(1)\n",
    "procedure q\n    stop\n    {}\n",
    "procedure q\n    if a\n        stop\n    {}\n",
    "procedure q\n    if a: {}\n",
)
ACTING = (
    "procedure q\n    stop\n    {} chooses x from a\n",
    "procedure q\n    stop\n    {} may do a\n",
    "procedure q\n    {} wins\n",
    'example "e"\n    given a\n    {} chooses a\n',
)


def keywords() -> list[str]:
    """Every word that the grammar spells out."""
    return sorted(word for word in spellings().values() if word.isidentifier())


def declaration_words() -> list[str]:
    """The words that begin a declaration."""
    return sorted(_words_behind(""))


def statement_words() -> list[str]:
    """The words that begin a line of a procedure, and not only a value that stands there."""
    return sorted(_words_behind("procedure q\n    ") - _words_behind("value v = "))


def expression_words() -> list[str]:
    """The words that cannot be the name of anything that is read in an expression."""
    return [word for word in keywords() if not all(_is_name(text, word) for text in OPERANDS)]


def line_words() -> list[str]:
    """The words that cannot be the name of anything that stands first on a line."""
    refused = [word for word in keywords() if not all(_is_name(text, word) for text in LINES)]
    return sorted(set(refused) - set(expression_words()))


def call_words() -> list[str]:
    """The words that cannot be the name of a procedure."""
    return [word for word in keywords() if not all(_is_name(text, word) for text in CALLING)]


def subject_words() -> list[str]:
    """The words that cannot be the name of a player."""
    return [word for word in keywords() if not all(_is_name(text, word) for text in ACTING)]


def _words_behind(text: str) -> set[str]:
    """The words that may stand at the end of a text, in the place of a sign that nothing is."""
    failure = examine(Chunk(Source("probe.rules", f"{text}§"), 0, len(text) + 1))
    assert failure is not None
    return {word for word in failure.expected if re.fullmatch("[a-z_]+", word)}


def _is_name(text: str, word: str) -> bool:
    tree, diagnostics = parse(Source("probe.rules", text.format(word)))
    names = (node for each in tree.declarations for node in walk(each) if isinstance(node, Name))
    return not diagnostics and any(name.text == word for name in names)


def write() -> None:
    """Rewrite the grammar's lines of forms, and then the lists of `syntax/keywords.py`."""
    GRAMMAR.write_text(with_lines_of_forms(GRAMMAR.read_text("utf-8")), encoding="utf-8")
    lists = {
        "DECLARATIONS": declaration_words(),
        "STATEMENTS": sorted({*statement_words(), "set", "for"}),
        "EXPRESSIONS": expression_words(),
        "LINES": line_words(),
        "CALLS": call_words(),
        "SUBJECTS": subject_words(),
        "KEYWORDS": keywords(),
    }
    module = Path(kept.__file__)
    text = module.read_text(encoding="utf-8")
    for name, words in lists.items():
        wrapped = textwrap.fill(
            " ".join(words), 99, initial_indent=" " * 4, subsequent_indent=" " * 4
        )
        pattern = rf'(?<=^{name} = _words\(\n    """\n).*?(?=\n    """)'
        text = re.sub(pattern, wrapped, text, flags=re.DOTALL | re.MULTILINE)
    module.write_text(text, encoding="utf-8")
    _write_page({**{name: set(words) for name, words in lists.items()}, "SMALL": kept.SMALL_WORDS})


def _write_page(lists: dict[str, set[str] | frozenset[str]]) -> None:
    """Rewrite the page's words that may not be names."""
    rows = {
        "they begin an expression": lists["EXPRESSIONS"],
        "they begin a line": lists["LINES"] - lists["EXPRESSIONS"] - lists["SMALL"],
    }
    text = PAGE.read_text(encoding="utf-8")
    for why, words in rows.items():
        listed = " ".join(f"`{word}`" for word in sorted(words))
        text = re.sub(rf"^\| `.*` \| {why}", f"| {listed} | {why}", text, flags=re.MULTILINE)
    PAGE.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    write()
