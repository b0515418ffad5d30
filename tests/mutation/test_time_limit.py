"""What goes on and on is stopped, wherever the alarm rings."""

from __future__ import annotations

import signal
from weakref import WeakValueDictionary

import pytest

from ruleslang.mutation.time_limit import TooLong, at_most


class Kept:
    """Something that a weak dictionary holds."""


class Goes:
    """Rings the alarm as it goes."""

    def __del__(self) -> None:
        signal.raise_signal(signal.SIGALRM)


class Rings:
    """A key whose hash rings the alarm once it is loud."""

    is_loud = False

    def __hash__(self) -> int:
        if self.is_loud:
            self.is_loud = False
            signal.raise_signal(signal.SIGALRM)
        return 1


def go_on() -> None:
    while True:
        pass


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_an_alarm_in_a_finalizer_rings_again_where_it_can_be_caught() -> None:
    with pytest.raises(TooLong), at_most(60):
        Goes()
        go_on()


@pytest.mark.filterwarnings("error::pytest.PytestUnraisableExceptionWarning")
def test_an_alarm_as_a_weak_value_goes_rings_again_where_it_can_be_caught() -> None:
    kept: WeakValueDictionary[Rings, Kept] = WeakValueDictionary()
    key, one = Rings(), Kept()
    kept[key] = one
    key.is_loud = True
    with pytest.raises(TooLong), at_most(60):
        del one
        go_on()


def test_what_is_quick_is_left_alone() -> None:
    with at_most(60):
        done = sum(range(10))
    assert done == 45
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
