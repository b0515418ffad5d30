"""
Matches as text: saves, and records of games that another program can play again.

In: what a match was started with, the choices made, the events seen.
Out: JSON text, and back; `Refused` with the reason when a text is not what it claims to be.
Always: a record names the digest of its rulebook, the language and the engine that made it, and
carries a checksum; it is read whole or refused, never misread.
Not here: files; playing a match.
"""
