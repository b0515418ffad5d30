"""
A rulebook while it is edited: its texts, saved and unsaved, and everything known about them.

In: the files of a rulebook, and texts that change with every keystroke.
Out: the diagnostics of all files; what a name means, where it is used, completions; renamings; runs
of examples.
Always: trees of unchanged texts are kept, and everything else is recomputed, so results never
depend on the history of a text.
Not here: any protocol of editors, and threads, which the caller provides.
"""
