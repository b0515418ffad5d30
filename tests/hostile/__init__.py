"""Hostile input: a message, the right status, no traceback, and an end, for any input."""
