"""
Compiles the C text of a game by a C compiler, and loads the library.

A library is cached under the digest of all its inputs, and checked before it is loaded; without a
compiler there is a one-line message (`NoCompiler`). `move_match` moves one match at C's speed.
"""
