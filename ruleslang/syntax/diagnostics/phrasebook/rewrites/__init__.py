"""
The table of rewrites: lines as people write them, with what to write instead.

In: nothing; each module is plain data about one topic.
Out: rows of a pattern, a rewrite and one example, in the order in which they are tried.
Always: the example of a row is rewritten by that row and no earlier one, and what comes out reads.
Not here: sentences of several lines, and the rows' matcher, `match_rewrites`.
"""
