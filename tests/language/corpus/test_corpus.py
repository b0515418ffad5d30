"""Every mistake has a text that causes it, with the expected message and no other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import ruleslang
from tests.support.corpus import SAID_OF_TABLES, Case, agree, cases, front
from tests.support.every import every
from tests.support.slugs import slugs_made

HOUSE = Path(ruleslang.__file__).parent
CASES = cases()
LONGEST = 72

# No text of a corpus can make these: other tests do.
ELSEWHERE = {
    "too-big": "a text of more letters than a corpus wants (tests/language/syntax)",
    "too-many-mistakes": "a text with more than a hundred mistakes (tests/language/syntax)",
    "file-too-large": "a file of many megabytes (tests/library)",
    "hidden-cells": "a workbook (tests/library)",
    "unread-table": "a file that lies beside another (tests/library)",
    "too-many-files": "a folder of a thousand files (tests/library)",
    "unprintable-name": "a file whose name holds a line break (tests/hostile)",
    "not-utf8": "a file that is no text (tests/library)",
    "unreadable-file": "a file that may not be opened (tests/library)",
    "outside-the-folder": "a link that leads elsewhere (tests/library)",
    "untested-reveal": "found when the examples run (tests/docs, tests/simulation)",
    "untested-together": "found when the examples run (tests/docs, tests/simulation)",
    "never-happens": "proved by `validate` (tests/evaluation/consistency)",
    "overruled": "proved by `validate` (tests/evaluation/consistency)",
    "order-decides": "seen by `validate` in play (tests/evaluation/consistency)",
    "match-stops": "seen by `validate` in play (tests/evaluation/consistency)",
    "covered-row": "proved by `validate` (tests/evaluation/consistency)",
    "no-row": "proved by `validate` (tests/evaluation/consistency)",
    "broken-property": "seen by `validate` in play (tests/evaluation/consistency)",
    "not-decided": "seen by `validate` in play (tests/evaluation/consistency)",
    "winner-not-paid-more": "seen by `validate` in play (tests/evaluation/consistency)",
    "not-met": "seen by `validate` in play (tests/evaluation/consistency)",
    "without-end": "seen by `validate` in play (tests/evaluation/consistency)",
    "unnoticed": "tried by `validate` (tests/evaluation/mutation)",
    "format-changed": "a fault of the formatter, should it have one (tests/language/format)",
}


def slugs() -> Iterator[str]:
    """What can be found wrong."""
    return (slug for path in HOUSE.rglob("*.py") for slug in slugs_made(path))


def name_of(case: Case) -> str:
    return (case.folder or case.paths[0]).name


@every("case", CASES, ids=name_of, parts=4)
def test_a_text_causes_the_message_that_it_is_named_after(case: Case) -> None:
    found = front(case)

    agree(case, found)
    assert case.slug in {diagnostic.slug for diagnostic in found}
    for each in found:  # short and in one style
        assert len(each.message) <= LONGEST, each.message
        assert not each.message.endswith("."), each.message
        assert not each.message[0].isupper(), each.message


def test_every_mistake_has_a_text() -> None:
    assert {case.slug for case in CASES} | set(ELSEWHERE) == set(slugs())


def test_what_has_no_text_is_named_with_a_reason() -> None:
    assert not {case.slug for case in CASES} & set(ELSEWHERE)


@every("case", [case for case in CASES if case.folder], ids=name_of)
def test_messages_about_a_table_refer_to_the_table_that_is_read(case: Case) -> None:
    for path in case.paths:
        if path.name.endswith(SAID_OF_TABLES):
            table = path.with_suffix("").read_text(encoding="utf-8")
            lines = path.read_text(encoding="utf-8").split("\n")

            assert table.split("\n") == [line for line in lines if not line.startswith("#")]
