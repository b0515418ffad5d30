"""
Which engine plays a program: the one room that names them.

In: a `Program`. Out: an `Engine`. Always: all engines mean the same; they differ in speed.
"""
