"""
Examples and claims: run them, and say of each that fails what was expected and what was met.

In: a compiled rulebook. Out: a `Result` for each example and claim, which definitions they reach,
and what is revealed or asked in secret of which none of them speaks. Always: chance and answers are
those that the example writes; a roll, a pick or a question that nobody foresaw fails it. Not here:
any engine; a match is set up and asked through `match/`.
"""
