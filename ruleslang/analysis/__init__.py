"""
What many games, or all definitions, say together.

In: a compiled rulebook, who plays, how often.
Out: a `Report` of a simulation; the trace of numbered rules; what examples reach.
Always: game `i` of a batch depends on the batch's seed and on `i` alone, and results are put
together in the order of the games, so the number of processes changes nothing; counts are whole
numbers until the last line.
Not here: files, terminals.
"""
