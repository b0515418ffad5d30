"""What nodes are made with: to a type checker that of attrs, in a run what starts faster."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from attrs import define as define
    from attrs import evolve as evolve
    from attrs import field as field
    from attrs import frozen as frozen
else:
    from ruleslang.nodes.lazily_compiled_classes import define as define
    from ruleslang.nodes.lazily_compiled_classes import evolve as evolve
    from ruleslang.nodes.lazily_compiled_classes import field as field
    from ruleslang.nodes.lazily_compiled_classes import frozen as frozen
