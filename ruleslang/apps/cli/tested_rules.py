"""`trace --tested`: which numbered rules the examples test, as text and as JSON."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import define, field

from ruleslang.apps.cli.error_messages import Mistake
from ruleslang.apps.cli.interrupt import INTERRUPTED
from ruleslang.apps.cli.load_game import print_answer
from ruleslang.apps.cli.options import Format
from ruleslang.apps.cli.output import fail_already, plural, progress_if_slow
from ruleslang.evaluation.mutation.changed_programs import Original
from ruleslang.evaluation.mutation.tested_rules import Mutations, RuleTest, TriedChange, rule_tests
from ruleslang.library.kept_loads import Loaded
from ruleslang.program.numbered_rules import RULE, all_numbers, rules_by_number
from ruleslang.program.program import Compiled

MOST_SHOWN = 6  # changes of one of several rules that are printed; JSON has all
MOST_LINES = 4  # lines of a long change
UNDETECTED = {
    "warned": "`check` reports it",
    "equivalent": "games are the same",
    "unreached": "no game reached the line",
    "undetected": "games differ",
}


@define
class RulesTested:
    """The rules so far; `stopped`: Ctrl-C or the budget ended it before the last."""

    of: int
    rules: list[RuleTest] = field(factory=list)
    stopped: bool = False
    failing: int = 0  # examples and claims that fail without a change


def run(loaded: Loaded, compiled: Compiled, number: str, format: Format) -> int:
    """Test the rules, and print what was found; status 1 if one of them is open."""
    wanted = _wanted(compiled, number)
    alone = len(wanted) == 1
    show = _print_rule(compiled, alone) if format is Format.text else lambda rule: None
    done = _tried(Mutations(Original(loaded, compiled)), wanted, show)
    is_open = any(rule.result == "open" for rule in done.rules)
    status = INTERRUPTED if done.stopped else int(is_open)
    if format is Format.json:
        return print_answer("trace", compiled, status, **_json(done))
    print(_summary(done) + fail_already(done.failing))
    return status


def _wanted(compiled: Compiled, number: str) -> Sequence[str]:
    """Return the rule of a number, the rules from one number to another, or all of them."""
    rules = all_numbers(compiled, RULE)
    if not rules:
        raise Mistake(f"`{compiled.program.name}` has no `rules` line in its header")
    if "-EX-" in number:
        raise Mistake(f"`{number}` is a worked example, which tests rules; name a rule")
    first, dots, last = number.partition("..")
    if not dots:
        return (number,) if number else rules
    if first not in rules or last not in rules[rules.index(first) :]:
        raise Mistake(f"`{number}` is not a range: it goes from a rule to a later one")
    return rules[rules.index(first) : rules.index(last) + 1]


def _tried(of: Mutations, wanted: Sequence[str], show: Callable[[RuleTest], None]) -> RulesTested:
    done = RulesTested(len(wanted))
    number = sum(len(of.changes.get(id, ())) for id in wanted)
    with progress_if_slow(number, "changes") as step:
        try:
            for rule in rule_tests(of, wanted, step):
                done.rules.append(rule)
                show(rule)
        except KeyboardInterrupt:  # the limit of the budget, too
            done.stopped = True
    done.failing = of.holding.failing
    return done


# ---------------------------------------------------------------- for people


def _print_rule(compiled: Compiled, is_alone: bool) -> Callable[[RuleTest], None]:
    """Print a rule as soon as it is tried, so that a run that is ended keeps what it found."""
    sentences = rules_by_number(compiled)

    def show(rule: RuleTest) -> None:
        listed = sentences.get(rule.id)
        for line in _lines(rule, listed.text if listed else "", is_alone):
            print(line, flush=True)

    return show


def _lines(rule: RuleTest, says: str, is_alone: bool) -> Iterator[str]:
    is_tested = rule.result == "tested"
    result = f"tested by {_listed(rule.detected_by)}" if is_tested else f"{rule.result}: {rule.why}"
    yield f"{rule.id}  {says}".rstrip()
    yield f"    {result}" + (f"   ({_counted(rule.changes)})" if rule.changes else "")
    others = [tried for tried in rule.changes if tried.fate in ("warned", "equivalent")]
    shown = [*rule.open_changes, *others] if is_alone else rule.open_changes[:MOST_SHOWN]
    for tried in shown:
        yield from _change(tried)
    if not is_alone and len(rule.open_changes) > MOST_SHOWN:
        yield f"      and {len(rule.open_changes) - MOST_SHOWN} more"


def _listed(titles: Sequence[str]) -> str:
    shown = ", ".join(f"`{title}`" for title in titles[:3])
    return shown + (f" and {len(titles) - 3} more" if len(titles) > 3 else "")


def _counted(changes: Sequence[TriedChange]) -> str:
    fates = Counter(tried.fate for tried in changes)
    parts = [f"{fates['detected']} of {plural(len(changes), 'change')} detected"]
    if fates["warned"]:
        parts.append(f"{fates['warned']} reported by `check`")
    if fates["equivalent"]:
        parts.append(f"{fates['equivalent']} without a difference in games")
    return ", ".join(parts)


def _change(tried: TriedChange) -> Iterator[str]:
    mutant = tried.mutant
    yield f"      {mutant.file}:{mutant.line}: {mutant.kind}; {_fate(tried)}"
    before, after = mutant.changed_lines
    for sign, lines in (("-", before), ("+", after)):
        yield from (f"      {sign} {line}" for line in lines[:MOST_LINES])
        if len(lines) > MOST_LINES:
            yield f"      {sign} … {len(lines) - MOST_LINES} lines more"


def _fate(tried: TriedChange) -> str:
    if tried.elsewhere:
        return f"detected only by `{tried.elsewhere}`, which cites none of the line's rules"
    return f"no example detects it, and {UNDETECTED[tried.fate]}"


def _summary(done: RulesTested) -> str:
    results = Counter(rule.result for rule in done.rules)
    parts = [f"{results[result]} {result}" for result in ("tested", "nominal", "open")]
    summary = f"{plural(len(done.rules), 'rule')}: {', '.join(parts)}"
    if done.stopped:
        summary += f"; stopped, {done.of - len(done.rules)} not tried"
    kinds = ", ".join(f"{kind} ({number})" for kind, number in _kinds(done).most_common())
    return f"{summary}\nkinds of change tried: {kinds}" if kinds else summary


def _kinds(done: RulesTested) -> Counter[str]:
    """Return how many changes of each kind were tried."""
    return Counter(tried.mutant.kind for rule in done.rules for tried in rule.changes)


# ---------------------------------------------------------------- for programs


def _json(done: RulesTested) -> dict[str, Any]:
    results = Counter(rule.result for rule in done.rules)
    return {
        "counts": {result: results[result] for result in ("tested", "nominal", "open")},
        "kinds": dict(_kinds(done)),
        "not_tried": done.of - len(done.rules),
        "failing": done.failing,
        "rules": [
            {
                "id": rule.id,
                "result": rule.result,
                "why": rule.why or None,
                "examples": list(rule.detected_by),
                "changes": [_change_json(tried) for tried in rule.changes],
            }
            for rule in done.rules
        ],
    }


def _change_json(tried: TriedChange) -> dict[str, Any]:
    before, after = tried.mutant.changed_lines
    return {
        "file": tried.mutant.file,
        "line": tried.mutant.line,
        "kind": tried.mutant.kind,
        "before": list(before),
        "after": list(after),
        "fate": tried.fate,
        "detected_by": dict(tried.by),
        "elsewhere": tried.elsewhere or None,
    }
