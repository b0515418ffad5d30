"""Examples and claims: run them, and say of each that fails what was expected and what was met."""
