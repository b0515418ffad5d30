"""
How a text says what it says: where two ways mean the same, one of them is the usual one.

In: the trees of a rulebook without mistakes, and its `Program`.
Out: advice, so that no word of a text can vanish or change its place without a sign.
Always: whoever follows all advice has the same program.
Not here: spaces, blank lines and breaks, which the formatter settles; what is wrong or doubtful.
"""
