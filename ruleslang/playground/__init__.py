"""
The rulebook of one page in a browser: what the page asks for is answered as data.

In: messages of a page that runs this package beside it, without a server. Out: diagnostics with
fixes, colours, completions, examples with their stories, a match for all seats, simulations.
Always: an answer is plain data, and what cannot be done is said in words; places are counted in
units of UTF-16, as browsers do. Not here: the page, and how a program that loops is stopped; the
page ends the whole process.
"""
