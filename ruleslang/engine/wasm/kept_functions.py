"""Keeps the code of functions, so that after an edit only what it changed is compiled."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import blake2b

from attrs import define, field

from ruleslang.engine.wasm import types as t
from ruleslang.engine.wasm.calls import CALLED
from ruleslang.engine.wasm.module import Body
from ruleslang.engine.wasm.program import Program


@define(eq=False)
class Kept:
    """
    The code of functions, by a digest of all that it is made from: the tokens of the function and
    of those inlined there, what is declared of all names in them, and all types.
    """

    program: Program
    known: Mapping[str, Body] = field(factory=dict)  # those of the last text
    used: dict[str, Body] = field(factory=dict)
    parts: dict[str, tuple[str, list[str]]] = field(factory=dict)
    types: str = ""  # a digest of them

    def __attrs_post_init__(self) -> None:
        self.types = digest(*self.program.shapes)

    def get(self, name: str) -> Body | None:
        """Return the code of a function, if it is kept."""
        return self.known.get(self._key(name))

    def put(self, name: str, body: Body) -> None:
        self.used[self._key(name)] = body

    def _key(self, name: str) -> str:
        parts, left = dict[str, str](), [name]
        while left:
            if (each := left.pop()) not in parts:
                parts[each], inlined = self._part(each)
                left += inlined
        return digest(self.types, name, *(parts[each] for each in sorted(parts)))

    def _part(self, name: str) -> tuple[str, list[str]]:
        """Return a digest of a function without what may be inlined there, and names of that."""
        known, program = self.parts.get(name), self.program
        if known is None:
            function = program.functions[name]
            words = program.words[function.body : function.end]
            names = {CALLED.get(word, word) for word in set(words)}
            declared = [
                program.declared[each] for each in sorted(program.declared.keys() & {name, *names})
            ]
            if "sizeof" in names:
                variables = [
                    program.globals[each] for each in sorted(program.globals.keys() & names)
                ]
                declared += [str(t.size_of(each.type)) for each in variables]
            numbers = [f"{n} {program.numbers[n]}" for n in sorted(program.numbers.keys() & names)]
            inlined = [
                each
                for each in names & program.functions.keys()
                if program.functions[each].is_inline and program.functions[each].body
            ]
            known = self.parts[name] = digest(" ".join(words), *declared, "", *numbers), inlined
        return known

    def written(self) -> str:
        """Return as a text what the last module needed."""
        return json.dumps(
            {key: (of.code.decode("latin-1"), of.later) for key, of in self.used.items()},
            ensure_ascii=False,
        )


def read(text: str) -> dict[str, Body]:
    """Return the code of functions from what `written` made of them."""
    kept = json.loads(text).items()
    return {key: Body(code.encode("latin-1"), later) for key, (code, later) in kept}


def digest(*parts: str) -> str:
    return blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()
