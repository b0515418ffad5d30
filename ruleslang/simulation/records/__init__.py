"""
Matches as text: saves, and records of games that another program can replay.

In: the settings of a match, its choices, its events.
Out: JSON text, and back; `Refused` with the reason if a text is not valid.
Always: a record names the digest of its rulebook and the versions of the language and engine, and
carries a checksum; it is read as a whole or refused.
Not here: files; playing a match.
"""
