"""
Finds a rulebook, gathers its files, and has them compiled.

In: the name of a shipped rulebook, a path, or a text.
Out: `Loaded`: the sources, their trees, what was compiled, and every diagnostic on the way.
Always: this is the only room that opens a rulebook's files, or any other; nothing outside the
rulebook's folder is read, whatever the text says; sizes are bounded; files are written whole or
not at all.
Not here: what a file says, and what a player is shown.
"""
