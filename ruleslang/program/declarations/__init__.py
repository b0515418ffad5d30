"""Declarations of a program: what exists, and what may happen."""

from __future__ import annotations

from ruleslang.program.declarations.behaviour import *
from ruleslang.program.declarations.data import *
from ruleslang.program.declarations.examples import *
