"""
Explains the past of a match, its possible futures, and the reasons for both.

`examples` runs worked examples and claims, `odds` computes exact chances, `why` explains a value or
a choice, `story` turns a match into sentences and data.

In: a program and its matches. Out: results as data, with positions in the text.
"""
