"""From a message one finds its check by the same word."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import ruleslang
from tests.support.slugs import slugs_made

CHECKS = Path(ruleslang.__file__).parent / "language" / "checks"
REPORTS = re.compile(r"Reports? ((?:`[a-z-]+`(?:, | and )?)+):")


def test_a_check_bears_its_slug_and_lists_those_that_it_reports_beside_it() -> None:
    for path in CHECKS.rglob("*.py"):
        head = REPORTS.match(ast.get_docstring(ast.parse(path.read_text("utf-8"))) or "")
        listed = re.findall(r"`([a-z-]+)`", head[1]) if head else []
        own = path.stem.replace("_", "-")

        for slug in slugs_made(path):
            assert slug == own or (listed[:1] == [own] and slug in listed), f"{path}: {slug}"
            assert path.parent == CHECKS, f"{path}: a query reports nothing"


def test_no_two_checks_report_the_same() -> None:
    made = [slug for path in CHECKS.rglob("*.py") for slug in set(slugs_made(path))]

    assert sorted(made) == sorted(set(made))
