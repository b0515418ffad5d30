"""
A rulebook that somebody is writing: its texts, saved and unsaved, and all that is known of them.

In: the files of a rulebook, and texts that change with every key. Out: the diagnostics of all its
files; what a name means, where it is used, what may stand at a place; new names; examples that run.
Always: trees of texts that have not changed are kept, and everything else is made anew, so that
what is said of a text never depends on how it came about. Not here: any protocol of editors, and
threads; who asks brings his own.
"""
