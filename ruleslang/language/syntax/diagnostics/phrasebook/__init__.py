"""Rewrites sentences of card texts and prose to the language.

In: a `Failure`.
Out: a diagnostic with equivalent lines, or None: then the general message is given.
Always: a proposal is readable in its place, and the most certain one comes first.
Not here: sentences without an equivalent; a general message is better than a wrong one.
"""
