"""
A small server as `docs/security.md` wants it: a process for what strangers write and answer.

`python -m tests.hostile.server` reads a request a line and prints an answer a line. Before the
first request it limits itself, and from then on a witness notes whatever is opened or begun.
"""

from __future__ import annotations

import json
import os
import resource
import secrets
import sys
from typing import Any

import ruleslang
from ruleslang.api import Game, Match
from ruleslang.engine.wasm.run import FOLDER
from ruleslang.source.cache_files import cache_folder

MEMORY = 2_000_000_000
PROCESSOR = 120  # seconds
MOST_LETTERS = 100_000  # of a request
WARM = """rulebook w "W"
    language 1
    players 2
    starts with game
    at most 9 decisions, then nobody wins

phase game
    p1 chooses n from {1, 2}
    p2 chooses k from {n, 3}
    nobody wins
"""
WATCHED = ("open", "exec", "subprocess", "socket", "os", "shutil", "ctypes", "import")
CALLS = ("ctypes.dlopen", "ctypes.dlsym")  # all others of ctypes are how WebAssembly is called
SHELF = f"{cache_folder()}{os.sep}{FOLDER}"  # its own compiled modules
OWN = os.path.dirname(os.path.dirname(ruleslang.__file__))

Answer = dict[str, Any]


class Server:
    """Texts, matches and saves of strangers."""

    def __init__(self) -> None:
        self.key = secrets.token_bytes(32)
        self.games: dict[str, Game] = {}
        self.matches: dict[str, Match] = {}
        self.saves: dict[str, str] = {}
        self.asked: dict[str, int] = {}  # what a ticket stands for

    def answer(self, request: Answer) -> Answer:
        """What a client is told: of errors their kind, of his own text what is wrong with it."""
        try:
            return self._answered(**request)
        except ruleslang.RulesError as problem:
            return {"wrong": [each.message for each in problem.diagnostics[:20]]}
        except ruleslang.IllegalChoice as problem:
            return {"refused": f"this choice is {problem.kind}"}
        except ruleslang.Refused:
            return {"refused": "this is no save of this server"}
        except Exception as problem:
            return {"refused": f"this cannot be done ({type(problem).__name__})"}

    def _answered(self, do: str, **given: Any) -> Answer:
        match do:
            case "text":
                output = [each.message for each in ruleslang.check_text(given["text"])][:20]
                game = ruleslang.load_text(given["text"], name=str(given.get("name", "text.rules")))
                self.games[secrets.token_hex(8)] = game
                return {"game": [*self.games][-1], "said": output}
            case "begin":
                match = self.games[given["game"]].start(engine=given.get("engine", "wasm"))
                return self._kept(match)
            case "choose":
                return self._chosen(**given)
            case "save":
                name = secrets.token_hex(8)  # the save itself tells all cards
                self.saves[name] = self.matches[given["match"]].to_json(seal_key=self.key)
                return {"save": name}
            case "resume":
                save = self.saves.get(given["save"], given["save"])
                return self._kept(self.games[given["game"]].resume(save, seal_key=self.key))
        return {"refused": "this is no request"}

    def _chosen(self, match: str, ticket: str, seat: Any, choice: Any) -> Answer:
        found = self.matches[match]
        found.choose(choice, by=seat, at=self.asked.pop(ticket))
        return self._told(match)

    def _kept(self, match: Match) -> Answer:
        name = secrets.token_hex(8)
        self.matches[name] = match
        return self._told(name)

    def _told(self, name: str) -> Answer:
        match = self.matches[name]
        ticket, decision = secrets.token_hex(8), match.decision
        self.asked[ticket] = len(match.choices)
        return {
            "match": name,
            "ticket": ticket,
            # of which each player is sent his own
            "views": [ruleslang.as_data(match.view(seat)) for seat in range(len(match.seats))],
            "asked": None if decision is None else decision.player,
            "over": match.is_over,
            "stopped": match.fault is not None,
        }


def witness(event: str, arguments: tuple[Any, ...]) -> None:
    """Note what is opened and begun, but for the package's own files and compiled modules."""
    kind = event.split(".")[0]
    if kind not in WATCHED or event in ("os.listdir", "os.scandir"):
        return
    if kind == "ctypes" and event not in CALLS:
        return
    if arguments and str(arguments[0]).startswith(SHELF):
        return
    if event == "open" and isinstance(arguments[0], int):  # noted when its file was opened
        return
    if kind == "open" and isinstance(arguments[0], str):
        where = os.path.abspath(arguments[0])
        if where.startswith((OWN, sys.prefix, sys.base_prefix)) and "w" not in str(arguments[1]):
            return
    if kind == "import" or (event == "exec" and _is_own(arguments[0].co_filename)):
        return
    print(f"witness: {event} {str(arguments)[:300]}", file=sys.stderr, flush=True)


def _is_own(file: str) -> bool:
    """Whether code is a module's, a class's, or printed for a rulebook."""
    return file.startswith((OWN, sys.prefix, sys.base_prefix, "<"))


def main() -> None:
    """Answer requests until there are none."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (PROCESSOR, PROCESSOR))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    sys.dont_write_bytecode = True  # of modules that are imported late, in a fresh checkout
    server = Server()
    game = server.answer({"do": "text", "text": WARM})["game"]
    match = server.answer({"do": "begin", "game": game})["match"]
    save = server.answer({"do": "save", "match": match})["save"]
    assert "views" in server.answer({"do": "resume", "game": game, "save": save})
    sys.addaudithook(witness)
    for line in sys.stdin:
        try:
            if len(line) > MOST_LETTERS:
                raise ValueError
            request = json.loads(line)
            answer = server.answer(request) if isinstance(request, dict) else {}
        except (ValueError, RecursionError):
            answer = {}
        print(json.dumps(answer or {"refused": "this is no request"}), flush=True)


if __name__ == "__main__":
    main()
