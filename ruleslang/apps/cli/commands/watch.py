"""
`watch`: follows a rulebook while it is edited.

After each save the text is checked, then the examples are run, affected ones first, then games are
played until the next save. A save interrupts whatever is running, so the output is always about the
current texts.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import define, evolve, field, frozen
from rich.console import Console
from rich.markup import escape

from ruleslang.api import Game
from ruleslang.apps.cli.balance_commands import play_of
from ruleslang.apps.cli.commands.compare import listed
from ruleslang.apps.cli.commands.test import failure_text
from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.options import MatchOptions, Rulebook
from ruleslang.apps.cli.output import (
    is_coloured,
    plural,
    print_diagnostics,
    settings,
    width,
    wrapped,
)
from ruleslang.evaluation.balance.background import Games, ResultsSoFar, VersionsToPlay
from ruleslang.evaluation.balance.versions import Version
from ruleslang.explanation.examples.run_all import is_lost
from ruleslang.explanation.examples.run_examples import Result
from ruleslang.library.find_rulebook import find
from ruleslang.library.follow_saves import Saves, can_follow, folders_of
from ruleslang.library.workspace.run_example import Retests
from ruleslang.library.workspace.snapshot import Snapshot
from ruleslang.library.workspace.workspace import Cancelled, UnknownRulebook, Workspace
from ruleslang.program.serial import digest
from ruleslang.simulation.sides import sides_of
from ruleslang.source.budget import UsedUp, budget, unbounded
from ruleslang.source.diagnostic import Diagnostic, Severity

EXTRA = "`watch` needs the extra `watch`: pip install -e '.[watch]' in the checkout"
OFTEN = 0.3  # seconds between two looks at the games
MOST_FAILURES = 5  # shown in full
MOST_FILES = 3  # named
INDENT = " " * 10


@frozen(kw_only=True)
class Options(MatchOptions):
    """The arguments and options of the command."""

    rulebook: Rulebook


@frozen
class State:
    """The rulebook between two saves: the time, the saved files, the results."""

    at: str
    files: str
    verdict: str
    status: int
    digest: str = ""
    game: Game | None = None
    games: str = ""  # the findings of the games

    @property
    def is_good(self) -> bool:
        """Whether it compiles and all examples hold."""
        return self.game is not None and not self.status


def run(options: Options) -> int:
    """Watch until Ctrl-C; the status is that of the last save."""
    if not can_follow():
        raise Mistake(EXTRA)
    find(options.rulebook)  # a wrong name is reported at once
    play, chosen = play_of(options), settings(options.settings)
    console = Console(highlight=False, soft_wrap=True)
    with Saves() as saves:
        watch = Watch(
            options, Workspace(options.rulebook, cards=options.cards), saves, console, chosen
        )
        watch.jobs = max(1, play.jobs - 1)  # the rest is for what a save asks for
        try:
            watch.go_on()
        except KeyboardInterrupt:
            watch.end()
    return watch.states[-1].status if watch.states else 0


@define(eq=False)
class Watch:
    """A followed rulebook: its states so far, and the games in progress."""

    options: Options
    workspace: Workspace
    saves: Saves
    console: Console
    chosen: Mapping[str, str]
    jobs: int = 1
    states: list[State] = field(factory=list)
    _texts: dict[str, str] = field(factory=dict)
    _shown_before: frozenset[tuple[str, str, str]] = frozenset()  # doubts that were shown before
    _missing: str = ""  # why there is nothing to be read
    _retests: Retests = field(factory=Retests)
    _is_unfinished: bool = False  # whether examples of the last state have not been run
    _games: Games | None = None
    _live: bool = False  # whether the last line is a progress line, which the next one overwrites

    def go_on(self) -> None:
        """Check after every save, and show the games in between."""
        self._print(f"[dim]watching {escape(self.options.rulebook)}; Ctrl-C ends it[/]")
        self.saves.follow(self._folders(None))
        self._look()
        with unbounded():
            while True:
                while not self.saves.wait(OFTEN):
                    self._show_games()
                self._look()

    def end(self) -> None:
        """Stop, and print a summary."""
        self._close_games()
        self._print("")
        saves = plural(max(0, len(self.states) - 1), "save")
        self._print(f"[bold]summary: the start and {saves}[/]")
        for state in self.states:
            line = f"{state.at}  {state.files}: {state.verdict}"
            self._print(escape(wrapped(line, width(), INDENT)))
            if state.games:
                self._print(f"[dim]{escape(wrapped(INDENT + state.games, width(), INDENT))}[/]")

    def _look(self) -> None:
        """Check the current texts, if they have changed."""
        began = time.monotonic()
        try:
            with budget():
                self._look_at(self._snapshot(), began)
        except Cancelled:
            return  # a further save has come, and is looked at next
        except UnknownRulebook as problem:
            self._lost(str(problem))
        except UsedUp as used:
            self.states.append(State(_time_of_day(), "saved", str(used), 1))
            self._print(escape(wrapped(f"{INDENT}{used}", width(), INDENT)))

    def _snapshot(self) -> Snapshot:
        self.workspace.touch()
        return self.workspace.snapshot(lambda: self.saves.is_waiting)

    def _lost(self, problem: str) -> None:
        """Report that the rulebook cannot be found, perhaps only for now."""
        if problem != self._missing:
            self._close_games()
            self._missing, self._texts = problem, {}
            self.states.append(State(_time_of_day(), "gone", problem, 1))
            self._print(escape(wrapped(f"{_time_of_day()}  {problem}", width(), INDENT)))

    def _look_at(self, snapshot: Snapshot, began: float) -> None:
        self.saves.follow(self._folders(snapshot))
        if self.saves.is_waiting:
            return
        texts = {tree.source.name: tree.source.text for tree in snapshot.trees}
        files = _changed(self._texts, texts) if self.states else self.options.rulebook
        if files:
            self._checked(snapshot, files, began)
            self._texts, self._missing = texts, ""
        elif not self._is_unfinished:
            return
        self._prove(snapshot)
        state = self.states[-1]
        if state.game is not None and not self._is_unfinished:
            self._begin_games(state.game)

    def _checked(self, snapshot: Snapshot, files: str, began: float) -> None:
        """Report the diagnostics, and stop the games if the rules have changed."""
        doubts, compiled = snapshot.loaded.diagnostics, snapshot.compiled
        key = "" if compiled is None else digest(compiled.program)
        if self._games is not None and key != self.states[-1].digest:
            self._close_games()
        game = None if compiled is None else Game(compiled, cards=tuple(self.options.cards))
        state = State(_time_of_day(), files, _verdict(doubts), int(compiled is None), key, game)
        self._print_check(state, self._new(doubts), snapshot, time.monotonic() - began)
        self.states.append(state)

    def _print_check(
        self, state: State, new: Sequence[Diagnostic], snapshot: Snapshot, seconds: float
    ) -> None:
        style = "bold red" if state.status else "bold"
        line = f"{state.at}  {state.files}: [{style}]{state.verdict}[/]"
        self._print(f"{line} [dim]{seconds:.2f} s[/]")
        if new:
            sys.stdout.flush()
            shown = {name: _typed(path) for name, path in snapshot.paths.items()}
            print_diagnostics(new, shown_as=shown, columns=width())

    def _new(self, doubts: Sequence[Diagnostic]) -> list[Diagnostic]:
        """Return all errors, and the warnings and advice that are new."""
        keys = {_key(doubt): doubt for doubt in doubts}
        earlier, self._shown_before = self._shown_before, frozenset(keys)
        return [
            doubt
            for doubt in doubts
            if doubt.is_error or (self.states and _key(doubt) not in earlier)
        ]

    def _prove(self, snapshot: Snapshot) -> None:
        """Run the examples until the next save, and add the result to the last state."""
        compiled, state, began = snapshot.compiled, self.states[-1], time.monotonic()
        self._is_unfinished = compiled is not None
        if compiled is None:
            return
        failed, lost = list[Result](), list[Result]()
        done = touching = 0
        for result, is_touched in self._retests.run(snapshot):
            if not is_touched and done == touching > 0 and len(self.states) > 1:
                self._print(f"{INDENT}{_touched(touching, failed)}")
            done += 1
            touching += is_touched
            if result.message:
                is_lost_now = is_lost(compiled, result, self.options.cards)
                several, word = (lost, "no longer holds") if is_lost_now else (failed, "failed")
                several.append(result)
                if len(several) <= MOST_FAILURES and not (is_lost_now and len(self.states) > 1):
                    self._print(escape(failure_text(compiled, result, word).rstrip()))
            if self.saves.is_waiting:
                return
            self._write_over(f"{INDENT}{plural(done, 'example')} so far")
        self._is_unfinished = False
        if len(failed) > MOST_FAILURES:
            self._print(f"{INDENT}and {len(failed) - MOST_FAILURES} more failed")
        summary = _results_text(failed, lost, done)
        self._print(f"{INDENT}{summary} [dim]{time.monotonic() - began:.2f} s[/]")
        verdict, status = f"{state.verdict}; {summary}", int(bool(failed))
        self.states[-1] = evolve(state, verdict=verdict, status=status)

    # ------------------------------------------------------------ games

    def _begin_games(self, game: Game) -> None:
        """Start games; those already playing continue if the rules are the same."""
        if self._games is not None:
            return
        play = evolve(play_of(self.options, "c"), jobs=self.jobs)
        version = Version("now", game, self.chosen)
        good = next((state for state in reversed(self.states[:-1]) if state.is_good), None)
        before = None
        if good is not None and good.game is not None and good.digest != self.states[-1].digest:
            before = Version("before", good.game, self.chosen)
        self._games = Games(VersionsToPlay(version, before, play))

    def _show_games(self) -> None:
        games = self._games
        if games is None:
            return
        if games.problem:
            self._close_games()
        elif games.seen is not None:
            sentences = _result_sentences(games.wanted, games.seen)
            whole = INDENT + " ".join(sentences)
            self._write_over(whole if len(whole) < width() else INDENT + sentences[-1])

    def _close_games(self) -> None:
        """Stop the games, and add their results to the last state."""
        games, self._games = self._games, None
        if games is None or not self.states:
            return
        games.stop()
        lines = [f"no games: {games.problem}"] if games.problem else []
        lines += [] if games.seen is None else _result_sentences(games.wanted, games.seen)
        for line in lines:
            self._print(escape(wrapped(INDENT + line, width(), INDENT)))
        self.states[-1] = evolve(self.states[-1], games=" ".join(lines))

    # ------------------------------------------------------------ what is printed, what is followed

    def _print(self, text: str) -> None:
        if self._live:
            sys.stdout.write("\r\x1b[K")
            self._live = False
        self.console.print(text)

    def _write_over(self, line: str) -> None:
        """Print a line that the next one overwrites; nothing without a terminal."""
        if is_coloured(sys.stdout):
            sys.stdout.write(f"\r{line[: width() - 1]}\x1b[K")
            sys.stdout.flush()
            self._live = True

    def _folders(self, snapshot: Snapshot | None) -> Iterator[Path]:
        looked = None if snapshot is None else snapshot.loaded.files.looked
        return folders_of(self.options.rulebook, self.options.cards, looked)


def _key(diagnostic: Diagnostic) -> tuple[str, str, str]:
    return diagnostic.slug, diagnostic.message, diagnostic.span.source.name


def _time_of_day() -> str:
    return time.strftime("%H:%M:%S")


def _typed(path: Path) -> str:
    """Return a path relative to the current folder, if possible."""
    here = Path.cwd()
    return str(path.relative_to(here)) if path.is_relative_to(here) else path.name


def _changed(before: Mapping[str, str], now: Mapping[str, str]) -> str:
    """Return the files that differ, in words."""
    names = [
        f"{_short(name)} saved" for name in now if name in before and before[name] != now[name]
    ]
    names += [f"{_short(name)} new" for name in now if name not in before]
    names += [f"{_short(name)} gone" for name in before if name not in now]
    more = [f"{len(names) - MOST_FILES} more files"] if len(names) > MOST_FILES else []
    return ", ".join([*names[:MOST_FILES], *more])


def _short(name: str) -> str:
    return Path(name).name[:40]


def _verdict(doubts: Sequence[Diagnostic]) -> str:
    errors = sum(doubt.is_error for doubt in doubts)
    warnings = sum(doubt.severity is Severity.WARNING for doubt in doubts)
    parts = [plural(errors, "error")] if errors else ["the text has no errors"]
    return ", ".join([*parts, *([plural(warnings, "warning")] if warnings else [])])


def _touched(many: int, failed: Sequence[Result]) -> str:
    verb = "uses" if many == 1 else "use"
    return f"{plural(many, 'example')} {verb} the changes: {_fate(failed)}"


def _fate(failed: Sequence[Result]) -> str:
    return f"{len(failed)} failed" if failed else "all hold"


def _results_text(failed: Sequence[Result], lost: Sequence[Result], done: int) -> str:
    """Return the results of the examples; those that `--cards` made obsolete are not failures."""
    if not done:
        return "no examples"
    verb = "holds" if len(lost) == 1 else "hold"
    more = f"{len(lost)} no longer {verb} with these cards" if lost else ""
    parts = [part for part in (_fate(failed) if failed or not lost else "", more) if part]
    return f"{plural(done, 'example')}: {', '.join(parts)}"


def _result_sentences(wanted: VersionsToPlay, seen: ResultsSoFar) -> list[str]:
    """Return the results of the games: who wins, the length, the differences from before."""
    report = seen.report
    done = report.finished
    if not done:
        failed = f": {report.failures[0].message}" if report.failures else ""
        return [f"no game ended{failed}"] if report.games else []
    sides = sides_of(wanted.version.game.program, len(report.winners))
    parts = [f"{side.name} {report.won_by(side) / done:.1%}" for side in sides]
    if report.draws:
        parts.append(f"nobody {report.draws / done:.1%}")
    lengths = report.measures.get("decisions")
    long = f"; {lengths.mean:.1f} decisions a game" if lengths is not None else ""
    lines = [f"{plural(report.games, 'game')}: {', '.join(parts)}{long}."]
    if report.failures:
        lines.append(f"{len(report.failures)} failed: {report.failures[0].message}.")
    if seen.apart:
        lines.append(f"Not compared: {seen.apart}.")
    if seen.differences is not None and seen.pairs:
        changes = listed(seen.differences, seen.pairs, seen.moved)
        lines.append(f"Since the last good save: {', '.join(changes)}.")
    return lines
