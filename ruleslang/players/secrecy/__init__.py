"""
Hidden information: the positions consistent with a player's knowledge, and whether a choice can
reveal more to them.

In: a match of any engine, and a player.
Out: everything hidden from them, and rearrangements of it that look the same to them; whether a
choice can reveal any of it.
Always: the match is left unchanged.
Not here: views, which every engine computes (`match/`); tests that every match keeps its secrets
(`laws/`).
"""
