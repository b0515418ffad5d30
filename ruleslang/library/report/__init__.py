"""
The report: from what the passes found to what a person is told.

In: the diagnostics of all passes, in any order, and the files they are about.
Out: the diagnostics that are shown: one for each mistake, in the order of the files.
Always: nothing new is found here, and no error is dropped without another one that stands for it.
Not here: how a diagnostic is printed.
"""
