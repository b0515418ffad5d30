"""
BLAKE2, by which texts are known.

`hashlib` loads OpenSSL when it is imported, which takes as long as to import twenty modules; the
same function is in a module of its own wherever CPython was built as usual.
"""

from __future__ import annotations

try:
    from _blake2 import blake2b
except ImportError:
    from hashlib import blake2b

__all__ = ["blake2b"]
