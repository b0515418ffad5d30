"""The documentation, compared with the language and its commands."""
