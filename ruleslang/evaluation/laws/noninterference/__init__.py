"""
Tests whether hidden information influences the information that a player receives.

In: a match at a decision, and a player.
Out: the first difference between what the player learns in the match and in a copy whose hidden
cards, states or dice were changed somewhere during the step.
Always: match and copies run in lockstep; a change is undone after the step, so the match continues
as it would have without the test.
Not here: which cards and states are hidden from whom (`secrecy/`), the laws (`laws/`).
"""
