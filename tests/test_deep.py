"""Room for deep recursion: what runs there gets its stack once, and its result or exception comes back."""

import sys
import threading

import pytest

from sklint.deep import RECURSION_LIMIT, deeply


def depth(left: int) -> int:
    return 0 if not left else 1 + depth(left - 1)


def test_recursion_goes_deeper_than_elsewhere() -> None:
    assert deeply(lambda: depth(20_000)) == 20_000


def test_work_inside_stays_in_the_same_thread() -> None:
    assert deeply(lambda: threading.get_ident() == deeply(threading.get_ident))


def test_the_limit_outside_is_as_before() -> None:
    before = sys.getrecursionlimit()
    assert deeply(sys.getrecursionlimit) >= RECURSION_LIMIT
    assert sys.getrecursionlimit() == before


def test_what_is_raised_comes_back() -> None:
    with pytest.raises(ZeroDivisionError):
        deeply(lambda: 1 // 0)


def test_recursion_without_end_is_an_error() -> None:
    with pytest.raises(RecursionError):
        deeply(lambda: depth(10 * RECURSION_LIMIT))
