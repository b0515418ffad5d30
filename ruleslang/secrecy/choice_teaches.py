"""
Whether a choice teaches who makes it something that he could not know before.

Not a law: what a choice teaches is the game's business. Who lets players take choices back asks
here first, and the answer tells nothing either: it is the same whatever is hidden.
"""

from __future__ import annotations

from ruleslang.match.decision import Chanced
from ruleslang.match.match import Match
from ruleslang.secrecy.remembered_secrets import remembering
from ruleslang.secrecy.secret_reads import SecretReads


def teaches(match: Match, index: int) -> bool:
    """
    Whether a choice of the pending decision can show its player something he could not know.

    It does when chance acts until the next decision, when something that is hidden from him comes
    into his sight, if only for a while, and when the rules read it, or what they remember of it:
    then what happens, and what does not, may tell of it. The match stays as it is.
    """
    assert match.decision is not None
    copy, memory = remembering(match, match.decision.player)
    if memory.holds():
        return True
    happened = len(copy.events)
    noticed = SecretReads(copy, match.decision.asked, memory.uses)
    copy.observe(noticed.observer())
    copy.choose(index)
    noticed.look_for_shown(copy)
    return noticed.found or any(isinstance(each, Chanced) for each in copy.events[happened:])
