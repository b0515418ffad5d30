"""Shipped texts compile to valid programs, which survive their JSON and keep their digest."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ruleslang.language.lower.rulebook import compile_trees
from ruleslang.language.syntax.parse import parse
from ruleslang.program.program import Compiled, Program
from ruleslang.program.serial import digest
from ruleslang.source.span import Source
from tests.engine.interpreter.rulebooks import shipped
from tests.support.invariants import check
from tests.support.program_json import from_json, to_json
from tests.support.waiting import some_wait

CONFORMANCE = sorted((Path(__file__).parents[1] / "engine/conformance").glob("b*/*.rules"))


@pytest.mark.parametrize("name", sorted(shipped()))
def test_a_shipped_program_is_sound(name: str) -> None:
    assert check(shipped()[name].program) == ()


@pytest.mark.parametrize("name", some_wait(sorted(shipped()), 3))
def test_a_shipped_program_survives_its_json(name: str) -> None:
    compiled = shipped()[name]

    assert from_json(to_json(compiled), Compiled) == compiled


def program_of(text: str) -> Program:
    compiled = compile_trees([parse(Source("a.rules", text))[0]]).compiled
    assert compiled is not None
    return compiled.program


@pytest.mark.parametrize("path", some_wait(CONFORMANCE[::6], 3), ids=lambda path: path.stem)
def test_comments_blanks_and_texts_do_not_change_the_digest(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    other = re.sub(r'^(rulebook \w+) ".*"', r'\1 "Another title"', text, flags=re.MULTILINE)
    other = re.sub(r"\n\n", "\n\n# a remark\n\n\n", other)
    other = re.sub(r"(?m)^(\w[^\n#]*)$", r"\1    # said again", other)

    assert other != text
    assert digest(program_of(other)) == digest(program_of(text))


def test_another_rule_changes_the_digest() -> None:
    text = CONFORMANCE[0].read_text(encoding="utf-8")

    assert digest(program_of(text)) != digest(program_of(text + "\nstate one_more: 0..1 = 0\n"))
