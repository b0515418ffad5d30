"""
How a match in cells takes over a position of the interpreter, and how the interpreter reads one of
cells: it gives reasons, and evaluates expressions for which no code was printed.
"""
