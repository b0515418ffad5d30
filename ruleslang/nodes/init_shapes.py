"""
`__init__` of frozen classes of up to ten fields, which `init_code.py` writes and explains.

The code takes the names of a class's own parameters and fields. It stands here so that it is
compiled once and for all, and not at every start.
"""

from __future__ import annotations

from typing import Any

_set_class: Any = None  # these are others in each class
_open: Any = None
_shut: Any = None


def filled_0(self: Any) -> None:
    pass


def filled_1(self: Any, argument_0: Any) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.__class__ = _shut


def filled_2(self: Any, argument_0: Any, argument_1: Any) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.__class__ = _shut


def filled_3(self: Any, argument_0: Any, argument_1: Any, argument_2: Any) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.__class__ = _shut


def filled_4(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.__class__ = _shut


def filled_5(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
    argument_4: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.field_4 = argument_4
    self.__class__ = _shut


def filled_6(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
    argument_4: Any,
    argument_5: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.field_4 = argument_4
    self.field_5 = argument_5
    self.__class__ = _shut


def filled_7(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
    argument_4: Any,
    argument_5: Any,
    argument_6: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.field_4 = argument_4
    self.field_5 = argument_5
    self.field_6 = argument_6
    self.__class__ = _shut


def filled_8(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
    argument_4: Any,
    argument_5: Any,
    argument_6: Any,
    argument_7: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.field_4 = argument_4
    self.field_5 = argument_5
    self.field_6 = argument_6
    self.field_7 = argument_7
    self.__class__ = _shut


def filled_9(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
    argument_4: Any,
    argument_5: Any,
    argument_6: Any,
    argument_7: Any,
    argument_8: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.field_4 = argument_4
    self.field_5 = argument_5
    self.field_6 = argument_6
    self.field_7 = argument_7
    self.field_8 = argument_8
    self.__class__ = _shut


def filled_10(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
    argument_4: Any,
    argument_5: Any,
    argument_6: Any,
    argument_7: Any,
    argument_8: Any,
    argument_9: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.field_4 = argument_4
    self.field_5 = argument_5
    self.field_6 = argument_6
    self.field_7 = argument_7
    self.field_8 = argument_8
    self.field_9 = argument_9
    self.__class__ = _shut


def walked_0(self: Any) -> None:
    _set_class(self, _open)
    self._all_inside = None
    self.__class__ = _shut


def walked_1(self: Any, argument_0: Any) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self._all_inside = None
    self.__class__ = _shut


def walked_2(self: Any, argument_0: Any, argument_1: Any) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self._all_inside = None
    self.__class__ = _shut


def walked_3(self: Any, argument_0: Any, argument_1: Any, argument_2: Any) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self._all_inside = None
    self.__class__ = _shut


def walked_4(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self._all_inside = None
    self.__class__ = _shut


def walked_5(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
    argument_4: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.field_4 = argument_4
    self._all_inside = None
    self.__class__ = _shut


def walked_6(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
    argument_4: Any,
    argument_5: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.field_4 = argument_4
    self.field_5 = argument_5
    self._all_inside = None
    self.__class__ = _shut


def walked_7(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
    argument_4: Any,
    argument_5: Any,
    argument_6: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.field_4 = argument_4
    self.field_5 = argument_5
    self.field_6 = argument_6
    self._all_inside = None
    self.__class__ = _shut


def walked_8(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
    argument_4: Any,
    argument_5: Any,
    argument_6: Any,
    argument_7: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.field_4 = argument_4
    self.field_5 = argument_5
    self.field_6 = argument_6
    self.field_7 = argument_7
    self._all_inside = None
    self.__class__ = _shut


def walked_9(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
    argument_4: Any,
    argument_5: Any,
    argument_6: Any,
    argument_7: Any,
    argument_8: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.field_4 = argument_4
    self.field_5 = argument_5
    self.field_6 = argument_6
    self.field_7 = argument_7
    self.field_8 = argument_8
    self._all_inside = None
    self.__class__ = _shut


def walked_10(
    self: Any,
    argument_0: Any,
    argument_1: Any,
    argument_2: Any,
    argument_3: Any,
    argument_4: Any,
    argument_5: Any,
    argument_6: Any,
    argument_7: Any,
    argument_8: Any,
    argument_9: Any,
) -> None:
    _set_class(self, _open)
    self.field_0 = argument_0
    self.field_1 = argument_1
    self.field_2 = argument_2
    self.field_3 = argument_3
    self.field_4 = argument_4
    self.field_5 = argument_5
    self.field_6 = argument_6
    self.field_7 = argument_7
    self.field_8 = argument_8
    self.field_9 = argument_9
    self._all_inside = None
    self.__class__ = _shut
