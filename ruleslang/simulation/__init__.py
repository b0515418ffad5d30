"""
Statistics over many games, and the traceability of numbered rules.

In: a compiled rulebook, the players, the number of games.
Out: a `Report` of a simulation; a trace of numbered rules; the odds of a dice check.
Always: game `i` of a batch depends only on the batch's seed and on `i`, results are merged in the
order of the games, and counts stay integers until the report, so the number of processes changes
nothing.
Not here: files, terminals.
"""
