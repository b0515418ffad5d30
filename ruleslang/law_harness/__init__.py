"""
What laws are tried with: what a law is, matches played along lines of choices, and their shrinking.

In: a compiled rulebook, how many games, a seed.
Out: `Law`, `Subject` and `Line`; matches along a line; a broken law's shortest line; the transcript
of a match, to compare it with another; a rulebook compiled again from rewritten texts.
Always: the same seed gives the same lines; the rulebook and the matches it is given do not change.
Not here: the laws themselves (`laws/`), what is hidden from whom (`noninterference/`).
"""
