"""Queries over a program that several checks use; nothing here reports a diagnostic.

In: the `Subject` that a check was given.
Out: plain answers: a call graph, the size of a set, whether an action is always legal.
"""
