"""
Runs examples and claims, and reports for each failure the expected and the actual result.

In: a compiled rulebook. Out: a `Result` for each example and claim, which definitions they reach,
and what is revealed or asked in secret that none of them mentions. Always: chance and answers are
those that the example writes; an unforeseen roll, pick or question makes it fail. Not here: any
engine; a match is set up and asked through `match/`.
"""
