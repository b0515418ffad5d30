"""`validate` at the command line: positions that can be opened, and messages about mistakes."""

from __future__ import annotations

import json
import re
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ruleslang.source.budget import LimitReached
from tests.apps.cli.conftest import Run
from tests.evaluation.consistency.test_search import GAPS


def test_positions_can_be_opened(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "gaps.rules"
    text.write_text(GAPS, encoding="utf-8")

    done = run("validate", str(text), "--seconds", "0.5", "--positions", str(tmp_path / "saves"))

    assert done.status == 1
    assert "goes wrong in play" in done.out
    saves = sorted((tmp_path / "saves").iterdir())
    assert saves
    for save in saves:
        before, command = save.read_bytes(), f"ruleslang play {text} --from {save}"
        opened = run(*command.split()[1:], stdin=b"quit\n")
        assert command in done.out
        assert opened.status == 0, opened.out + opened.err
        assert save.read_bytes() == before


def test_the_summary_fits_the_terminal(
    run: Run, gaps: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    done = run("validate", str(gaps), "--seconds", "0.3")

    summary, _, _ = done.out.partition("\n\n")
    assert "Played" in summary and "\n" in summary
    assert all(len(line) <= 60 for line in summary.splitlines())


@pytest.mark.parametrize(
    ("work", "early"),
    [
        ("evaluation.consistency.census.run_example", True),
        ("evaluation.consistency.findings.never_happens", True),
        ("explanation.examples.run_all.run_claim", False),
    ],
)
def test_the_report_is_printed_even_if_no_time_is_left_for_proofs_examples_or_claims(
    run: Run, gaps: Path, monkeypatch: pytest.MonkeyPatch, work: str, early: bool
) -> None:
    def used_up(*given: object, **options: object) -> None:
        raise LimitReached(20.0, "processor time", ())

    gaps.write_text(GAPS + TRUE_OF_ONE, encoding="utf-8")
    monkeypatch.setattr(f"ruleslang.{work}", used_up)
    page = gaps.with_suffix(".html")
    done = run("validate", str(gaps), "--seconds", "0.3", "--html", str(page))

    for text in done.out, page.read_text(encoding="utf-8"):
        assert "goes wrong in play" in text
        assert ("not everything was proved" in " ".join(text.split())) is early


TRUE_OF_ONE = """
example "One is one"
    then 1 is 1

claim "One is one"
    then 1 is 1
"""
STUCK = """rulebook stuck "Stuck"
    language 1
    players 1: home
    starts with game

state lost: yes or no = no

phase game
    repeat
        home chooses k from 0..1
        if k is 1: set lost to yes
        if k is 0 and not lost: home wins
"""


def test_a_position_without_an_end_is_reported(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "stuck.rules"
    text.write_text(STUCK, encoding="utf-8")

    done = run("validate", str(text), "--seconds", "2")

    assert "only the decision cap can end a match from this position" in done.out


def test_failing_examples_are_counted_with_the_command_that_shows_them(
    run: Run, tmp_path: Path
) -> None:
    text = tmp_path / "stuck.rules"
    fails = '\nexample "lost"\n    then lost\n\nexample "not lost"\n    then not lost\n'
    text.write_text(STUCK + fails, encoding="utf-8")

    done = run("validate", str(text), "--seconds", "0")

    (command,) = re.findall(r"claims that fail: 1 \(see `ruleslang (.+)`\)", done.out)
    assert "expected lost" in run(*command.split()).out
    text.write_text(STUCK, encoding="utf-8")
    assert "that fail" not in run("validate", str(text), "--seconds", "0").out


def test_examples_can_be_pasted_and_fail_until_their_last_line_is_written(
    run: Run, tmp_path: Path
) -> None:
    text, examples = tmp_path / "gaps.rules", tmp_path / "examples.rules"
    text.write_text(GAPS, encoding="utf-8")

    log = run("validate", str(text), "--seconds", "0.5", "--examples", str(examples))
    written = examples.read_text(encoding="utf-8")
    text.write_text(f"{GAPS}\n{written}", encoding="utf-8")
    tested = run("test", str(text))
    text.write_text(f"{GAPS}\n{written.replace('then no ', 'then yes ')}", encoding="utf-8")
    fixed = run("test", str(text))

    assert 'example "there is nothing to choose"\n    when give(p2)\n    then no' in written
    assert 'example "the zone is empty, so no card is moved"' in log.out
    assert tested.status == 1
    assert "outside 0..3" in tested.out
    assert tested.out.count("expected no; it does not hold") == written.count("then no") - 1
    assert "expected no" not in fixed.out


@pytest.mark.parametrize("bad", [["--seconds", "-1"], ["--seconds", "soon"]])
def test_a_wrong_number_is_reported(run: Run, bad: list[str]) -> None:
    done = run("validate", "nim", *bad)

    assert done.status == 2
    assert "Traceback" not in done.err


def test_json_has_every_finding_with_its_game(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "gaps.rules"
    text.write_text(GAPS, encoding="utf-8")

    log = json.loads(run("validate", str(text), "--seconds", "0.5", "--format", "json").out)

    stopped = [one for one in log["findings"] if one["group"] == "wrong in play"]
    assert log["ok"] is False
    assert [one["diagnostic"]["slug"] for one in stopped] == ["match-stops"]
    assert stopped[0]["game"]["players"] in (2, 3)


def test_a_text_with_mistakes_is_not_played(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "broken.rules"
    text.write_text("rulebook broken", encoding="utf-8")

    done = run("validate", str(text))

    assert done.status == 1
    assert "broken.rules:1" in done.err


def test_sarif_has_a_result_for_each_finding_at_its_line(run: Run, gaps: Path) -> None:
    done = run("validate", str(gaps), "--seconds", "0.3", "--format", "sarif")

    (log,) = json.loads(done.out)["runs"]
    (stops,) = (one for one in log["results"] if one["ruleId"] == "match-stops")
    assert stops["properties"] == {"grade": "proved", "by": "by a game that was played"}
    assert stops["message"]["text"].endswith("(proved: by a game that was played)")
    assert log["properties"]["games"] > 0 and log["properties"]["not_tried"] == []
    place = stops["locations"][0]["physicalLocation"]
    line = GAPS.split("\n")[place["region"]["startLine"] - 1]
    assert line.strip() == "add 2 to n"
    assert place["artifactLocation"]["uri"].endswith("gaps.rules")
    assert {"id": "match-stops"} in log["tool"]["driver"]["rules"]


def test_github_has_a_line_for_each_finding(run: Run, gaps: Path) -> None:
    done = run("validate", str(gaps), "--seconds", "0.3", "--format", "github")

    lines = done.out.splitlines()
    assert lines
    assert all(line.startswith(("::error file=", "::warning file=", "::notice ")) for line in lines)
    assert any("title=match-stops::the match stops here" in line for line in lines)


def test_junit_has_a_failure_for_each_finding(run: Run, gaps: Path) -> None:
    done = run("validate", str(gaps), "--seconds", "0.3", "--format", "junit")

    suite = ElementTree.fromstring(done.out).find("testsuite")
    assert suite is not None
    failures = suite.findall("testcase/failure")
    assert {str(one.text).partition(":")[0] for one in failures} <= {"proved", "searched"}
    assert suite.find("properties/property[@name='not_tried']") is not None
    assert int(suite.get("failures", 0)) == len(failures)
    assert "match-stops" in {one.get("type") for one in failures}


@pytest.mark.parametrize("format", ["sarif", "github", "junit"])
def test_mistakes_are_reported_in_every_format(run: Run, tmp_path: Path, format: str) -> None:
    text = tmp_path / "broken.rules"
    text.write_text("rulebook broken", encoding="utf-8")

    done = run("validate", str(text), "--format", format)

    assert done.status == 1
    assert "broken.rules" in done.out


def test_findings_that_a_remark_allows_are_counted_and_not_shown(run: Run, tmp_path: Path) -> None:
    drawn = "    move top(pile) to hand(p)"
    remark = "    # allow: not-decided, because the paper says so"
    text = tmp_path / "gaps.rules"
    text.write_text(GAPS.replace(drawn, f"{remark}\n{drawn}"), encoding="utf-8")

    done = run("validate", str(text), "--seconds", "2")

    assert "the zone is empty" not in done.out
    assert "(1 allowed)" in done.out
    assert "needless-allowance" not in run("check", str(text)).out


class Links(HTMLParser):
    """The anchors of a page, and the places that links lead to."""

    def __init__(self) -> None:
        super().__init__()
        self.ids: set[str] = set()
        self.targets: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = dict(attrs)
        self.ids |= {found["id"] or ""} if "id" in found else set()
        if tag == "a":
            self.targets.add((found["href"] or "").removeprefix("#"))
        assert tag not in ("script", "img", "link"), "the page opens from a file, alone"


def test_the_page_counts_first_and_links_to_all_that_it_counts(run: Run, gaps: Path) -> None:
    page = gaps.with_suffix(".html")
    marked = GAPS.replace('"Gaps"', '"Gaps <b>"').replace("p1, p2", "p1, p2")
    gaps.write_text(marked, encoding="utf-8")

    run("validate", str(gaps), "--seconds", "0.3", "--html", str(page))

    text = page.read_text("utf-8")
    links = Links()
    links.feed(text)
    assert links.targets and links.targets <= links.ids
    assert text.index('class="count"') < text.index("<h2 id=")
    top = text[: text.index('<details id="details">')]
    assert "A game could not go on here" in top and "two tables may play it differently" in top
    assert "<pre>" not in top and "gaps.rules:" not in top
    assert "1 thing that goes wrong in play" in text
    left = text[text.index('id="questions"') :]
    assert "what is the maximum?" in left and "gaps.rules:" in left
    assert "The position: seen in" in text
    assert "<script" not in text
    assert "printed rulebook follow" not in text, "this one has no numbers"


KEPT_AND_BROKEN = """rulebook lamps "Lamps"
    language 1
    players 2
    starts with game
    rules LMP 1..1

state lit: 0..2 = 0
state room: 0..9 = 3

phase game [LMP-001]
    repeat 3 times
        p1 chooses n from 0..2
        set lit to n
    p1 wins

always "the room stays": room is 3
never "both lamps burn": lit is 2  [LMP-001]
"""


def test_the_page_has_what_is_known_of_each_property(run: Run, tmp_path: Path) -> None:
    text = tmp_path / "lamps.rules"
    text.write_text(KEPT_AND_BROKEN, encoding="utf-8")
    page = tmp_path / "lamps.html"

    run("validate", str(text), "--seconds", "2", "--html", str(page))

    links = Links()
    links.feed(page.read_text("utf-8"))
    assert links.targets and links.targets <= links.ids
    shown = page.read_text("utf-8")
    assert 'href="#properties">2 properties</a>' in shown
    section = shown[shown.index('id="properties"') :]
    kept, broken = section.split("both lamps burn", maxsplit=1)
    assert re.search(r"<p><b>Proved</b>: \w", kept)
    assert re.search(r'href="#finding-\d+">finding \d+</a>', broken)
    assert "<b>Broken</b>: a game of" in broken
    assert '<a href="#LMP-001">LMP-001</a>' in broken


READING = """reading how_many "How many stones?"
    three_stones
    four_stones *

reading who "Who begins?"
    the_elder *
    the_younger

"""


def test_the_page_shows_of_each_reading_the_answer_that_is_played(run: Run, tmp_path: Path) -> None:
    text, page = tmp_path / "lamps.rules", tmp_path / "lamps.html"
    text.write_text(KEPT_AND_BROKEN.replace("state lit", READING + "state lit"), encoding="utf-8")

    run("validate", str(text), "--seconds", "0", "--html", str(page))

    readings = page.read_text("utf-8").partition('id="readings"')[2]
    assert re.findall(r"<b>(.*?)</b>", readings)[:2] == ["four stones", "the elder"]


def test_the_page_has_the_printed_rules_with_their_definitions(run: Run, gaps: Path) -> None:
    page = gaps.with_suffix(".html")
    numbered = GAPS.replace("starts with game", "rules GAP 1..2\n    starts with game")
    gaps.write_text(numbered.replace("phase game", "phase game [GAP-001]"), encoding="utf-8")

    run("validate", str(gaps), "--seconds", "0.3", "--html", str(page))

    text = page.read_text("utf-8")
    assert "printed rulebook follow in their order" in text
    first = text[text.index('id="GAP-001"') :]
    assert "phase <code>game</code>" in first
    assert "finding" in first  # a line of it stops the match
    assert '<a href="#GAP-001">GAP-001</a>' in text[: text.index('id="GAP-001"')]
    assert "nothing in the text implements it" in text[text.index('id="GAP-002"') :]


LEFT_OUT = """rulebook trip "Trip"
    language 1
    players 2
    rules TRIP 1..2
    starts with game

table rules
    | id       | rule                      |
    | TRIP-001 | Everybody gets a coin.    |
    | TRIP-002 | Whoever has two swaps it. |

state coins(player): 0..9 = 0

phase game
    for each p in players    [TRIP-001]
        add 1 to coins(p)
    take turns p among players until coins(p1) > 8
        p may do swap
    p1 wins

action swap by p
    set coins(p) to 2
"""


def test_a_finding_is_under_the_rule_of_its_line_and_not_under_another_of_the_phase(
    run: Run, tmp_path: Path
) -> None:
    text, page = tmp_path / "trip.rules", tmp_path / "trip.html"
    text.write_text(LEFT_OUT, encoding="utf-8")

    run("validate", str(text), "--seconds", "0.2", "--html", str(page))

    top = page.read_text("utf-8").partition("What was found")[2].partition("</ul>")[0]
    found = {
        one.partition("<br>")[0].strip(): " ".join(one.split()) for one in top.split("<li>")[1:]
    }
    assert "without it" in found["TRIP-002: Whoever has two swaps it."]
    assert "game" in found
    assert "TRIP-001: Everybody gets a coin." not in found
