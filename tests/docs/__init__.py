"""The documentation, held to what the language and its commands do."""
