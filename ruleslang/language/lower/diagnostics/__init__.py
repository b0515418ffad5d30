"""
The diagnostics of lowering: one function for each mistake, by topic.

In: the place, and whatever of the rulebook the words of the message need.
Out: a `Diagnostic`.
Not here: whether something is a mistake.
"""
