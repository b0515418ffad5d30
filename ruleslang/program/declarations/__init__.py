"""Declarations of a program: components, state, procedures and actions."""

from __future__ import annotations

from ruleslang.program.declarations.behaviour import *
from ruleslang.program.declarations.data import *
from ruleslang.program.declarations.examples import *
