"""
From a click to the drawn answer in a browser, while other matches go on at the same server.

    python benchmarks/table.py [MATCHES] [RULEBOOK] [SECONDS]

`serve` runs in its own process. In each of the other matches persons choose as quickly as
people do, one choice every 2 to 6 seconds, through sockets as pages have them. One browser plays
another match and clicks: the time is from the click to the frame in which the answer is drawn.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from tests.apps.table.browsers import open_browser

CLICKS = 60
PAUSE = (2.0, 6.0)  # seconds in which a person chooses

# Clicks something that is lit, and says how long it took until the answer was drawn.
CLICK = """
const done = arguments[arguments.length - 1];
if (!state || state.over) { done("over"); return; }
const there = [...document.querySelectorAll("#table .lit, #buttons > button:not(:disabled)")]
  .filter((each) => each.getAttribute("data-key") !== "back");
if (!Choices.question || !there.length) { done(null); return; }
const at = performance.now(), ticket = Choices.question.ticket;
const picks = Choices.picks.length;
there[Math.floor(Math.random() * there.length)].click();
if (Choices.picks.length > picks) { done(null); return; }
const look = () => {
  const asked = state.question && state.question.ticket;
  if (asked !== ticket) requestAnimationFrame(() => done(performance.now() - at));
  else if (performance.now() - at > 5000) done(null);
  else setTimeout(look, 1);
};
look();
"""


def post(port: int, asked: dict[str, Any]) -> list[str]:
    """A new match: the secrets of its links."""
    request = urllib.request.Request(f"http://127.0.0.1:{port}/matches", json.dumps(asked).encode())
    while True:
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return [each["link"].rpartition("/")[2] for each in json.load(answer)["links"]]
        except urllib.error.HTTPError as problem:
            if problem.code != 429:
                raise
            time.sleep(1)  # the lobby makes so many matches a second


async def person(port: int, token: str, counts: dict[str, int]) -> None:
    """Choose at random, as quickly as people do, until the match is over."""
    url = f"ws://127.0.0.1:{port}/socket/{token}"
    async with connect(url, max_size=None) as table:
        async for text in table:
            message = json.loads(text)
            question = message.get("question")
            if message["type"] != "state" or not question:
                continue
            await asyncio.sleep(random.uniform(*PAUSE))
            place = random.randrange(len(question["choices"]))
            said = {"do": "choose", "ticket": question["ticket"], "place": place}
            await table.send(json.dumps(said))
            counts["choices"] += 1


async def others(port: int, tokens: list[str], counts: dict[str, int]) -> None:
    """All persons of all other matches."""
    persons = (person(port, token, counts) for token in tokens)
    await asyncio.gather(*persons, return_exceptions=True)  # the server ends before they do


def measured(port: int, rulebook: str, seconds: float) -> list[float]:
    """Milliseconds from a click to the drawn answer."""
    driver = open_browser(Path(tempfile.mkdtemp()), 1200, 900)
    driver.set_script_timeout(30)
    found: list[float] = []
    until = time.monotonic() + seconds
    driver.get(f"http://127.0.0.1:{port}/table/{post(port, match_of(rulebook, alone=True))[0]}")
    time.sleep(3)
    while len(found) < CLICKS and time.monotonic() < until:
        took = driver.execute_async_script(CLICK)
        if took == "over":
            token = post(port, match_of(rulebook, alone=True))[0]
            driver.get(f"http://127.0.0.1:{port}/table/{token}")
            time.sleep(1)
        elif took is not None:
            found.append(took)
            time.sleep(0.2)
    driver.quit()
    return found


def match_of(rulebook: str, *, alone: bool = False) -> dict[str, Any]:
    import ruleslang

    low = ruleslang.load(rulebook).program.seats.low
    return {"rulebook": rulebook, "seats": [""] + [("random" if alone else "")] * (low - 1)}


def row(name: str, found: list[float]) -> str:
    ordered = sorted(found)
    if not ordered:
        return f"{name:<22} nothing was measured"
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * each))] for each in (0.5, 0.9, 0.99)]
    return (
        f"{name:<22} median {at[0]:6.1f}  90% {at[1]:6.1f}  99% {at[2]:6.1f} ms  ({len(ordered)})"
    )


def main(matches: int = 50, rulebook: str = "ollapion", seconds: float = 60) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    store = Path(tempfile.mkdtemp()) / "table.sqlite"
    command = ["ruleslang", "serve", rulebook, "--port", str(port), "--store", str(store)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        server.stdout.readline()
        time.sleep(1)
        try:
            alone = measured(port, rulebook, seconds)
            print(row("one match", alone), flush=True)
            links = [post(port, match_of(rulebook)) for _ in range(matches)]
            tokens = [token for each in links for token in each[:-2]]
            counts = {"choices": 0}
            crowd = asyncio.new_event_loop()
            task = threading.Thread(
                target=lambda: crowd.run_until_complete(others(port, tokens, counts)), daemon=True
            )
            begun = time.monotonic()
            task.start()
            time.sleep(8)
            among = measured(port, rulebook, seconds)
            rate = counts["choices"] / (time.monotonic() - begun)
            print(row(f"among {matches} matches", among))
            ratio = sorted(among)[len(among) // 2] / sorted(alone)[len(alone) // 2]
            print(f"ratio of the medians {ratio:.2f}, with {rate:.1f} choices a second of others")
        finally:
            server.send_signal(signal.SIGINT)
    os._exit(0)  # the crowd is still playing


if __name__ == "__main__":
    given = sys.argv[1:]
    main(
        int(given[0]) if given else 50,
        given[1] if len(given) > 1 else "ollapion",
        float(given[2]) if len(given) > 2 else 60,
    )
