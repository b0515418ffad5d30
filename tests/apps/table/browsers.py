"""Browsers for tests, quick fingers in them, and what an accessibility check finds."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from selenium import webdriver
from selenium.common.exceptions import ElementClickInterceptedException
from selenium.webdriver.support.ui import WebDriverWait

QUIET = (
    *("--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
)
AXE = Path(__file__).resolve().parents[3] / "site" / "node_modules" / "axe-core" / "axe.min.js"

# Presses what is lit, one thing after the other, as soon as it is asked; `most` presses at most.
FINGERS = """
const most = arguments[0];
let seed = arguments[1], sent = "";
const next = () => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed / 2147483648; };
window.pressed = 0;
window.stuck = 0;
const say = Connection.send.bind(Connection);
Connection.send = (message) => {
  if (message.do === "choose") sent = message.ticket;
  say(message);
};
const press = () => {
  if (typeof state === "undefined" || !state || state.over || window.pressed >= most) return;
  if (!Choices.question || Choices.question.ticket === sent) return;
  const there = [...document.querySelectorAll("#table .lit, #buttons > button:not(:disabled)")]
    .filter((each) => each.getAttribute("data-key") !== "back");
  if (!there.length) { window.stuck += 1; return; }
  const ready = there.find((each) => each.getAttribute("data-key") === "ready");
  window.pressed += 1;
  (ready || there[Math.floor(next() * there.length)]).click();
};
setInterval(press, 5);
"""

# What a person could do to others from a page of his: answers for them, rubbish, floods.
HOSTILE = """
const token = location.pathname.split("/").pop();
const junk = ["", "{", "[]", "null", '{"do":"choose","ticket":"0","place":0}', '{"do":"undo"}',
  '{"do":"resign"}', '{"do":"why","zone":"hand(anna)","nth":0}', '{"do":"look","at":0}',
  '{"do":"position"}', '{"do":"say","text":"x"}', '{"do":["x"]}', "x".repeat(5000)];
window.sockets = 0;
window.hungUp = 0;
window.heard = [];
setInterval(() => {
  if (window.sockets - window.hungUp > 8) return;
  const socket = new WebSocket(`ws://${location.host}/socket/${token}`);
  window.sockets += 1;
  socket.onclose = () => { window.hungUp += 1; };
  socket.onmessage = (event) => window.heard.push(event.data);
  socket.onopen = () => {
    for (let n = 0; n < 40; n += 1) socket.send(junk[Math.floor(Math.random() * junk.length)]);
  };
  fetch("/matches", { method: "POST", body: "{".repeat(70000) }).catch(() => {});
}, 150);
"""


def open_browser(folder: Path, width: int = 390, height: int = 844) -> Any:
    """A browser of its own, with what its pages say of errors kept."""
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for each in (*QUIET, f"--user-data-dir={folder}", f"--window-size={width},{height}"):
        options.add_argument(each)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    service = webdriver.ChromeService(executable_path=shutil.which("chromedriver"))
    return webdriver.Chrome(options=options, service=service)


def press(driver: Any, element: Any) -> None:
    """Press something where it stands, once it stands still: a page that changes moves it."""

    def pressed(driver: Any) -> bool:
        driver.execute_script("arguments[0].scrollIntoView({block: 'center'})", element)
        element.click()
        return True

    wait = WebDriverWait(driver, 20, ignored_exceptions=[ElementClickInterceptedException])
    wait.until(pressed)


def errors_of(driver: Any) -> list[str]:
    """What went wrong in the pages of a browser."""
    return [each["message"] for each in driver.get_log("browser") if each["level"] == "SEVERE"]


def serious(driver: Any) -> Sequence[str]:
    """What axe finds on the page that would stop somebody."""
    driver.execute_script(AXE.read_text(encoding="utf-8"))
    found: list[str] = driver.execute_async_script(
        """
        const done = arguments[arguments.length - 1];
        axe.run(document).then((results) => done(results.violations
          .filter((each) => each.impact === "serious" || each.impact === "critical")
          .map((each) => [each.id, ...each.nodes.slice(0, 3).map((node) => node.html)].join(" ")
            .slice(0, 600))));
        """
    )
    return found
