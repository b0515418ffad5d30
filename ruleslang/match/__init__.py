"""
What a match is, whatever engine plays it: values, decisions, views, and the interface of engines.

In: a `Program`. Out: the types that engines hand out, and the protocols `Engine`, `Match`,
`Inquiry`, `Observer`. Always: values are made once for a program with its settings, so those of two
engines are the same objects. Not here: any rule, any engine.
"""
