"""The generator, draw by draw; a seed means the same match for ever."""

from __future__ import annotations

from collections import Counter

from ruleslang.engine.match.chance import ReplayedOutcomes, Stream, Streams, derive, stream_number


def test_derived_words_are_what_they_always_were() -> None:
    """The first is the published first word of SplitMix64 from 0, plus 1."""
    assert [derive(0, 0), derive(7, 1), derive(2**64 - 1, 12345)] == [
        0xE220A8397B1DCDAF + 1,
        309689372594955805,
        3724091399388451467,
    ]


def test_a_stream_is_numbered_by_its_name() -> None:
    assert stream_number("dice d6") == 16096296028867016768
    assert stream_number("shuffle pile") == 1671486202042929199


def test_the_first_draws_are_golden() -> None:
    stream = Stream(derive(1, 0))

    assert [stream.below(6) for _ in range(12)] == [0, 2, 0, 2, 5, 4, 2, 3, 1, 2, 3, 5]


def test_draws_are_fair() -> None:
    stream = Stream(derive(3, 0))
    counts = Counter(stream.below(6) for _ in range(60_000))

    assert set(counts) == set(range(6))
    assert all(abs(n - 10_000) < 500 for n in counts.values())


def test_every_order_is_as_likely() -> None:
    stream = Stream(derive(4, 0))
    counts = Counter(tuple(stream.permutation(3)) for _ in range(12_000))

    assert len(counts) == 6
    assert all(abs(n - 2_000) < 250 for n in counts.values())


def test_a_roll_of_one_die_leaves_another_alone() -> None:
    plain, rolled = Streams(5), Streams(5)
    rolled.roll("d8", "12345678")

    assert [plain.roll("d6", "123456") for _ in range(9)] == [
        rolled.roll("d6", "123456") for _ in range(9)
    ]


def test_what_was_noted_comes_again_and_then_goes_on() -> None:
    live = Streams(6)
    noted: list[int] = [live.roll("d6", "123456"), live.roll("d6", "123456")]
    again = ReplayedOutcomes(noted, live.copy())

    assert [again.roll("d6", "123456") for _ in range(2)] == noted
    assert again.roll("d6", "123456") == live.roll("d6", "123456")
    assert isinstance(again.copy(), Streams)
