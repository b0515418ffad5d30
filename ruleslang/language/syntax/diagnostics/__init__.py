"""Diagnoses texts that cannot be parsed.

In: a `Failure`, or a chunk.
Out: one `Diagnostic`.
Always: one function for each error, named by its slug, detects the error and describes it in the
language's own words; `diagnose` calls them in turn.
Not here: undeclared names, types.
"""
