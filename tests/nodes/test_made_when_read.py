"""Fields whose values are made when they are first read."""

from __future__ import annotations

from attrs import evolve, frozen

from ruleslang.nodes.made_when_read import made_when_read, may_be_made_when_read


@frozen
class Book:
    title: str
    pages: tuple[str, ...] = ()


may_be_made_when_read(Book, "pages")


def test_a_value_is_made_once_and_then_is_like_one_that_was_given() -> None:
    made: list[str] = []

    def pages() -> tuple[str, ...]:
        made.append("pages")
        return ("one", "two")

    book = Book("Rules", made_when_read(pages))
    assert not made

    given = Book("Rules", ("one", "two"))
    assert book == given
    assert (hash(book), repr(book), book.pages) == (hash(given), repr(given), ("one", "two"))
    assert evolve(book, title="More").pages == book.pages
    assert made == ["pages"]
    assert Book("Rules").pages == ()
