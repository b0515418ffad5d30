"""
Automatic players: random, the preferences that a rulebook writes down, search, and learned ones.

In: a match that waits at a decision.
Out: the index of a choice.
Always: a bot draws from its own stream, never from the match's.
Not here: the rules.
"""
