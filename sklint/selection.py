"""Which rules run: the tokens of `--select` and `--ignore` against the catalogue."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sklint import catalogue


def selected(select: Iterable[str], ignore: Iterable[str], extend: Iterable[str] = ()) -> frozenset[str]:
    """The active codes: those of `select` (the default rules if it is empty) and of `extend` without those of `ignore`.

    A token is a code, a prefix, a name or `ALL`; several may stand in one text, with commas. Where a rule is in both,
    the more specific token wins, and `ignore` among equals. Raises `UnknownRule`.
    """
    rules = catalogue.rules()
    ranks = {code: (0, rule.default) for code, rule in rules.items()}
    chosen = list(tokens(select))
    if chosen:
        ranks = dict.fromkeys(rules, (0, False))
    for group, active in (([*chosen, *tokens(extend)], True), (list(tokens(ignore)), False)):
        for token in group:
            rank = specificity(token)
            for code in catalogue.resolve(token):
                if rank >= ranks[code][0]:
                    ranks[code] = (rank, active)
    return frozenset(code for code, (_, active) in ranks.items() if active)


def tokens(texts: Iterable[str]) -> Iterator[str]:
    """The tokens of option values, each of which may hold several, with commas or spaces between them."""
    for text in texts:
        yield from filter(None, re.split(r"[,\s]+", text))


def specificity(token: str) -> int:
    """How narrow a token is: a code or a name more than a prefix, a prefix more than `ALL`."""
    if token == catalogue.ALL:
        return 0
    return len(token) if re.fullmatch(r"SK\d{0,3}", token) else len("SK000")
