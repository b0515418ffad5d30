"""Texts by chance: edits of real ones, and soups of the language's own words."""
