"""A rulebook is a text file, and one generic engine plays it."""
