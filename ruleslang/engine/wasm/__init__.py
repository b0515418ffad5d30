"""
Plays games as WebAssembly, without a C compiler.

The C text of a game is compiled here: `tokens` and `parse` read it, `expressions` and `statements`
compile its functions, `module` writes them with their data, and `run` runs them.
"""
