"""Tiling keys that are made of one argument for each template parameter of the kernel, in their order."""

from __future__ import annotations

from sklint.walk.values import Value, beside

MADE_KEY = "call tiling_key"


def made_key(*arguments: Value) -> Value:
    """The key of these arguments; of none where it is none that the kernel is built for.

    One argument that hangs on much, or is lost, leaves the others what they are.
    """
    return beside(MADE_KEY, *arguments)
