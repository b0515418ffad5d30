"""
Whether what is hidden from a player influences what that player is told.

In: a match at a decision, and a player.
Out: the first difference between what the player learns in the match and in a copy whose hidden
cards, states or dice were changed somewhere during the step.
Always: match and copies run in lockstep; a change is undone after the step, so the match goes on
as it would have without being looked at.
Not here: which cards and states are hidden from whom (`secrecy/`), the laws (`laws/`).
"""
