"""Hostile input: whatever is given, a message, the right status, no traceback, and an end."""
