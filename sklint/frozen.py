"""Data that nobody changes, and of which millions are made.

To the type checker `dataclass` is that of the standard library, and `frozen=True` is held to. A class that is frozen
at run time, too, takes four times as long to make: each field then goes through `object.__setattr__`. Equality and
hash are those of a frozen class.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dataclasses import dataclass
else:
    import dataclasses

    def dataclass(*, frozen, slots, eq=True):
        """`dataclasses.dataclass`, frozen by agreement only."""
        assert frozen
        return dataclasses.dataclass(slots=slots, eq=eq, unsafe_hash=eq)


__all__ = ["dataclass"]
