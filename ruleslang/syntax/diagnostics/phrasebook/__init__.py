"""
What people write who come from English prose, cards, tables or other languages.

In: a failure to read a line.
Out: a diagnostic with the lines that say the same, or None.
Always: what is proposed can be read in its place, and the surest proposal comes first.
"""
