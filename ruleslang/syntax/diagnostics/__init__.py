"""
What is wrong with a text that cannot be read.

In: a `Failure`, or a stretch of text.
Out: one `Diagnostic`.
Always: one function a mistake, named by its slug, which knows the mistake when it sees it and says
it in the language's own words; `why` asks them in turn.
Not here: names that nobody declared, types.
"""
