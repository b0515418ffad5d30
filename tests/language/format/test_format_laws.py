"""Laws of the formatter over every text there is, and over other layouts of them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from functools import cache
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleslang.language.format.format_source import format_source, same
from ruleslang.language.syntax.parse import parse
from ruleslang.source.span import Source
from tests.language.format.format_texts import formatted, paragraphs, readable, text_of, tree_of
from tests.support.every import every

Change = Callable[[str, Random], str]

SOME = 10  # every tenth text is read by default
COMMENT = re.compile(r"#.*")
STRING_OR_COMMENT = re.compile(r'("[^"]*"|#.*)')
JOINING = re.compile(r" (?=(?:and|or) |\[[A-Z])")
BEYOND = re.compile(r"(?=.{101}).*\S +\[[A-Z][A-Z0-9, -]+\](?: designed)?$")
WRAPPED = re.compile(r"^( *)\S.*\n\1 {8,}\S", re.MULTILINE)


@cache
def laid_out(name: str) -> str:
    """A text of those that can be read, formatted; line ends of Windows are kept, except here."""
    return formatted(text_of(name)).replace("\r\n", "\n")


@every("name", lambda: readable(SOME))
def test_formatting_keeps_tree_and_comments_of_every_tenth_text(name: str) -> None:
    formatting_keeps_tree_and_comments_and_changes_nothing_the_second_time(name)


@pytest.mark.long
@every("name", readable, parts=8)
def test_formatting_keeps_tree_and_comments(name: str) -> None:
    formatting_keeps_tree_and_comments_and_changes_nothing_the_second_time(name)


def formatting_keeps_tree_and_comments_and_changes_nothing_the_second_time(name: str) -> None:
    text = text_of(name)
    after = format_source(Source(name, text)).text

    assert after is not None
    assert after == text or formatted(after) == after
    assert same(tree_of(name), parse(Source(name, after))[0])
    assert _comments(text) == _comments(after)
    lines = after.replace("\r\n", "\n").split("\n")
    assert lines[-1] == ""
    assert all(line == line.rstrip() and "\t" not in line for line in lines)
    assert "\n\n\n" not in after
    assert not any(BEYOND.match(line) for line in lines)


def _comments(text: str) -> Counter[str]:
    """Comments as a reader finds them, without asking the parser."""
    bare = re.sub(r'"[^"\n]*"', '""', text)
    return Counter(found.rstrip() for found in COMMENT.findall(bare))


# ---------------------------------------------------------------- other layouts of the same text


def _wider(text: str, random: Random) -> str:
    """More blanks where there is one, outside texts, comments and tables."""
    return _by_code(text, random, lambda code: re.sub(r"(?<=\S) ", "   ", code))


def _blanks_about_signs(text: str, random: Random) -> str:
    """Blanks about brackets and commas come and go."""
    signs = re.compile(r"(?<=\S) ?([,(){}:]) ?(?=\S)")
    return _by_code(text, random, lambda code: signs.sub(r"  \1 ", code))


def _broken(text: str, random: Random) -> str:
    """New lines inside brackets, at commas, and anywhere before what joins two lines."""
    lines = []
    for line in text.split("\n"):
        margin = len(line) - len(line.lstrip()) + random.randrange(1, 9)
        places = random.choice([" ", "\n" + " " * margin])
        parts = STRING_OR_COMMENT.split(line)
        depth = 0
        for place in range(0, len(parts), 2):
            broken = ""
            for letter in parts[place]:
                depth += (letter in "([{") - (letter in ")]}")
                is_cut = letter == "," and depth > 0 and not line.lstrip().startswith("|")
                broken += letter + ("\n" + " " * random.randrange(4, 16) if is_cut else "")
            cuts = JOINING.sub(places, broken)
            parts[place] = broken if line.lstrip().startswith("|") else cuts
        lines.append("".join(parts))
    return "\n".join(lines)


def _reindented(text: str, random: Random) -> str:
    """Another width of indentation, of comments too."""
    step = random.choice([" ", "  ", "\t", " " * 7])
    return re.sub(r"^ +", lambda found: step * (len(found[0]) // 4), text, flags=re.MULTILINE)


def _more_blank_lines(text: str, random: Random) -> str:
    """Blank lines where there is one, above everything and below everything."""
    lines = re.sub(r"\n\n", lambda _: "\n" * random.randrange(2, 5), text)
    return "\n" * random.randrange(3) + lines + "\n \n" * random.randrange(2)


def _line_ends(text: str, random: Random) -> str:
    """Blanks at the ends of lines, and the line ends of other systems."""
    end = random.choice(["  \n", "\r\n", "\t\r\n"])
    return random.choice(["", "\ufeff"]) + text.rstrip("\n").replace("\n", end)


def _shuffled_citations(text: str, random: Random) -> str:
    def shuffled(found: re.Match[str]) -> str:
        cites = found[1].split(", ")
        random.shuffle(cites)
        return f"[{','.join(cites)}]"

    return _by_code(text, random, lambda code: re.sub(r"\[([^\]]*)\]", shuffled, code))


def _by_code(text: str, random: Random, change: Callable[[str], str]) -> str:
    """A change of what is neither a text nor a comment nor a row of a table."""
    lines = []
    for line in text.split("\n"):
        indent = len(line) - len(line.lstrip())
        parts = STRING_OR_COMMENT.split(line[indent:])
        if not line.lstrip().startswith("|"):
            parts[::2] = [change(part) for part in parts[::2]]
        lines.append(line[:indent] + "".join(parts))
    return "\n".join(lines)


LAYOUTS = [_wider, _blanks_about_signs, _broken, _shuffled_citations]
LAST_LAYOUTS = [_reindented, _more_blank_lines, _line_ends]  # in this order, each at most once


some_layouts = st.lists(st.sampled_from(LAYOUTS), max_size=3)
some_last_layouts = st.lists(st.sampled_from(LAST_LAYOUTS), max_size=3, unique=True)


@st.composite
def some_paragraph(draw: st.DrawFn, *, wrapped: bool = True) -> str:
    """What stands between blank lines of a formatted text."""
    name = draw(st.deferred(lambda: st.sampled_from(sorted(readable(SOME)))))
    parts = [each for each in paragraphs(laid_out(name)) if wrapped or not WRAPPED.search(each)]
    return draw(st.sampled_from(parts or ["phase nothing_at_all\n    stop\n"]))


@given(some_paragraph(), some_layouts, some_last_layouts, st.integers(0, 1000))
@settings(max_examples=60, deadline=None)
def test_any_layout_of_a_text_is_formatted_alike(
    text: str, layouts: list[Change], last: list[Change], seed: int
) -> None:
    is_formatted_alike(text, layouts, last, seed)


@pytest.mark.long
@given(some_paragraph(), some_layouts, some_last_layouts, st.integers(0, 1000))
@settings(max_examples=1000, deadline=None, derandomize=False)
def test_many_layouts_of_a_text_are_formatted_alike(
    text: str, layouts: list[Change], last: list[Change], seed: int
) -> None:
    is_formatted_alike(text, layouts, last, seed)


def is_formatted_alike(text: str, layouts: list[Change], last: list[Change], seed: int) -> None:
    """Whatever was done to its layout, a text is laid out as it is without that."""
    random = Random(seed)
    other = text
    for change in [*layouts, *(each for each in LAST_LAYOUTS if each in last)]:
        other = change(other, random)

    assert formatted(text) == formatted(other).replace("\r\n", "\n")


notes = st.tuples(st.integers(0, 40), st.integers(0, 12), st.booleans())  # line, column, alone


@given(some_paragraph(wrapped=False), st.lists(notes, max_size=5))
@settings(max_examples=60, deadline=None)
def test_comments_anywhere_survive_and_stay_in_place(
    text: str, places: list[tuple[int, int, bool]]
) -> None:
    comments_survive_and_stay_in_place(text, places)


@pytest.mark.long
@given(some_paragraph(wrapped=False), st.lists(notes, max_size=5))
@settings(max_examples=1000, deadline=None, derandomize=False)
def test_many_comments_survive_and_stay_in_place(
    text: str, places: list[tuple[int, int, bool]]
) -> None:
    comments_survive_and_stay_in_place(text, places)


def comments_survive_and_stay_in_place(text: str, places: list[tuple[int, int, bool]]) -> None:
    """Comments are put at these places of a text; none is lost, and none changes its place."""
    lines = text.rstrip("\n").split("\n")
    for number, (place, column, alone) in enumerate(places):
        where = place % len(lines)
        if alone:
            lines.insert(where, f"{' ' * column}# note {number}")
        elif "#" not in lines[where] and lines[where].strip():
            lines[where] += f" # note {number}"
    noted = "\n".join(lines)
    once = formatted(noted)

    assert _comments(noted) == _comments(once)
    assert once == formatted(once)
    assert _order(noted) == _order(once)


def _order(text: str) -> list[str]:
    """The notes, and the first word of each line, in order: what stands above and below what."""
    found = re.findall(r"# note \d|^ *[A-Za-z_|]+", text, flags=re.MULTILINE)
    return [each.strip() for each in found]
