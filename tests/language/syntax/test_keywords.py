"""The lists of words agree with the grammar."""

from __future__ import annotations

import pytest

from ruleslang.language.syntax import keywords
from tests.support import probe


def test_the_words_are_those_of_the_grammar() -> None:
    assert sorted(keywords.KEYWORDS) == probe.keywords()


def test_the_words_that_begin_a_declaration_are_those_of_the_grammar() -> None:
    assert sorted(keywords.DECLARATIONS) == probe.declaration_words()


def test_the_words_that_begin_a_statement_are_those_of_the_grammar() -> None:
    assert sorted(keywords.STATEMENTS - {"set", "for"}) == probe.statement_words()


def test_the_words_that_begin_an_expression_are_those_of_the_grammar() -> None:
    assert sorted(keywords.EXPRESSIONS) == probe.expression_words()


def test_the_words_that_begin_a_line_are_those_of_the_grammar() -> None:
    assert sorted(keywords.LINES) == probe.line_words()


def test_small_words_are_words_of_the_grammar() -> None:
    assert keywords.SMALL_WORDS - {"it"} <= keywords.KEYWORDS


@pytest.mark.parametrize("name", ["number", "of", "it", "or", "rank", "move"])
def test_hard_words_are_reserved(name: str) -> None:
    assert keywords.why_reserved(name)


@pytest.mark.parametrize("name", ["cards", "bottom", "ball", "deck", "zone"])
def test_other_words_are_free(name: str) -> None:
    assert keywords.why_reserved(name) is None


def test_what_never_begins_a_line_may_have_a_name_that_does_elsewhere() -> None:
    assert keywords.why_reserved("rank", begins_line=False) is None


def test_the_words_that_no_procedure_may_be_called_are_those_of_the_grammar() -> None:
    assert sorted(keywords.CALLS) == probe.call_words()


def test_the_words_that_no_player_may_be_called_are_those_of_the_grammar() -> None:
    assert sorted(keywords.SUBJECTS) == probe.subject_words()
