"""
Assertions about the pending question of an example: its possible answers, and who is asked.

An answer is tried in a copy of the match, in which later chance falls differently.
"""

from __future__ import annotations

from collections.abc import Sequence

from ruleslang.engine.match.chance import Streams
from ruleslang.engine.match.decision import Decision
from ruleslang.engine.match.interface import Match
from ruleslang.engine.match.runtime_values import Player, Value, members, shown
from ruleslang.explanation.examples.failures import Fails, NotAsked
from ruleslang.explanation.examples.scripted_answers import AmbiguousLine, Script, asked
from ruleslang.program import declarations as d


def test_choice(match: Match, line: d.MayChooseLine, who: Player, values: list[Value]) -> None:
    """Raise `Fails` unless the player may give this answer now, or may not, as the line states."""
    refused = _refused(match, line, who, values)
    answer = "decline" if line.declines else f"choose {', '.join(map(shown, values))}"
    if line.negated and not refused:
        raise Fails(f"{who.name} may {answer}", line.origin)
    if refused and not line.negated:
        raise Fails(f"{who.name} may not {answer}: {refused}", line.origin)


def test_together(match: Match, line: d.TogetherLine) -> None:
    """Raise `Fails` unless these players are asked now, and no others, in one `together`."""
    decision = _decision(match, line.origin)
    secret = match.together
    if secret is None:
        alone = f"{asked(match, decision)} alone, and others may see the answer"
        raise Fails(alone, line.origin)
    if set(secret.players) != set(members(match.evaluate(line.players))):
        found: tuple[Value, ...] = secret.players
        raise Fails(f"those who choose together are {shown(found)}", line.origin)


def _refused(match: Match, line: d.MayChooseLine, who: Player, values: list[Value]) -> str:
    """Return why the player may not give this answer: the question, if it doesn't fit that."""
    twin = _where_asked(match, who, line.origin)
    script = Script()
    script.add(who, line.declines, lambda: values, line.origin)
    while script.lines[who]:
        decision = twin.decision
        if decision is None or decision.asked is not who:
            unasked: Sequence[Value] = script.lines[who][0].values
            raise Fails(f"`{', '.join(map(shown, unasked))}` is not asked for now", line.origin)
        try:
            index = script.answer(twin, decision, line.origin)
        except AmbiguousLine as vague:
            if vague.complete:
                return ""
            raise
        except Fails:
            return asked(twin, decision)
        twin.choose(index)
        if script.is_long(who, decision, twin.decision):
            return f"that is more than are asked for as {decision.name}"
    if twin.decision is not None and script.is_short(twin.decision):
        return f"{asked(twin, twin.decision)}, and no others are named"
    return ""


def _where_asked(match: Match, who: Player, origin: int) -> Match:
    """Return a copy in which a player is asked; others asked before or together choose anything."""
    decision = _decision(match, origin, who)
    twin = match.copy(Streams(0))
    secret = twin.together
    while secret is not None and twin.together == secret and twin.decision is not None:
        if twin.decision.asked is who:
            break
        twin.choose(0)
    if twin.decision is None or twin.decision.asked is not who:
        raise Fails(f"{who.name} is not asked now; {asked(match, decision)}", origin)
    return twin


def _decision(match: Match, origin: int, who: Player | None = None) -> Decision:
    if match.decision is None:
        message = "nothing is asked now: what was asked is answered by the lines above"
        raise Fails(message, origin) if who is None else NotAsked(message, origin, who)
    return match.decision
