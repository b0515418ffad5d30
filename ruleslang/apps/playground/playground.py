"""Answers the messages of a page about its texts."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from shutil import rmtree
from typing import Any

from ruleslang.api import Game, message_page
from ruleslang.api.loading import BadPosition, with_position
from ruleslang.apps.playground.browser_match import (
    MatchHere,
    match_here,
    offered,
    on_new_rules,
    stopped_at,
)
from ruleslang.apps.playground.simulation import report_data, simulated
from ruleslang.apps.playground.text_facts import Written, completed
from ruleslang.apps.table.reader_ids import BadRequest
from ruleslang.explanation.story.example_story import story_of_example
from ruleslang.language.format.format_source import format_source
from ruleslang.language.syntax.csv_table import parse_csv
from ruleslang.language.syntax.declarations import Table
from ruleslang.language.syntax.examples import Claim, Example
from ruleslang.library.adopt_table import adopt
from ruleslang.library.find_rulebook import for_a_reader, rulebook_of
from ruleslang.library.workspace.run_example import lowered_of, position_lines, run
from ruleslang.library.workspace.workspace import UnknownRulebook, Workspace
from ruleslang.program import declarations as d
from ruleslang.simulation.simulation_report import Tally
from ruleslang.source.budget import UsedUp, budget
from ruleslang.source.span import Source
from ruleslang.source.suggest import plain_name

Data = dict[str, Any]
NAME = re.compile(r"[\w-]{1,80}(/[\w-]{1,80}){0,4}\.(rules|cards|csv|tsv)")
MOST_FILES = 100
MOST_LETTERS = 2_000_000  # letters of all files
SECONDS = 10.0  # the time limit of an example


class Playground:
    """
    A rulebook in the files of its own folder, which is emptied whenever another rulebook is opened.

    `answer` never raises: a request that fails is answered with its `problem`.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._workspace: Workspace | None = None
        self._names: dict[Path, str] = {}
        self._match: MatchHere | None = None
        self._games: tuple[Game, str, Iterator[Tally]] | None = None
        self._tally: Tally | None = None

    def answer_json(self, text: str) -> str:
        """Answer as `answer`, with JSON text on both sides."""
        return json.dumps(self.answer(json.loads(text)))

    def answer(self, message: Mapping[str, Any]) -> Data:
        """Return the answer to a message."""
        try:
            return self._answer(message)
        except (BadRequest, BadPosition, UnknownRulebook, UsedUp, ValueError) as problem:
            return {"problem": str(problem)}
        except RecursionError:
            return {"problem": "that goes deeper than this browser can follow"}
        except Exception as problem:
            words = f"{type(problem).__name__}: {problem}"
            return {"problem": f"this is an error in Ruleslang, not in your text ({words})"}

    def _answer(self, message: Mapping[str, Any]) -> Data:
        match message.get("do"):
            case "open":
                return self._open(message["files"], message.get("shown"))
            case "check":
                return self._check(message["file"], message["text"])
            case "syntax":
                return self._syntax(message["file"], message["text"])
            case "complete":
                path, text = self._path(message["file"]), message["text"]
                last = self._workspace.last if self._workspace is not None else None
                return completed(last, path, text, message["at"])
            case "about":
                described = self._written().about(self._path(message["file"]), message["at"])
                return {"about": described}
            case "adopt":
                return _adopted(message["file"], message["text"])
            case "format":
                return self._format(message["file"], message["text"])
            case "explain":
                return {"text": for_a_reader(message_page(message["slug"]))}
            case "run":
                return self._run(message["file"], message["at"])
            case "offer":
                return offered(self._game())
            case "simulate" | "more" | "stop":
                return self._simulate(message)
            case _:
                return self._play(message)

    # ------------------------------------------------------------ texts

    def _open(self, files: Mapping[str, str], shown: str | None) -> Data:
        """Open other texts; the rulebook is the one that the first text of rules is part of."""
        if len(files) > MOST_FILES or sum(map(len, files.values())) > MOST_LETTERS:
            raise BadRequest("there are too many texts, or they are too long")
        odd = [name for name in files if not NAME.fullmatch(name)]
        if odd:
            raise BadRequest(
                f"`{odd[0][:80]}` is not a file name: use letters, then `.rules` or `.cards`"
            )
        rules = [name for name in files if name.endswith(".rules")]
        if not rules:
            raise BadRequest("there is no text of rules")
        rmtree(self._folder, ignore_errors=True)
        self._names = {self._folder / name: name for name in files}
        for path, name in self._names.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(files[name], "utf-8", "surrogatepass", newline="")
        first = self._folder / rules[0]
        self._workspace = Workspace(str(rulebook_of(first) or first))
        self._match = self._games = None
        for path, name in self._names.items():
            self._workspace.set_text(path, files[name])
        return self._checked(self._path(rules[0] if shown is None else shown))

    def _check(self, file: str, text: str) -> Data:
        path = self._path(file)
        self._space.set_text(path, text)
        return self._checked(path)

    def _syntax(self, file: str, text: str) -> Data:
        """Return the syntax errors of a text; fast, before a full check."""
        path, space = self._path(file), self._space
        space.set_text(path, text)
        last = space.last
        if last is None:
            return {"diagnostics": []}
        written = Written(last, self._names)
        return {
            "diagnostics": [written.diagnostic(file, problem) for problem in space.syntax(path)]
        }

    def _checked(self, path: Path) -> Data:
        written = self._written()
        return {**written.checked(), "file": self._names[path], "colours": written.colours(path)}

    def _format(self, file: str, text: str) -> Data:
        formatted = format_source(Source(Path(file).name, text))
        if formatted.text is None:
            return {"problem": f"it can't be formatted yet: {formatted.diagnostics[0].message}"}
        return {"text": formatted.text}

    @property
    def _space(self) -> Workspace:
        if self._workspace is None:
            raise BadRequest("nothing is open")
        return self._workspace

    def _path(self, file: str) -> Path:
        path = self._folder / file
        if path not in self._names:
            raise BadRequest("there is no such file")
        return path

    def _written(self) -> Written:
        return Written(self._space.snapshot(), self._names)

    # ------------------------------------------------------------ examples

    def _run(self, file: str, at: int) -> Data:
        """Run an example; returns its story, line by line."""
        written = self._written()
        node = self._example(file, at)
        ran = run(written.snapshot, node)
        if ran is None:
            raise BadRequest("the rulebook has errors: fix them to run it")
        return {
            "title": ran.title,
            "message": ran.message,
            "help": ran.help,
            "at": written.at(ran.at),
            "worked": [place for span in ran.story if (place := written.at(span)) is not None],
            "lines": self._story(node),
        }

    def _story(self, node: Example | Claim) -> list[Data]:
        snapshot = self._space.snapshot()
        lowered = lowered_of(snapshot, node)
        if snapshot.compiled is None or not isinstance(lowered, d.Example):
            return []
        with budget(SECONDS):
            story = story_of_example(snapshot.loaded.spans, snapshot.compiled, lowered)
        return [
            {
                "line": passage.number,
                "text": passage.text,
                "status": story.status(passage),
                "below": list(story.below(passage)),
            }
            for passage in story.passages
        ]

    def _example(self, file: str, at: int) -> Example | Claim:
        node = self._written().example_at(self._path(file), at)
        if node is None:
            raise BadRequest("no example begins there any more")
        return node

    # ------------------------------------------------------------ games

    def _game(self) -> Game:
        compiled = self._space.snapshot().compiled
        if compiled is None:
            raise BadRequest("the rulebook has errors: fix them to play it")
        return Game(compiled)

    def _game_from_example(self, message: Mapping[str, Any]) -> Game:
        """Return the game whose matches start in the position of an example."""
        node = self._example(message["file"], message["at"])
        if not isinstance(node, Example):
            raise BadRequest("a claim has no position to play from")
        space = self._space
        loaded, game_and_position = with_position(
            space.rulebook, position_lines(node), (), space.texts
        )
        if game_and_position is None:
            raise BadRequest(loaded.diagnostics[0].message)
        return Game(game_and_position[0], position=game_and_position[1])

    def _simulate(self, message: Mapping[str, Any]) -> Data:
        """Start, continue or stop a simulation; returns the results so far."""
        if message["do"] == "simulate":
            game = self._game()
            self._tally = None
            self._games = game, *simulated(game, message)
        if self._games is None:
            raise BadRequest("nothing is being simulated")
        game, engine, games = self._games
        goes_on = message["do"] != "stop"
        if goes_on:
            tally = next(games, None)
            self._tally, goes_on = tally or self._tally, tally is not None
        if not goes_on:
            self._games = None
        report = report_data(game, self._tally.report()) if self._tally is not None else None
        if report is not None:
            report["failures"] = [self._in_page(each) for each in report["failures"]]
        return {"goes_on": goes_on, "engine": engine, "report": report}

    def _play(self, message: Mapping[str, Any]) -> Data:
        if message.get("do") == "begin":
            game = self._game_from_example(message) if "at" in message else self._game()
            self._match = match_here(game, message)
            return self._with_match(self._match.sit(self._match.reader, follows=True))
        if self._match is None:
            raise BadRequest("no match is being played")
        match message.get("do"):
            case "sit":
                news = self._match.sit(message["seat"], follows=message["follows"] is True)
            case "say":
                news = self._match.say(message["message"])
            case "go on":
                news = self._match.go_on()
            case "replay":
                self._match, repeated, made = on_new_rules(self._match, self._game())
                news = self._match.sit(self._match.reader, follows=self._match.follows)
                return {**self._with_match(news), "repeated": repeated, "made": made}
            case _:
                raise BadRequest("this request is not valid")
        return self._with_match(news)

    def _with_match(self, messages: list[Data]) -> Data:
        assert self._match is not None
        match = self._match.seats.match
        fault, stopped = match.engine.fault, None
        if fault is not None:
            stopped = self._in_page(stopped_at(match.game.program, fault))
        return {"messages": messages, "more": self._match.goes_on, "stopped": stopped}

    def _in_page(self, stopped: Data) -> Data:
        """Return a place with the page's name for its file, if the page has it."""
        file = stopped.get("file", "")
        names = [name for path, name in self._names.items() if path.name == Path(file).name]
        alike = [name for name in names if name.endswith(file)]
        return {**stopped, "file": next(iter(alike or names), None)}


def _adopted(file: str, text: str) -> Data:
    """Return the files of a game around a table, and what of the table became a note."""
    parsed, wrong = parse_csv(Source(Path(file).name, text))
    for table in parsed.declarations:
        if isinstance(table, Table) and not wrong:
            name = plain_name(Path(file).stem) or "my_game"
            title = name.replace("_", " ").capitalize()
            made = adopt(f"{name}_game", title, "my_card", table)
            return {"files": dict(made.files), "remarks": list(made.remarks), "title": title}
    raise BadRequest("; ".join(problem.message for problem in wrong) or "it has no rows")
