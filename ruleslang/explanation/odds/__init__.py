"""
Exact odds: every answer of a check with its chance, as a fraction.

In: a match and a check. Out: its distribution. Always: exact, or refused with `NotCounted`.
`exact_odds` is the way in; it runs statements on distributions of locals (`propagate`), sums
endless loops (`markov_chain`), and where a check changes the match follows every way that chance
may go (`chance_tree`). Not here: any engine; expressions, hooks and candidates are asked through
`match/`.
"""
