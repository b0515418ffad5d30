"""
What a player cannot see: the positions consistent with what he was told, and whether a choice can
teach him more.

In: a match of any engine, and a player.
Out: everything hidden from him, and rearrangements of it that he cannot tell apart; whether a
choice can reveal any of it.
Always: the match is left unchanged.
Not here: what a player does see, which every engine computes (`match/`); that secrets are kept in
every match (`laws/`).
"""
