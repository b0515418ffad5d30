"""The messages to the page of the playground, without a browser."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

import pytest

from ruleslang.apps.playground.playground import Playground
from ruleslang.apps.playground.text_facts import places_of
from ruleslang.engine.code.printed_game import NotCompiled
from ruleslang.engine.wasm import compiled_game
from ruleslang.library.find_rulebook import data_root
from tests.support.tiny_game import GAME

MENU = "game.rules"
SITE = Path(__file__).parents[3] / "site"


@pytest.fixture
def page(tmp_path: Path) -> Playground:
    return Playground(tmp_path / "rulebook")


def output(page: Playground, **message: Any) -> dict[str, Any]:
    """An answer as it comes to the page."""
    found: dict[str, Any] = json.loads(page.answer_json(json.dumps(message)))
    return found


def opened(page: Playground, text: str = GAME) -> dict[str, Any]:
    return output(page, do="open", files={MENU: text})


def test_a_fix_is_written_where_the_page_counts(page: Playground) -> None:
    text = "# 😀\n" + GAME.replace("1 to points", "1 to pionts")
    (mistake,) = opened(page, text)["diagnostics"]
    assert (mistake["slug"], mistake["severity"]) == ("unknown-state", "error")
    (edit,) = mistake["fix"]["edits"]
    units = text.encode("utf-16-le")
    fixed = units[: 2 * edit["from"]] + edit["text"].encode("utf-16-le") + units[2 * edit["to"] :]
    found = output(page, do="check", file=MENU, text=fixed.decode("utf-16-le"))
    assert found["playable"] and not found["diagnostics"]


def test_unreadable_lines_are_reported_before_the_rest(page: Playground) -> None:
    opened(page)
    (mistake,) = output(page, do="syntax", file=MENU, text=GAME + "zone zone zone\n")["diagnostics"]
    assert mistake["line"] == GAME.count("\n") + 1
    assert output(page, do="syntax", file=MENU, text=GAME)["diagnostics"] == []


@pytest.mark.parametrize("text", ["", "abc", "a😀b😀", "é\u2028x"])
def test_places_are_turned_back(text: str) -> None:
    places = places_of(text)
    for offset in range(len(text) + 1):
        units = len(text[:offset].encode("utf-16-le")) // 2
        assert (places.units(offset), places.offset(units)) == (units, offset)
    assert places.offset(1000) == len(text)


def test_an_example_is_traced(page: Playground) -> None:
    first, second = opened(page)["examples"]
    log = output(page, do="run", file=MENU, at=first["from"])
    assert log["message"] == "" and log["worked"]
    assert ["left: take · points 0 → 1"] in [each["below"] for each in log["lines"]]
    failed = output(page, do="run", file=MENU, at=second["from"])
    assert failed["message"] and failed["lines"][-1]["status"] == "failed"


def test_both_seats_at_one_browser(page: Playground) -> None:
    opened(page)
    answer = output(page, do="begin", seats=["", ""])
    for seat in (0, 1):
        declared, state = answer["messages"]
        assert declared["seat"] == seat
        ticket = state["question"]["ticket"]
        choice = {"do": "choose", "ticket": ticket, "place": 0}
        answer = output(page, do="say", message=choice)
        assert not output(page, do="go on")["more"]
    assert answer["messages"][-1]["over"]["text"]
    again = output(page, do="say", message=choice)["messages"]
    assert again[0] == {"type": "refused", "text": "the match is over"}


def test_a_choice_is_taken_back_and_a_bot_goes_on(page: Playground) -> None:
    opened(page)
    answer = output(page, do="begin", seats=["", "random"])
    ticket = answer["messages"][-1]["question"]["ticket"]
    answer = output(page, do="say", message={"do": "choose", "ticket": ticket, "place": 0})
    assert answer["more"]
    answer = output(page, do="say", message={"do": "undo"})
    assert answer["messages"][-1]["question"]
    ticket = answer["messages"][-1]["question"]["ticket"]
    output(page, do="say", message={"do": "choose", "ticket": ticket, "place": 0})
    assert output(page, do="go on")["messages"][-1]["over"]


def test_a_match_begins_in_the_position_of_an_example(page: Playground) -> None:
    lines = ('example "late"', "given points(right) is 4", "when game", "then winners is {right}")
    text = GAME + "\n" + "\n    ".join(lines) + "\n"
    late = opened(page, text)["examples"][-1]
    answer = output(page, do="begin", seats=["", ""], file=MENU, at=late["from"])
    assert answer["messages"][-1]["view"]["states"]["points(right)"] == 4


def test_a_simulation_is_stopped_with_what_was_done(page: Playground) -> None:
    opened(page)
    answer = output(page, do="simulate", games=100_000, players=["random"])
    answer = output(page, do="more")
    assert answer["goes_on"]
    answer = output(page, do="stop")
    assert not answer["goes_on"] and 0 < answer["report"]["games"] < 100_000
    assert "problem" in output(page, do="more")
    assert "problem" in output(page, do="simulate", games=0)


def test_games_that_stop_are_reported_once_for_each_reason(page: Playground) -> None:
    less = "subtract 1 from points(p)"
    opened(page, GAME.replace("add 1 to points(p)", less).replace("nothing", less))
    answer = output(page, do="simulate", games=12, players=["random"])
    while answer["goes_on"]:
        answer = output(page, do="more")
    failures = answer["report"]["failures"]
    assert len(failures) == 2  # one of each line
    assert all("would be -1" in each["message"] for each in failures)
    assert {(each["file"], each["line"]) for each in failures} == {(MENU, 12), (MENU, 14)}
    assert sum(each["games"] for each in failures) == answer["report"]["failed"] == 12


def test_a_match_that_stops_names_the_line(page: Playground) -> None:
    opened(page, GAME.replace("add 1 to points(p)", "subtract 1 from points(p)"))
    answer = output(page, do="begin", seats=["", ""])
    assert answer["stopped"] is None
    ticket = answer["messages"][-1]["question"]["ticket"]
    answer = output(page, do="say", message={"do": "choose", "ticket": ticket, "place": 0})
    stopped = answer["stopped"]
    assert "would be -1" in stopped.pop("message")
    assert stopped == {"file": MENU, "line": 12}


def test_a_match_is_replayed_on_a_changed_text_as_far_as_it_goes(page: Playground) -> None:
    opened(page)
    answer = output(page, do="begin", seats=["", ""])
    ticket = answer["messages"][-1]["question"]["ticket"]
    output(page, do="say", message={"do": "choose", "ticket": ticket, "place": 0})
    output(
        page, do="check", file=MENU, text=GAME.replace("add 1 to points(p)", "add 3 to points(p)")
    )
    answer = output(page, do="replay")
    assert (answer["repeated"], answer["made"]) == (1, 1)
    assert answer["messages"][-1]["view"]["states"]["points(left)"] == 3
    output(page, do="check", file=MENU, text=GAME.replace("take", "grab"))
    answer = output(page, do="replay")
    assert (answer["repeated"], answer["made"]) == (0, 1)
    output(page, do="check", file=MENU, text=GAME.replace("players 2: left, right", "players 3"))
    assert "problem" in output(page, do="replay")


def test_games_say_by_which_engine_they_are_played(
    page: Playground, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened(page)

    def refused(text: str) -> NoReturn:
        raise NotCompiled("not here")

    monkeypatch.setattr(compiled_game, "code_of", refused)
    given: dict[str, Any] = {"do": "simulate", "games": 5, "players": ["random"]}
    for engine, plays in (
        (None, "interpreter"),
        ("wasm", "interpreter"),
        ("interpreter", "interpreter"),
    ):
        played = output(page, **given | ({"engine": engine} if engine else {}))
        assert played["report"]["games"] and played["goes_on"] and played["engine"] == plays
    assert "problem" in output(page, **given, engine="d")


def test_a_rulebook_of_several_files(page: Playground) -> None:
    root = data_root()
    book = root / "rulebooks/grangol"
    paths = [*book.glob("*.rules"), book / "looks.csv", *(root / "cards/grangol").glob("*")]
    paths.sort(key=lambda path: path.name != "grangol.rules")
    files = {str(path.relative_to(root)): path.read_text(encoding="utf-8") for path in paths}
    found = output(page, do="open", files=files)
    assert found["playable"] and not found["diagnostics"] and found["colours"]
    cards = "cards/grangol/grangol.cards"
    broken = files[cards].replace("x14", "x14 x3", 1)
    found = output(page, do="check", file=cards, text=broken)
    assert {each["file"] for each in found["diagnostics"]} == {cards}


@pytest.mark.parametrize(
    "message",
    [
        {"do": "open", "files": {"../a.rules": ""}},
        {"do": "open", "files": {"a.txt": ""}},
        {"do": "open", "files": {}},
        {"do": "open", "files": {"a.rules": "x" * 2_000_001}},
        {"do": "check", "file": "other.rules", "text": ""},
        {"do": "run", "file": MENU, "at": 3},
        {"do": "explain", "slug": "../security"},
        {"do": "begin", "seats": ["nobody"]},
        {"do": "sit", "seat": 9, "follows": True},
        {"do": "unheard of"},
        {"do": "format", "file": MENU, "text": "zone"},
    ],
)
def test_impossible_requests_are_reported(page: Playground, message: dict[str, Any]) -> None:
    opened(page)
    problem = output(page, **message)["problem"]
    assert problem and "error in Ruleslang" not in problem


def test_pages_names_and_forms(page: Playground) -> None:
    opened(page)
    assert output(page, do="explain", slug="unknown-state")["text"].startswith("# unknown-state")
    about = output(page, do="about", file=MENU, at=GAME.index("points") + 1)["about"]
    assert about["what"] == "state" and about["declared"]
    word = output(page, do="about", file=MENU, at=GAME.index("phase") + 1)["about"]
    assert word["page"][0] == "procedures" and word["notes"] and word["declared"] == []
    found = output(page, do="complete", file=MENU, text=GAME + "zo", at=len(GAME) + 2)
    assert "zone" in [each["label"] for each in found["options"]]
    assert output(page, do="format", file=MENU, text=GAME)["text"] == GAME


WITHOUT_THEM = """
import json, sys
sys.path.insert(0, sys.argv[1])
from left_out import WITHOUT
for path in WITHOUT:  # an import of one fails from here on
    sys.modules["ruleslang." + path.removesuffix(".py").replace("/", ".")] = None
from pathlib import Path
from ruleslang.apps.playground.playground import Playground
page = Playground(Path(sys.argv[2]))
for message in json.loads(sys.argv[3]):
    page.answer_json(json.dumps(message))
"""


@pytest.mark.skipif(not SITE.is_dir(), reason="a source distribution has no site")
def test_it_imports_nothing_that_the_site_leaves_out(tmp_path: Path) -> None:
    """Neither at first, nor while it checks, completes, runs examples, plays and simulates."""
    at = len(GAME) + 2
    messages = [
        {"do": "open", "files": {MENU: GAME}},
        {"do": "check", "file": MENU, "text": GAME.replace("1 to points", "1 to pionts")},
        {"do": "complete", "file": MENU, "text": GAME + "zo", "at": at},
        {"do": "about", "file": MENU, "at": GAME.index("points") + 1},
        {"do": "format", "file": MENU, "text": GAME},
        {"do": "simulate", "games": 12, "players": ["random"]},
        {"do": "begin", "seats": ["", "random"]},
    ]
    script = [sys.executable, "-c", WITHOUT_THEM, SITE, tmp_path / "rulebook", json.dumps(messages)]
    subprocess.run(script, check=True)
