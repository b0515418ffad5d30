"""
The command line: arguments in, text or JSON out, and an exit status.

In: what a person or a script wrote after `ruleslang`.
Out: on standard output what was asked for, and nothing else when it is JSON; progress and prose on
standard error; status 0 all is well, 1 the rulebook or the match is at fault, 2 the command line.
Always: `ruleslang --help` loads nothing but the arguments; a bad input gets a sentence, never a
traceback.
Not here: anything that a program would want too; that is in `api`.
"""
