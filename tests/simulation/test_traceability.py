"""Every number of a shipped rulebook's printed rules is in its text, or omitted there."""

from __future__ import annotations

import json
from pathlib import Path

from ruleslang.simulation.traceability import trace, traced_number
from tests.apps.cli.conftest import Run
from tests.apps.cli.conftest import prepared as prepared
from tests.apps.cli.conftest import run as run
from tests.support.every import every
from tests.support.shipped import LARGE, compiled

MILL = """\
rulebook mill "Mill"
    language 1
    players 2
    starts with game
    at most 10 decisions, then nobody wins
    rules MILL 1..1

state coins: 0..9 = 0   designed

phase game   [MILL-001]
    nobody wins

example "one coin"   [MILL-001, MILL-EX-01]
    given coins is 1
    then coins is 1

example "no coin"   [MILL-001, MILL-EX-01]
    given coins is 0
    then coins is 0

example "no coin yet"   [MILL-001]
    given coins is 0
    then coins is 0

claim "two seats" [MILL-001, MILL-EX-02]: number of players is 2
"""


def test_every_large_rulebook_is_complete() -> None:
    found = {name: trace(compiled(name)) for name in sorted(LARGE - {"standard"})}

    assert len(found) == 5
    assert {name: each.unmarked for name, each in found.items() if each.unmarked} == {}
    assert [name for name, each in found.items() if not each.is_complete] == []


def test_a_worked_example_is_counted_once_and_a_claim_shows_one(run: Run) -> None:
    Path("mill.rules").write_text(MILL)
    ran = run("trace", "mill.rules")
    found = json.loads(run("trace", "mill.rules", "--format", "json").out)

    assert ran.out.splitlines()[0].endswith("· MILL-EX-01, no coin yet, MILL-EX-02")
    assert ran.out.rstrip().endswith("2 worked examples")
    assert [(each["id"], each["title"]) for each in found["examples"]] == [
        ("MILL-EX-01", "one coin"),
        ("MILL-EX-01", "no coin"),
        ("MILL-EX-02", "two seats"),
    ]


HARVEST = """\
rulebook harvest "Harvest"
    language 1
    players 2: left, right
    rules HARV 1..2, worked examples 1..4
    starts with reap

phase reap   [HARV-001]
    left chooses sheaves "how many sheaves" from 1..3   [HARV-002]
    if sheaves is 3: left wins
    right wins

example "three sheaves"   [HARV-EX-01]
    left chooses 3
    when reap
    then winners is {left}
"""


def test_an_announced_worked_example_that_nothing_shows_is_missing(run: Run) -> None:
    Path("harvest.rules").write_text(HARVEST)
    ran = run("trace", "harvest.rules")
    found = json.loads(run("trace", "harvest.rules", "--format", "json").out)
    checked = run("check", "harvest.rules")

    assert ran.status == 1
    assert [line.split()[0] for line in ran.out.splitlines() if "MISSING" in line] == [
        "HARV-EX-02",
        "HARV-EX-03",
        "HARV-EX-04",
    ]
    assert ran.out.rstrip().endswith("incomplete: 2 rules, 4 worked examples (3 missing)")
    assert (found["ok"], found["missing_examples"]) == (
        False,
        ["HARV-EX-02", "HARV-EX-03", "HARV-EX-04"],
    )
    assert "no example shows `HARV-EX-02`, `HARV-EX-03` or `HARV-EX-04`" in checked.out
    assert checked.status == 0


def test_an_example_a_claim_a_part_and_an_omit_each_account_for_a_worked_example(run: Run) -> None:
    rest = """
claim "two seats" [HARV-EX-02]: number of players is 2

example "two sheaves"   [HARV-EX-03B]
    left chooses 2
    when reap
    then winners is {right}

omit [HARV-EX-04] "shows how sheaves are bound"
"""
    Path("harvest.rules").write_text(HARVEST + rest)
    ran = run("trace", "harvest.rules")

    assert (ran.status, "MISSING" in ran.out) == (0, False)
    assert "HARV-EX-04  omitted: shows how sheaves are bound" in ran.out
    assert "no example shows" not in run("check", "harvest.rules").out


def test_without_a_number_of_worked_examples_none_is_missing(run: Run) -> None:
    Path("harvest.rules").write_text(HARVEST.replace(", worked examples 1..4", ""))
    ran = run("trace", "harvest.rules")

    assert ran.status == 0
    assert ran.out.rstrip().endswith("complete: 2 rules, 1 worked example")


ROWS = """\
id,chapter,kind,rule
HARV-001,The field,phase,There is one harvest.
HARV-002,The field,win,"With three sheaves left wins, else right."
HARV-EX-01,Examples,,Three sheaves: left has won.
"""


def harvest_folder(rows: str, **changes: str) -> None:
    text = HARVEST
    for old, new in changes.items():
        text = text.replace(old, new)
    Path("harvest").mkdir()
    Path("harvest/harvest.rules").write_text(text.replace(", worked examples 1..4", ""))
    Path("harvest/rules.csv").write_text(rows)


def test_the_table_of_rules_is_shown_beside_the_definitions(run: Run) -> None:
    harvest_folder(ROWS)
    ran = run("trace", "harvest")
    found = json.loads(run("trace", "harvest", "--format", "json").out)

    assert ran.status == 0
    assert ran.out.splitlines()[:4] == [
        "HARV-001  There is one harvest.",
        "    phase reap",
        "HARV-002  With three sheaves left wins, else right.",
        "    phase reap",
    ]
    assert found["rules"][1]["text"] == "With three sheaves left wins, else right."


def test_one_number_with_its_sentence_its_lines_and_its_examples(run: Run) -> None:
    harvest_folder(ROWS)
    rule = run("trace", "harvest", "HARV-002")
    example = run("trace", "harvest", "HARV-EX-01")
    found = json.loads(run("trace", "harvest", "HARV-EX-01", "--format", "json").out)

    assert rule.out.splitlines() == [
        "HARV-002  With three sheaves left wins, else right.   (The field, win)",
        '    left chooses sheaves "how many sheaves" from 1..3   harvest.rules:8',
    ]
    assert example.out.splitlines() == [
        "HARV-EX-01  Three sheaves: left has won.   (Examples)",
        "  · three sheaves   harvest.rules:12",
    ]
    assert found["text"] == "Three sheaves: left has won."
    assert [(each["line"], each["example"]) for each in found["cited_at"]] == [
        (12, "three sheaves")
    ]


def test_a_line_that_goes_on_is_shown_as_one(run: Run) -> None:
    harvest_folder(ROWS, **{"   [HARV-002]": "\n            [HARV-001,\n             HARV-002]"})

    assert run("trace", "harvest", "HARV-002").out.splitlines()[1:] == [
        '    left chooses sheaves "how many sheaves" from 1..3   harvest.rules:8'
    ]


def test_a_number_that_is_not_there_is_answered_by_the_nearest(run: Run) -> None:
    harvest_folder(ROWS)
    ran = run("trace", "harvest", "HARV-02")

    assert ran.status != 0
    assert "`harvest` has no number `HARV-02`; did you mean `HARV-002`?" in ran.err
    assert run("trace", "harvest", "harv-002").out == run("trace", "harvest", "HARV-002").out


def test_a_header_with_a_prefix_takes_its_numbers_from_the_table(run: Run) -> None:
    harvest_folder(
        ROWS + "HARV-003,The barn,,Sheaves are kept.\nHARV-EX-02,Examples,,Two sheaves.\n",
        **{"rules HARV 1..2": "rules HARV"},
    )
    ran = run("trace", "harvest")

    assert ran.status == 1
    assert "HARV-003  Sheaves are kept.\n    MISSING" in ran.out
    assert "HARV-EX-02  MISSING" in ran.out
    assert ran.out.rstrip().endswith(
        "incomplete: 3 rules (1 missing), 2 worked examples (1 missing)"
    )


def test_a_table_of_rules_has_each_number_once_and_all_that_are_cited(run: Run) -> None:
    harvest_folder(ROWS.replace("HARV-002", "HARV-001"))
    twice = run("check", "harvest")
    Path("harvest/rules.csv").write_text("".join(ROWS.splitlines(keepends=True)[:2]))
    lacking = run("check", "harvest")

    assert (twice.status, "`HARV-001` already has a row" in twice.out) == (1, True)
    assert (lacking.status, lacking.out.count("unlisted-rule")) == (0, 1)
    assert "`HARV-002` is cited, but has no row in the table of rules" in lacking.out


def test_a_table_of_rules_may_be_tabbed_and_changes_nothing_that_is_played(run: Run) -> None:
    harvest_folder(ROWS)
    of_csv = json.loads(run("trace", "harvest", "--format", "json").out)
    Path("harvest/rules.csv").unlink()
    Path("harvest/rules.tsv").write_text("id\trule\nHARV-001\tOne harvest.\nHARV-002\tA win.\n")
    of_tsv = json.loads(run("trace", "harvest", "--format", "json").out)
    Path("harvest/rules.tsv").unlink()
    of_none = json.loads(run("trace", "harvest", "--format", "json").out)

    assert [each["rules"][0]["text"] for each in (of_csv, of_tsv, of_none)] == [
        "There is one harvest.",
        "One harvest.",
        None,
    ]
    assert of_csv["digest"] == of_tsv["digest"] == of_none["digest"]


def test_a_table_of_rules_outside_of_the_folder_is_not_read(run: Run) -> None:
    harvest_folder(ROWS)
    Path("harvest/rules.csv").unlink()
    Path("elsewhere.csv").write_text(ROWS)
    Path("harvest/rules.csv").symlink_to(Path("elsewhere.csv").resolve())
    ran = run("check", "harvest")

    assert ran.status == 1
    assert "outside-the-folder" in ran.out


@every("item", sorted(LARGE - {"standard"}))
def test_each_printed_rulebook_ships_its_numbered_rules(item: str) -> None:
    game = compiled(item)
    rows = [traced_number(game, rule.id) for rule in game.rules]
    numbering = game.numbering
    numbers = [row.id for row in rows]

    assert len(set(numbers)) == len(numbers)
    assert len(rows) == numbering.rules + numbering.gaps + numbering.examples
    assert all(row.listed is not None and row.listed.text for row in rows)
    assert all(row.definitions or row.examples or row.omitted is not None for row in rows)
