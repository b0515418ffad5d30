"""
The table in a browser: matches that people and bots sit at, kept in a store, shown by one page.

In: rulebooks that may be played, messages of clients. Out: to each seat its own view, what it was
told, its own question; to spectators what is public. Always: the server is the authority, a client
is believed in nothing; a row a decision is written before anybody hears of it. Not here: rules.
"""
