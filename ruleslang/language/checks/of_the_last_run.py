"""
Reports `of-the-last-run`: a state is reset each time that a procedure begins, and is read where
several of its runs are over: so it tells of the last of them alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from ruleslang.language.checks.queries.call_graph import Graph, Node, graph
from ruleslang.language.checks.queries.reads_and_writes import values_reading
from ruleslang.language.checks.subject import Subject
from ruleslang.program import statements as s
from ruleslang.program.events import ProcedureRun
from ruleslang.program.traits.reads import cells_read
from ruleslang.program.traits.statements import traits
from ruleslang.source.diagnostic import Diagnostic, Message, Severity

SEVERAL = 2

of_the_last_run = Message(
    "of-the-last-run",
    "several runs of `{procedure}` are over: `{state}` is of the last",
    help="count what is of all of them in a state that is not reset, or allow it at this line",
    label="where it is reset",
    severity=Severity.ADVICE,
)


def check(subject: Subject) -> Iterator[Diagnostic]:
    """Every line that reads such a state after two runs, or after a loop of them."""
    table = graph(subject)
    for state in subject.program.states:
        for event in state.reset_each:
            if isinstance(event, ProcedureRun) and event.name in subject.procedures:
                resetting = _leading_to(table, event.name)
                values = values_reading(subject, state.name)
                reset = _Reset(subject, table, state.name, values, resetting)
                for origin in dict.fromkeys(reset.lines()):
                    yield of_the_last_run(
                        subject.span(origin),
                        at=subject.span(state.origin),
                        state=state.name,
                        procedure=event.name,
                    )


def _leading_to(table: Graph, procedure: str) -> frozenset[Node]:
    """The nodes in whose run a procedure may run, and its own."""
    nodes: set[Node] = set()
    waiting: list[Node] = [("procedure", procedure)]
    while waiting:
        node = waiting.pop()
        if node not in nodes:
            nodes.add(node)
            waiting += [caller for caller, _ in table.callers.get(node, ())]
    return frozenset(nodes)


@frozen
class _Reset:
    """A state that is reset, the values that read it, and the nodes in whose run it may be."""

    subject: Subject
    table: Graph
    state: str
    values: frozenset[str]
    resetting: frozenset[Node]

    def lines(self) -> Iterator[int]:
        """The lines that read the state where several runs are over."""
        for node, block in self.table.blocks.items():
            if node in self.resetting and not self._writes(block):
                yield from self._in_block(block)

    def _in_block(self, block: s.Block) -> Iterator[int]:
        runs = 0
        for statement in block:
            if self._resets(statement):
                is_loop = isinstance(statement, s.Repeat | s.TakeTurns | s.ForEach)
                runs += SEVERAL if is_loop else 1
                for inner in traits(statement).blocks:
                    yield from self._in_block(inner)
            elif runs >= SEVERAL:
                yield from self._reads_of(statement)

    def _resets(self, statement: s.Statement) -> bool:
        return any(target in self.resetting for target in self._targets(statement))

    def _reads_of(self, statement: s.Statement) -> Iterator[int]:
        """The lines that read the state, of a statement and of what it calls."""
        waiting: list[s.Statement] = [statement]
        seen: set[Node] = set()
        while waiting:
            here = waiting.pop()
            inner = [*self.subject.statements((here,))]
            yield from (line.origin for line in inner if self._reads(line))
            for target in self._targets(here):
                block = self.table.blocks.get(target, ())
                if target not in seen and not self._writes(block):
                    seen.add(target)
                    waiting += block

    def _targets(self, statement: s.Statement) -> list[Node]:
        inner = self.subject.statements((statement,))
        edges = (edge for line in inner for edge in self.table.of_statement.get(id(line), ()))
        return [edge.target for edge in edges]

    def _reads(self, line: s.Statement) -> bool:
        """Whether a line reads the state itself, and none of the lines below it does."""
        below = (inner for inner in self.subject.statements((line,)) if inner is not line)
        return self._asks(line) and not any(map(self._asks, below))

    def _asks(self, part: object) -> bool:
        return any(
            (cell.kind, cell.name) == ("state", self.state)
            or (cell.kind == "value" and cell.name in self.values)
            for cell in cells_read(part)
        )

    def _writes(self, block: s.Block) -> bool:
        return any(
            (cell.kind, cell.name) == ("state", self.state)
            for line in self.subject.statements(block)
            for cell in traits(line).writes
        )
