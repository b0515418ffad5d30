"""The page's worker simulates on WebAssembly, with the results of other machines."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ruleslang.apps.playground.playground import Playground
from ruleslang.library.find_rulebook import data_root
from tests.support.tiny_game import GAME

pytestmark = pytest.mark.site
GAMES = 100
ASK = """
const [messages, done] = arguments;
const worker = new Worker("worker.js", { type: "module" });
const answers = [];
worker.onmessage = ({ data }) => {
  if (data.broken) done([{ problem: data.broken }]);
  if (!data.ready) answers.push(data.answer);
  const goesOn = !data.ready && data.answer.goes_on;
  const message = goesOn ? { do: "more" } : messages.shift();
  if (message) worker.postMessage({ id: 1, message });
  else { worker.terminate(); done(answers.filter((each) => !each.goes_on)); }
};
"""
STOPPED = GAME.replace("add 1 to points(p)", "subtract 1 from points(p)")


def opened(name: str) -> dict[str, Any]:
    """The message that opens a shipped rulebook."""
    file = data_root() / "examples" / name / f"{name}.rules"
    return {"do": "open", "files": {file.name: file.read_text(encoding="utf-8")}}


def to_the_end(page: Playground, message: dict[str, Any]) -> dict[str, Any]:
    answer = page.answer(message)
    while answer.get("goes_on"):
        answer = page.answer({"do": "more"})
    return answer


def test_games_in_a_browser_are_those_of_the_command(
    tmp_path: Path, address: tuple[str, Callable[[], None]]
) -> None:
    browsers = pytest.importorskip("tests.apps.site.playground_page")
    simulate = {"do": "simulate", "games": GAMES, "players": ["random"], "seed": 5}
    names = "connect_four", "crazy_eights", "backgammon", "connect_four"
    messages = [each for name in names for each in (opened(name), simulate)]
    messages += [simulate | {"engine": "python"}, {"do": "open", "files": {"a.rules": STOPPED}}]
    messages.append(simulate)
    driver = browsers.started(tmp_path / "chromium", browsers.WIDE)
    try:
        driver.get(f"{address[0]}index.html")
        found = driver.execute_async_script(ASK, messages)
    finally:
        driver.quit()
    here = Playground(tmp_path / "rulebook")
    expected = [to_the_end(here, each | {"engine": "python"}) for each in messages]

    assert [each.get("engine") for each in found] == [
        *[None, "wasm"] * 4, "python", None, "wasm"
    ]  # fmt: skip
    for one, other in zip(found, expected, strict=True):
        assert one.get("report") == json.loads(json.dumps(other.get("report")))
    assert found[-1]["report"]["failed"], "what stops games has its message"
