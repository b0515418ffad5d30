"""Finds, reads and compiles rulebooks.

In: the name of a shipped rulebook, a path, or a text.
Out: `Loaded`: the sources, their trees, the compiled game, and all diagnostics.
Always: only this package opens a rulebook's files; nothing outside the rulebook's folder
is read, whatever the text says; sizes are bounded; files are written atomically.
Not here: what a file says, and what a player is shown.
"""
