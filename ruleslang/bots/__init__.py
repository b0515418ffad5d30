"""
Who decides when no person does: chance, or the preferences that a rulebook writes down.

In: a match that asks a decision.
Out: the index of a choice.
Always: a bot draws from a stream of its own, never from the match's.
Not here: the rules.
"""
