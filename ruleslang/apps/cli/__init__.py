"""
The command line: arguments in, text or JSON out, and an exit status.

In: the arguments after `ruleslang`.
Out: the result on standard output, and nothing else if it is JSON; progress and prose on standard
error; status 0 for success, 1 for a fault of the rulebook or the match, 2 for a wrong command line.
Always: `ruleslang --help` loads only the definitions of the arguments; bad input gets a sentence,
never a traceback.
Not here: anything that programs need too; that is in `api`.
"""
