"""
The meaning of `chance of …`, and the exact odds of checks.

In: a machine and a check. Out: every answer with its chance, as a fraction. Always: exact, or
refused with `NotCounted`. `exact_odds` is the way in; it runs statements on distributions of
locals (`propagate`), sums endless loops (`markov_chain`), and where a check changes the match
follows every way that chance may go (`chance_tree`). Not here: chance itself.
"""
