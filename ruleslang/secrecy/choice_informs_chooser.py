"""Whether a choice teaches its player something that was hidden before.

Not a law: what a choice teaches is the game's business. Code that lets players take choices back
asks here first. The answer itself tells nothing: it is the same whatever is hidden.
"""

from __future__ import annotations

from ruleslang.match.decision import Chanced
from ruleslang.match.match import Match
from ruleslang.secrecy.bodies_depending_on_secrets import remembering
from ruleslang.secrecy.deal_anew import hides_nothing
from ruleslang.secrecy.secret_reads import SecretReads


def teaches(match: Match, index: int) -> bool:
    """Whether a choice of the pending decision can show its player something hidden.

    It can when chance acts before the next decision, when something hidden from the player is
    shown, even for a while, and when the rules read something hidden or what they remember of it,
    since what happens next may then depend on it. The match is left as it is.
    """
    assert match.decision is not None
    nothing_hidden = hides_nothing(match.population.program)
    copies_at_once = hasattr(type(match), "choice_keys")  # an engine that need not play again
    if nothing_hidden or copies_at_once:
        acted = _chance_acts(match, index)
        if nothing_hidden or acted:
            return acted
    copy, memory = remembering(match, match.decision.player)
    if memory.holds():
        return True
    happened = len(copy.events)
    noticed = SecretReads(copy, match.decision.asked, memory.uses)
    copy.observe(noticed.observer())
    copy.choose(index)
    noticed.look_for_shown(copy)
    return noticed.found or any(isinstance(each, Chanced) for each in copy.events[happened:])


def _chance_acts(match: Match, index: int) -> bool:
    """Whether chance is drawn from before the next decision."""
    copy = match.copy()
    before = copy.chance.words()
    copy.choose(index)
    return copy.chance.words() != before
