"""Finds the section of the shipped reference that explains a word of the language."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache

from attrs import frozen

from ruleslang.language.syntax import simple_statements as s
from ruleslang.language.syntax import statements as b
from ruleslang.language.syntax.keywords import KEYWORDS
from ruleslang.language.syntax.node import Name, Node
from ruleslang.library.find_rulebook import data_root, for_a_reader, page

NOT_OF_WORDS = ("index", "engines")
SECTION = re.compile(r"^(?=## )", re.MULTILINE)
CLAIMS = re.compile(r"<!-- grammar: ([^>]*?) -->\n*")
FENCE = re.compile(r"^```(\w+)([^\n]*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FORMAT = re.compile(r"`([^`\n]+)`")
ROW = re.compile(r"^\|(?: \d+ \|)? *((?:`[^`\n]+`(?:, )?)+) *\| *(.*?) *\|$", re.MULTILINE)
WORD = re.compile(r"[^\W\d]\w*")
FORMS: dict[type[Node], str] = {
    b.If: "if_statement",
    s.Do: "may_do",
    s.DoNothing: "nothing",
    Name: "",  # a word that is read as a name is no construct
}
"""The forms of nodes that are called otherwise."""
SENTENCE = re.compile(r"(?<=[.:])\s+(?=[A-Z`*])")
MOST_SENTENCES = 3
MOST_ROWS = 2
MOST_LINES = 12  # lines of an example, or of a declaration, that are shown


@frozen
class Row:
    """A row of a table that explains code: the first words of the code, and all of its words."""

    heads: frozenset[str]
    words: frozenset[str]
    text: str


@frozen
class Section:
    """
    A part of a page of the reference: its first sentences, lines of forms, all sentences, and an
    example.

    `claims` are the forms of the grammar that it explains, `spelt` the words in its forms.
    """

    page: str
    title: str
    text: str
    forms: tuple[str, ...]
    sentences: tuple[str, ...]
    example: str
    claims: frozenset[str]
    spelt: frozenset[str]
    rows: tuple[Row, ...]

    @property
    def name(self) -> str:
        """The topic as plain text."""
        return self.title.replace("`", "")

    @property
    def place(self) -> str:
        """The heading as the end of an address."""
        return re.sub(r" ", "-", re.sub(r"[^\w -]", "", self.title.lower()))

    def notes(self, word: str) -> tuple[str, ...]:
        """Return a section's notes on a word: first sentences, forms, rows with it."""
        about = [f"`{form}`" for form in self.forms if word in WORD.findall(form)][:MOST_ROWS]
        about += [row.text for row in self.rows if word in row.words]
        about += [
            sentence
            for sentence in self.sentences
            if sentence not in self.text
            and word in WORD.findall(" ".join(FORMAT.findall(sentence)))
        ]
        return (self.text, *about[: 2 * MOST_ROWS])


@cache
def sections() -> tuple[Section, ...]:
    """Return all sections of the reference that explain words."""
    folder = data_root() / "docs" / "reference"
    return tuple(
        _section(path.stem, text)
        for path in sorted(folder.glob("*.md"))
        if path.stem not in NOT_OF_WORDS
        for text in SECTION.split(page(path))[1:]
    )


def _section(of_page: str, text: str) -> Section:
    heading, _, body = text.partition("\n")
    title = heading.removeprefix("## ")
    claims = frozenset(" ".join(found[1] for found in CLAIMS.finditer(body)).split())
    body = CLAIMS.sub("", body)
    fences = list(FENCE.finditer(body))
    prose = for_a_reader(FENCE.sub("", body)).replace("**", "").partition("\nMessages.")[0]
    forms = [
        line.strip() for fence in fences if fence[1] == "text" for line in fence[3].splitlines()
    ]
    in_prose = [] if forms else FORMAT.findall(prose)
    spelt = frozenset(WORD.findall(" ".join((title, *forms, *in_prose))))
    examples = [
        fence[3].rstrip() for fence in fences if fence[1] == "rules" and "wrong=" not in fence[2]
    ]
    return Section(
        *(of_page, title, _first_sentences(prose), tuple(forms), _sentences(prose)),
        *(shortened("".join(examples[:1]).splitlines()), claims, spelt, _rows(prose)),
    )


def _first_sentences(prose: str) -> str:
    """Return the first sentences of the first paragraph that is no table."""
    first = next(_paragraphs(prose), "").removeprefix("In detail.\n")
    return " ".join(SENTENCE.split(first)[:MOST_SENTENCES])


def _sentences(prose: str) -> tuple[str, ...]:
    text = "\n".join(_paragraphs(prose))
    return tuple(part.removeprefix("In detail.\n") for part in SENTENCE.split(text))


def _paragraphs(prose: str) -> Iterator[str]:
    """Yield the paragraphs that are no tables."""
    for part in prose.split("\n\n"):
        if part.strip() and not part.strip().startswith("|"):
            yield part.strip()


def shortened(lines: Sequence[str]) -> str:
    """Return the first lines as a text."""
    return "\n".join(lines if len(lines) <= MOST_LINES else [*lines[: MOST_LINES - 1], "    …"])


def _rows(prose: str) -> tuple[Row, ...]:
    rows = []
    for found in ROW.finditer(prose):
        codes = [WORD.findall(code) for code in FORMAT.findall(found[1])]
        heads = frozenset(words[0] for words in codes if words)
        says = f"{found[1]}: {found[2].replace(' | ', '; ')}"
        rows.append(Row(heads, frozenset(word for words in codes for word in words), says))
    return tuple(rows)


def explained(word: str, nodes: Sequence[Node], line: str) -> Section | None:
    """
    Return the section that explains a word of the language.

    It is the one about the smallest construct around the word (`nodes`, outermost first) that is
    spelt with it; without one, the section whose form has the most words of the line.
    """
    spelling = [section for section in sections() if word in section.spelt]
    for node in reversed(nodes):
        name = _form_of(type(node))
        found = next((section for section in spelling if name in section.claims), None)
        if found is not None:
            return found
    words = {*WORD.findall(line)} & KEYWORDS
    if word not in KEYWORDS:
        return None
    return max(
        spelling,
        key=lambda section: (
            bool(section.claims),
            len(words & section.spelt),
            section.title.startswith(f"`{word}"),
            word in WORD.findall(section.title),
            -len(section.spelt),
        ),
        default=None,
    )


def tabled(word: str) -> Iterator[tuple[Section, tuple[str, ...]]]:
    """Yield the sections whose tables explain what begins with a word, and what they say of it."""
    for section in sections():
        if rows := tuple(row.text for row in section.rows if word in row.heads):
            yield section, rows[:MOST_ROWS]


def _form_of(kind: type[Node]) -> str:
    """Return the form of the grammar that a class of nodes stands for."""
    if kind in FORMS:
        return FORMS[kind]
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()
