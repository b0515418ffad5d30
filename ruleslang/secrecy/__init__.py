"""
What a player cannot see: what could be there instead, and whether a choice can teach him of it.

In: a match of any engine, and a player.
Out: all that is hidden from him, and rearrangements of it that he cannot tell apart; whether a
choice can teach him any of it.
Always: a match is left as it was.
Not here: what a player does see, which every engine says (`match/`); that secrets are kept
in every match (`laws/`).
"""
