"""`always` and `never` at the command line: `test`, `simulate`, `replay`, `validate`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from ruleslang.library.load import load_text
from tests.apps.cli.conftest import Run
from tests.evaluation.consistency.test_properties import BY_CHANCE, HEAD, SURE
from tests.support.example_results import run as run_examples

BREACHES = [
    HEAD + SURE + 'never "both low": for every p in players: sacks(p) is 1\n',
    HEAD + BY_CHANCE + 'always "four at most": sacks(home) <= 4\n',
    HEAD + BY_CHANCE + 'never "gave": there is p in players where sacks(p) is 7\n',
]


@pytest.mark.parametrize("text", BREACHES)
def test_a_breach_is_an_example_that_fails_for_that_reason(
    text: str, tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "mill.rules"
    path.write_text(text, encoding="utf-8")
    done = run("validate", str(path), "--seconds", "5", "--format", "json")
    data = json.loads(done.out)
    (finding,) = (
        finding
        for finding in data["findings"]
        if finding["diagnostic"] and finding["diagnostic"]["slug"] == "broken-property"
    )

    assert done.status == 1
    assert data["properties"][0]["grade"] == "broken"
    pasted = load_text(f"{text}\n{finding['example']}").compiled
    assert pasted is not None
    (result,) = run_examples(pasted).examples
    assert result.breaks is pasted.properties[0]


def test_simulate_reports_seed_and_decision_of_a_breach_and_it_is_replayed(
    tmp_path: Path, run: Run
) -> None:
    path = tmp_path / "mill.rules"
    path.write_text(BREACHES[0], encoding="utf-8")
    done = run("simulate", str(path), "--games", "40", "--format", "json")
    failures = json.loads(done.out)["failures"]

    assert done.status == 1
    assert {failure["message"].rpartition(", ")[2] for failure in failures} <= {
        f"after {number} decisions" for number in range(2, 8)
    }
    again = run("replay", failures[0]["replay"], "--rulebook", str(path))
    assert again.status == 0, again.out + again.err


def test_the_examples_are_tested_against_properties(tmp_path: Path, run: Run) -> None:
    example = 'example "low"\n    home chooses 2\n    away chooses 2\n    when game\n'
    path = tmp_path / "mill.rules"
    path.write_text(BREACHES[0] + "\n" + example, encoding="utf-8")
    done = run("test", str(path))

    assert done.status == 1
    assert '`never "both low"` is broken' in done.out
    assert "1 example, 0 claims, 1 property: 1 failed" in done.out


def test_a_property_that_no_example_tests_is_not_said_to_hold(tmp_path: Path, run: Run) -> None:
    path = tmp_path / "mill.rules"
    path.write_text(BREACHES[0], encoding="utf-8")

    assert run("test", str(path)).out.startswith("0 examples, 0 claims: nothing is tested")
