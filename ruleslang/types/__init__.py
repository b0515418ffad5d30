"""
What is known of types: which fits where, what two have in common, how a message calls them.

In: types of `program.types`, and the three that only the front knows (`Unknown`, `Maybe`,
`Fraction`).
Out: answers and joined types; the signatures of the built-in words.
Always: `Unknown` fits everywhere, so that one mistake is reported once.
Not here: trees, names, diagnostics.
"""
