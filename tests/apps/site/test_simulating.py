"""The page's worker simulates on WebAssembly, with the results of other machines."""

from __future__ import annotations

import json
import subprocess
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

LIMITS = """
import ctypes, pyodide_js
from pyodide.code import run_js
from pyodide.ffi import JsException, to_js
from ruleslang.engine.wasm.in_pyodide import INSTANCE
from ruleslang.engine.wasm.module import STACK_BYTES, Room
from ruleslang.engine.wasm.parse import program_of
from ruleslang.engine.wasm.statements import compiled

room = bytearray(STACK_BYTES + 10000)
begins = ctypes.addressof(ctypes.c_char.from_buffer(room)) + 15 & ~15
names = ("calls", "fills", "more_memory")
module = to_js(compiled(program_of(TEXT), names, Room(begins, 9000, is_own=False)))
instance = run_js(INSTANCE)(pyodide_js._module, module, begins + STACK_BYTES)
for name, deep in (("calls", 10**7), ("fills", 1000)):
    function = instance.caller(name, to_js([True]))
    for _ in range(3):
        assert function(50) == 50
        try:
            raise AssertionError(function(deep))
        except JsException as problem:
            print(problem)
more = instance.caller("more_memory", to_js([False]))
assert more(64) > 0 and more(65000) == -1
instance.end()
"""
TEXT = """
void asks_to_stop(void);
int more_memory(int pages) { return pages; }
int clock_time_get(int clock, int64_t precision, int64_t *nanoseconds);
int64_t calls(int64_t n) { return n < 1 ? 0 : 1 + calls(n - 1); }
static void fill(int64_t *of) { of[0] = 1; of[7999] = 2; }
int64_t fills(int64_t n)
{
    int64_t many[8000];
    fill(many);
    return n < 1 ? 0 : many[0] + fills(n - 1);
}
"""


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
    messages += [simulate | {"engine": "wasm"}, {"do": "open", "files": {"a.rules": STOPPED}}]
    messages.append(simulate)
    driver = browsers.started(tmp_path / "chromium", browsers.WIDE)
    try:
        driver.get(f"{address[0]}index.html")
        found = driver.execute_async_script(ASK, messages)
    finally:
        driver.quit()
    here = Playground(tmp_path / "rulebook")
    expected = [to_the_end(here, each | {"engine": "wasm"}) for each in messages]

    assert [each.get("engine") for each in found] == [
        *[None, "wasm"] * 4, "wasm", None, "wasm"
    ]  # fmt: skip
    for one, other in zip(found, expected, strict=True):
        assert one.get("report") == json.loads(json.dumps(other.get("report")))
    assert found[-1]["report"]["failed"], "what stops games has its message"


def test_full_stacks_and_memory_end_what_runs_and_nothing_else() -> None:
    browsers = pytest.importorskip("tests.apps.site.playground_page")
    script = Path(__file__).parent / "in_pyodide.mjs"
    done = subprocess.run(
        ["node", script, browsers.DIST / "play"],
        input=f"TEXT = {TEXT!r}\n{LIMITS}",
        capture_output=True,
        text=True,
    )

    assert done.returncode == 0, done.stderr[-2000:]
    assert done.stdout.split("\n")[:-1] == [
        *["RangeError: Maximum call stack size exceeded"] * 3,
        *["RuntimeError: unreachable"] * 3,
    ]
