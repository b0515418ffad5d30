"""
Serves a rulebook editor that runs in one page of a browser, without a server.

In: messages of the page.
Out: diagnostics with fixes, colours, completions, examples with their stories, a match for all
seats, simulations, all as plain data.
Always: a request that fails is answered with a message; positions are counted in UTF-16 code units,
as browsers do.
Not here: the page, and stopping a program that loops: the page terminates the whole worker.
"""
