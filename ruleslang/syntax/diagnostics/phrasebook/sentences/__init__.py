"""The table of sentences as cards have them: data only, each row with an example."""
