"""
What people write who come from card texts and rule prose.

In: a failure to read a line.
Out: a diagnostic with the lines that say the same, or None: then the general message is given.
Always: what is proposed can be read in its place, and the surest proposal comes first.
Not here: what no line can be made of; a general message is better than a wrong one.
"""
