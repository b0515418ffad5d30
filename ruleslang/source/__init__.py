"""
Texts, places in them, and diagnostics about these places.

In: a name and a string.
Out: `Source`, `Span`, `Diagnostic`, and the rendering of diagnostics as text.
Always: positions are code points from the start of the text; a span knows its source, so any
diagnostic can show itself.
Not here: files, terminals, the grammar.
"""
