"""From a message one finds its check by the same word."""

from __future__ import annotations

import ast
from pathlib import Path

import ruleslang
from ruleslang.language.checks.errors import ERRORS
from ruleslang.language.checks.errors.recursion_and_loops import find_too_deep
from ruleslang.language.checks.lints import LINTS, WORDINGS
from tests.support.every import every
from tests.support.slugs import slugs_made

CHECKS = Path(ruleslang.__file__).parent / "language" / "checks"
MODULES = sorted(CHECKS.rglob("*.py"))


def functions(path: Path) -> set[str]:
    body = ast.parse(path.read_text("utf-8")).body
    return {node.name for node in body if isinstance(node, ast.FunctionDef)}


def messages(path: Path) -> set[str]:
    """The names that a module gives to its messages."""
    body = ast.parse(path.read_text("utf-8")).body
    targets = [node.targets for node in body if isinstance(node, ast.Assign)]
    named = {target.id for each in targets for target in each if isinstance(target, ast.Name)}
    return named | functions(path)


@every("path", MODULES)
def test_a_slug_is_made_where_a_check_or_a_message_has_its_name(path: Path) -> None:
    slugs = set(slugs_made(path))
    named = {slug.replace("-", "_") for slug in slugs}
    checks = {name.removeprefix("find_") for name in functions(path) if name.startswith("find_")}

    assert not slugs or path.parent.name in ("errors", "lints"), "a query reports nothing"
    assert checks <= named, "a check reports what its name says"
    assert named <= checks | messages(path), "what it reports beside that is a message's name"


def test_every_check_is_in_one_of_the_lists() -> None:
    found = [name for path in MODULES for name in functions(path) if name.startswith("find_")]
    listed = [check.__name__ for check in (find_too_deep, *ERRORS, *LINTS, *WORDINGS)]

    assert sorted(found) == sorted(listed)


def test_no_two_modules_report_the_same() -> None:
    made = [slug for path in MODULES for slug in set(slugs_made(path))]

    assert sorted(made) == sorted(set(made))
