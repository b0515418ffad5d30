"""
Chooses the engine that plays a program; the only package that names the engines.

In: a `Program`.
Out: an `Engine`.
Always: all engines implement the same meaning; they differ only in speed.
"""
