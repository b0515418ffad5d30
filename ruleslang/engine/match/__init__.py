"""
The engine-independent parts of a match: values, decisions, views, and the interface of engines.

In: a `Program`.
Out: the types that engines return, and the protocols `Engine`, `Match`, `Inquiry`, `Observer`.
Always: values are created once for a program with its settings, so those of two engines are the
same objects.
Not here: any rule, any engine.
"""
