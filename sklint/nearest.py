"""What was meant: the candidate that is most like a word with a typing error."""

from __future__ import annotations

import difflib
import itertools
from collections import Counter
from collections.abc import Iterable

_LIKE = 0.6


def nearest(word: str, candidates: Iterable[str]) -> str:
    """The candidate most like `word`, empty if none is; case and `_` for `-` do not matter.

    Among equals the one that begins as the word does wins (`SK1O1` was meant to be SK101 and not SK801), then the one
    with the same letters in another order.
    """
    plain = _plain(word)
    matcher = difflib.SequenceMatcher(autojunk=False)
    matcher.set_seq2(plain)
    best, found = (_LIKE, 0, 0), ""
    for candidate in candidates:
        other = _plain(candidate)
        matcher.set_seq1(other)
        if matcher.real_quick_ratio() < best[0] or matcher.quick_ratio() < best[0]:
            continue
        begin = sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(plain, other, strict=False)))
        rank = (matcher.ratio(), begin, (Counter(plain) & Counter(other)).total())
        if rank > best:
            best, found = rank, candidate
    return found


def _plain(word: str) -> str:
    return word.lower().replace("_", "-")
