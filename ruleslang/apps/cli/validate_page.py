"""
The report of `validate` as one HTML page.

A line of counts; the findings, the most severe first, each with its lines and position; the
readings; then the numbered rules of the paper in order, with the definitions for each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby

from attrs import frozen

from ruleslang.apps.cli.output import plural
from ruleslang.evaluation.consistency import checklist
from ruleslang.evaluation.consistency.findings import LONG, TITLES, Finding, Group
from ruleslang.evaluation.consistency.games import Game
from ruleslang.evaluation.consistency.search import Occurrence
from ruleslang.explanation.proving.coverage import Branch, Coverage
from ruleslang.explanation.proving.prove_rulebook import Proof
from ruleslang.program.program import Cited, Compiled
from ruleslang.simulation.traceability import Question, Traced, trace
from ruleslang.source.span import Span

MOST_RULES = 8  # of the paper that are named beside a finding
MOST_LINES = 40  # of a definition that are shown

INTRODUCTIONS: dict[Group, str] = {
    "contradictory": "Rules of one moment that take away what the other does, or whose order in the"
    " text decides what comes out. Proved, or both orders were played from a position.",
    "dead": "Proved: in no game does this ever happen.",
    "wrong in play": "Games that were played stopped here.",
    "endless": "Games that their players can go on with for ever.",
    "doubtful": "What `check` warns of: it may be meant.",
    "decided by the engine": "Nothing in the text says what happens; the engine did something all"
    " the same. Somebody should say what the paper means.",
    "not met": "What none of the games that were played came to. It may be rare, or dead.",
    "unnoticed": "Lines that were left out or exchanged, without an example that failed then.",
}

STYLE = """
:root { color-scheme: light dark; --line: #8885; --soft: #8881; --bad: #b3261e; --ask: #8a5a00; }
@media (prefers-color-scheme: dark) { :root { --bad: #ff8a80; --ask: #ffcc66; } }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 62rem; padding: 1rem; }
h1 { margin: 0; } h2 { border-bottom: 1px solid var(--line); margin-top: 2.5rem; }
.count { font-size: 1.15rem; } .count a { white-space: nowrap; }
.finding, .rule { border: 1px solid var(--line); border-radius: .5rem; margin: 1rem 0;
  padding: .75rem 1rem; }
.finding h3, .rule h3 { font-size: 1rem; margin: 0 0 .35rem; overflow-wrap: anywhere; }
.rule.has { border-left: .35rem solid var(--bad); } .rule.missing { border-style: dashed; }
pre { background: var(--soft); border-radius: .35rem; margin: .5rem 0; overflow-x: auto;
  padding: .5rem .75rem; font: .85rem/1.45 ui-monospace, monospace; }
pre.table { white-space: pre-wrap; overflow-wrap: anywhere; }
pre b { color: var(--bad); font-weight: 600; } .where { opacity: .75; font-size: .85rem; }
.help { margin: .35rem 0; } code { font-family: ui-monospace, monospace; font-size: .9em; }
summary { cursor: pointer; } ul { margin: .25rem 0; padding-left: 1.25rem; }
.seen { color: #1b7f3b; } .played { color: var(--ask); } .never { color: var(--bad); }
.map { display: flex; flex-wrap: wrap; gap: .25rem .9rem; list-style: none; padding: 0; }
.map li { overflow-wrap: anywhere; } nav { margin: .5rem 0 0; }
@media print { details { display: block; } }
"""


@frozen
class Page:
    """
    The content of the page.

    `by_examples` is the coverage of examples and claims, `played` the definitions reached by games;
    `branches` are those reached by examples, with whether one takes them, and `branches_played` the
    origins of those that games took. `left_open` is what the text leaves to the language, with a
    game that met it. `positions` has the table of each game in words, `commands` the command that
    opens it.
    """

    compiled: Compiled
    spans: Sequence[Span]
    findings: Sequence[Finding]
    proofs: Sequence[Proof]
    by_examples: Coverage
    played: frozenset[str]
    branches: Sequence[Branch]
    branches_played: frozenset[int]
    left_open: Sequence[tuple[checklist.Question, Occurrence | None]]
    positions: Mapping[Game, tuple[str, ...]]
    commands: Mapping[Game, str]
    what_was_done: str


def page(shown: Page) -> str:
    """The page as HTML, self-contained."""
    name = escape(shown.compiled.program.name)
    body = "\n".join(
        part
        for part in (
            f"<h1>{_title(shown)}</h1><p>What is wrong with this rulebook, as far as proof and play"
            " can tell, the gravest first; below it the rules of the paper in their order.</p>",
            _count(shown),
            *(_group(shown, group) for group in TITLES),
            _failed(shown),
            _left_open(shown),
            _readings(shown),
            _rules(shown),
            _map(shown),
        )
        if part
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{name}: what was found</title><style>{STYLE}</style></head>"
        f"<body>\n{body}\n</body></html>\n"
    )


def _title(shown: Page) -> str:
    program = shown.compiled.program
    name = escape(program.name)
    return name if program.title is None else f"{escape(program.title.text)} ({name})"


def _count(shown: Page) -> str:
    """The first line: the number of findings of each group, as links."""
    numbers = Counter(finding.group for finding in shown.findings)
    parts = [
        f'<a href="#{_anchor(group)}">{numbers[group]} {SHORT[group]}</a>'
        for group in TITLES
        if numbers[group]
    ]
    failed = sum(bool(proof.message) for proof in shown.proofs)
    if failed:
        parts.insert(0, f'<a href="#failed">{plural(failed, "failing example")}</a>')
    if shown.left_open:
        parts.append(f'<a href="#questions">{len(shown.left_open)} left to the language</a>')
    readings = [option for option in shown.compiled.program.options if option.reading]
    if readings:
        parts.append(f'<a href="#readings">{len(readings)} readings</a>')
    line = " · ".join(parts) or "Nothing was found."
    return f'<p class="count">{line}</p><p class="where">{escape(shown.what_was_done)}</p>'


SHORT: dict[Group, str] = {
    "contradictory": "contradictory",
    "dead": "can never happen",
    "wrong in play": "wrong in play",
    "endless": "without end",
    "doubtful": "doubtful",
    "decided by the engine": "decided by the engine",
    "not met": "not met in play",
    "unnoticed": "unnoticed by examples",
}


def _anchor(group: str) -> str:
    return group.replace(" ", "-")


# ---------------------------------------------------------------- findings


def _group(shown: Page, group: Group) -> str:
    mine = [
        (number, finding)
        for number, finding in enumerate(shown.findings, 1)
        if finding.group == group
    ]
    if not mine:
        return ""
    title = TITLES[group][0].upper() + TITLES[group][1:]
    cards = "\n".join(_finding(shown, number, finding) for number, finding in mine)
    if group in LONG:
        cards = f"<details><summary>all {len(mine)}</summary>{cards}</details>"
    return (
        f'<h2 id="{_anchor(group)}">{title}: {len(mine)}</h2><p>{INTRODUCTIONS[group]}</p>{cards}'
    )


def _finding(shown: Page, number: int, finding: Finding) -> str:
    diagnostic = finding.diagnostic
    parts = [f"<h3>{_marked(finding.message)}</h3>"]
    if diagnostic is not None:
        parts += _rules_of(shown, diagnostic.span)
        parts += [_excerpt(diagnostic.span, "")]
        parts += [_excerpt(label.span, label.text) for label in diagnostic.labels]
        if diagnostic.help:
            parts.append(f'<p class="help">{_marked(diagnostic.help)}</p>')
    if finding.game is not None:
        parts.append(_position(shown, finding))
    return f'<article class="finding" id="finding-{number}">{"".join(parts)}</article>'


def _rules_of(shown: Page, span: Span) -> Iterator[str]:
    """The rules of the paper that the definition around a line stands for, as links."""
    ids = [
        rule.id
        for rule in trace(shown.compiled).rules
        if any(
            _holds(shown.spans[cited.origin], span)
            for cited in rule.definitions
            if cited.origin >= 0
        )
    ]
    links = ", ".join(f'<a href="#{escape(id)}">{escape(id)}</a>' for id in ids[:MOST_RULES])
    more = " …" if len(ids) > MOST_RULES else ""
    if links:
        yield f'<div class="where">rules of the paper: {links}{more}</div>'


def _holds(around: Span, span: Span) -> bool:
    return around.source is span.source and around.start <= span.start <= around.end


def _marked(text: str) -> str:
    """A message with the text in backticks as code."""
    pieces = escape(text).split("`")
    return "".join(
        f"<code>{piece}</code>" if place % 2 else piece for place, piece in enumerate(pieces)
    )


def _excerpt(span: Span, note: str) -> str:
    """The first line of a span with its place; the span is highlighted."""
    line, column = span.source.line_and_column(span.start)
    text = span.source.text.split("\n")[line - 1]
    length = min(span.end - span.start, len(text) - column + 1)
    before, middle, after = (
        text[: column - 1],
        text[column - 1 : column - 1 + length],
        text[column - 1 + length :],
    )
    before = before.lstrip()
    caption = f" — {_marked(note)}" if note else ""
    return (
        f'<div class="where">{escape(span.source.name)}:{line}{caption}</div>'
        f"<pre>{escape(before)}<b>{escape(middle)}</b>{escape(after)}</pre>"
    )


def _position(shown: Page, finding: Finding) -> str:
    assert finding.game is not None
    summary = how_seen(finding)
    lines = shown.positions.get(finding.game, ())
    table = f"<pre class=table>{escape(chr(10).join(lines))}</pre>" if lines else ""
    command = shown.commands.get(finding.game, "")
    opens = f"<p class=where>open it: <code>{escape(command)}</code></p>" if command else ""
    paste = (
        f"<p>An example to paste:</p><pre>{escape(finding.example)}</pre>"
        if finding.example
        else ""
    )
    content = f"{table}{opens}{paste}"
    return f"<details><summary>The position: {escape(summary)}</summary>{content}</details>"


def how_seen(finding: Finding) -> str:
    """How often a finding occurred, or how near play came, and after how many decisions."""
    assert finding.game is not None
    seen = f"seen in {finding.often}, first" if finding.often else finding.nearness
    settings = [plural(finding.game.players, "player")]
    if finding.game.position is not None:
        settings = ["in the position of an example"]
    settings += [f"{name} is {value}" for name, value in finding.game.options]
    return f"{seen} after {plural(finding.game.decisions, 'decision')} ({', '.join(settings)})"


def _failed(shown: Page) -> str:
    failed = [proof for proof in shown.proofs if proof.message]
    if not failed:
        return ""
    cards = "".join(
        f'<article class="finding"><h3>{escape(proof.title)}</h3><p>{_marked(proof.message)}</p>'
        f"{_excerpt(shown.spans[proof.at], '') if proof.at >= 0 else ''}</article>"
        for proof in failed
    )
    return f'<h2 id="failed">Examples that do not hold: {len(failed)}</h2>{cards}'


# ---------------------------------------------------------------- the paper


def _left_open(shown: Page) -> str:
    """The checklist: what the text does not answer, and the default that applies."""
    if not shown.left_open:
        return ""
    groups = groupby(shown.left_open, key=lambda question: question[0].about)
    parts = [_open_of(shown, about, list(several)) for about, several in groups]
    return (
        f'<h2 id="questions">Left to the language: {len(shown.left_open)}</h2><p>Questions that a'
        " reader of the paper may have, that the text does not answer, and what happens since it"
        f" says nothing: is it meant?</p>{''.join(parts)}"
    )


def _open_of(
    shown: Page, about: str, several: Sequence[tuple[checklist.Question, Occurrence | None]]
) -> str:
    number = sum(seen is not None for _, seen in several)
    in_play = f' <span class="played">{number} met in play</span>' if number else ""
    items = "".join(_open_question(shown, question, seen) for question, seen in several)
    head = f"<code>{escape(about)}</code>: {plural(len(several), 'question')}{in_play}"
    return f"<details><summary>{head}</summary><ul>{items}</ul></details>"


def _open_question(shown: Page, question: checklist.Question, seen: Occurrence | None) -> str:
    span = shown.spans[question.origin]
    place = f'<span class="where">{escape(span.source.name)}:{span.line}</span>'
    line = f"<code>{escape(span.text.strip().partition(chr(10))[0])}</code>"
    often = plural(seen.games, "game") if seen is not None else ""
    met = f' <span class="played">met in {often}</span>' if often else ""
    return f"<li><b>{question.asks}</b> {_marked(question.answer)}{met}<br>{place} {line}</li>"


def _readings(shown: Page) -> str:
    """The open questions of the paper, and the chosen readings."""
    traced = trace(shown.compiled)
    questions = {asked.reading: asked for asked in traced.questions if asked.reading is not None}
    rows = []
    for option in shown.compiled.program.options:
        if not option.reading:
            continue
        question = questions.get(option.name)
        texts = option.value_texts or (None,) * len(option.values)  # numbers have none
        values = " · ".join(
            (f"<b>{escape(value)}</b>" if place == option.default else escape(value))
            + (f" ({escape(text.text)})" if text is not None else "")
            for place, (value, text) in enumerate(zip(option.values, texts, strict=True))
        )
        text = escape(option.text.text) if option.text is not None else ""
        id = escape(question.id) if question else ""
        rows.append(f"<li><code>{escape(option.name)}</code> {id} {text}<br>{values}</li>")
    if not rows:
        return ""
    name = escape(shown.compiled.program.name)
    return (
        f'<h2 id="readings">Readings: {len(rows)}</h2><p>Open questions of the paper, with the'
        f" answer that is played. <code>ruleslang compare {name} --readings</code> plays all of"
        f" them, and says what each answer changes.</p><ul>{''.join(rows)}</ul>"
    )


def _rules(shown: Page) -> str:
    """The numbered rules of the paper, in order, with the definitions for each."""
    traced = trace(shown.compiled)
    if not shown.compiled.numbering.prefix:
        return ""
    parts = [_rule(shown, rule) for rule in (*traced.rules, *traced.gaps)]
    parts += [_question(question) for question in traced.questions]
    missing = sum(not rule.is_covered for rule in (*traced.rules, *traced.gaps))
    lacking = f", {missing} without a place in the text" if missing else ""
    return (
        f'<h2 id="rules">The rules of the paper: {len(traced.rules)}{lacking}</h2>{"".join(parts)}'
    )


def _rule(shown: Page, rule: Traced) -> str:
    numbers = [*_findings_at(shown, rule.definitions)]
    links = " ".join(f'<a href="#finding-{number}">finding {number}</a>' for number in numbers)
    kind = "rule has" if numbers else "rule" if rule.is_covered else "rule missing"
    parts = [f"<h3>{escape(rule.id)} {links}</h3>"]
    parts += [_definition(shown, cited) for cited in rule.definitions]
    if rule.examples:
        parts.append(f'<p class="where">examples: {escape(", ".join(rule.examples))}</p>')
    if rule.aside is not None:
        parts.append(f"<p>set aside: {escape(rule.aside)}</p>")
    if not rule.is_covered:
        parts.append("<p>nothing in the text stands for it</p>")
    return f'<article class="{kind}" id="{escape(rule.id)}">{"".join(parts)}</article>'


def _definition(shown: Page, cited: Cited) -> str:
    """A definition that cites a rule, collapsed."""
    sign, reached = _reached(shown, f"{cited.kind} {cited.name}")
    head = f"{sign} {escape(cited.kind)} <code>{escape(cited.name)}</code> {reached}"
    if cited.origin < 0:
        return f"<div>{head}</div>"
    span = shown.spans[cited.origin]
    lines = span.text.rstrip().split("\n")
    text = "\n".join(lines[:MOST_LINES]) + ("\n…" if len(lines) > MOST_LINES else "")
    line = span.source.line_and_column(span.start)[0]
    return (
        f"<details><summary>{head}</summary>"
        f'<div class="where">{escape(span.source.name)}:{line}</div><pre>{escape(text)}</pre>'
        "</details>"
    )


def _question(question: Question) -> str:
    reading = (
        f"reading <code>{escape(question.reading)}</code>" if question.reading is not None else ""
    )
    aside = f"set aside: {escape(question.aside)}" if question.aside is not None else ""
    state = reading or aside or "nothing in the text stands for it"
    kind = "rule" if question.is_covered else "rule missing"
    return f'<article class="{kind}"><h3>{escape(question.id)}</h3><p>{state}</p></article>'


def _findings_at(shown: Page, definitions: Iterable[Cited]) -> Iterator[int]:
    """The numbers of the findings within these definitions."""
    spans = [shown.spans[cited.origin] for cited in definitions if cited.origin >= 0]
    for number, finding in enumerate(shown.findings, 1):
        if finding.diagnostic is None or finding.group in LONG:
            continue
        if any(_holds(span, finding.diagnostic.span) for span in spans):
            yield number


# ---------------------------------------------------------------- coverage


def _reached(shown: Page, name: str) -> tuple[str, str]:
    """A sign and words: whether an example reaches a definition, or only play, or nothing."""
    if name in shown.by_examples.reached:
        return '<span class="seen">●</span>', ""
    if name not in shown.by_examples.never:
        return "", ""
    if name in shown.played:
        return '<span class="played">◐</span>', "(in play, by no example)"
    return '<span class="never">○</span>', "(by no example, and in no game)"


def _map(shown: Page) -> str:
    covered = shown.by_examples
    names = [*covered.reached, *covered.never]
    items = "".join(f"<li>{_reached(shown, name)[0]} {escape(name)}</li>" for name in sorted(names))
    return (
        f'<h2 id="coverage">Coverage: examples reach {len(covered.reached)} of {len(names)}'
        " definitions</h2><p><span class=seen>●</span> reached by an example,"
        " <span class=played>◐</span> in play only, <span class=never>○</span> by nothing.</p>"
        f'<ul class="map">{items}</ul>{_untaken(shown)}'
    )


def _untaken(shown: Page) -> str:
    """The branches, cases and rows that no example takes, each with its line."""
    missed = [branch for branch in shown.branches if not branch.taken]
    if not shown.branches:
        return ""
    number = len(shown.branches)
    head = f"<h3>Examples take {number - len(missed)} of {number} branches, cases and rows</h3>"
    items = "".join(f"<li>{_untaken_line(shown, branch.origin)}</li>" for branch in missed)
    others = f"<details><summary>the other {len(missed)}</summary><ul>{items}</ul></details>"
    return head + (others if missed else "")


def _untaken_line(shown: Page, origin: int) -> str:
    span = shown.spans[origin]
    sign = (
        '<span class="played">◐</span>'
        if origin in shown.branches_played
        else '<span class="never">○</span>'
    )
    place = f'<span class="where">{escape(span.source.name)}:{span.line}</span>'
    return f"{sign} {place} <code>{escape(span.text.strip().partition(chr(10))[0])}</code>"
