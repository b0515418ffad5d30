"""Whatever the text, the bytes or the command line: no exception, and an end."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ruleslang.records.checksum import Refused, seal
from ruleslang.records.game_record import from_line
from ruleslang.records.save import from_text
from tests.hostile.fuzz.texts import TEXTS, WORDS, bytes_in, edited, front

FEW = settings(
    deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow], database=None
)
MANY = settings(FEW, max_examples=5000, derandomize=False)
EDITED = st.tuples(st.sampled_from(TEXTS), st.randoms(use_true_random=False))
SOUP = st.lists(st.sampled_from(WORDS), max_size=60).map(" ".join)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5)
JSON = st.recursive(
    LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=5), inner)
)
HEAD = 'rulebook x "X"\n    players 2\n    starts with game\nphase game\n    nobody wins\n'


@given(EDITED)
@FEW
def test_an_edited_rulebook_is_read(case: tuple[str, random.Random]) -> None:
    front(edited(*case))


@given(SOUP)
@FEW
def test_a_soup_of_words_is_read(soup: str) -> None:
    front(soup)
    front(HEAD + soup)


@given(st.binary(max_size=400))
@FEW
def test_any_bytes_are_read(data: bytes) -> None:
    bytes_in(data)


@given(st.dictionaries(st.sampled_from(["record", "start", "choices", "hash", "seats"]), JSON))
@FEW
def test_any_sealed_record_is_refused_or_read(record: dict[str, object]) -> None:
    for kind in ("save", "game"):
        text = seal({**json.loads(json.dumps(record)), "record": kind})
        with pytest.raises(Refused):
            from_text(text) if kind == "save" else from_line(text)


@pytest.mark.long
@given(EDITED)
@MANY
def test_many_edited_rulebooks_are_read(case: tuple[str, random.Random]) -> None:
    front(edited(*case))


@pytest.mark.long
@given(SOUP)
@MANY
def test_many_soups_of_words_are_read(soup: str) -> None:
    front(HEAD + soup)
