"""Which builds of a kernel file it takes to see what its data types and formats keep from each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import product
from typing import TypeAlias

from sklint.parse.arms import Arm, is_compiled, reaching
from sklint.parse.includes import Closure
from sklint.parse.prelude import kernel_type
from sklint.program import BUILD_TYPE

# The builds of an operator as its definition lists them: the words of the build and their values.
Columns: TypeAlias = Sequence[Mapping[str, str]]
_DATA_TYPE = f"ORIG_{BUILD_TYPE}"
# What a build beyond those that are asked for is made for.
_DATA_TYPE_VALUES = ("DT_FLOAT16", "DT_BF16", "DT_FLOAT")
_FORMAT_VALUES = ("FORMAT_ND",)
MOST_BUILDS = 5
# how many more there may be for arms that none of those compiles
MOST_MORE = 3


def builds_of(closure: Closure, columns: Columns) -> list[Mapping[str, str]]:
    """The builds of a file, each as the values of its data types and formats, the one with most code in it first.

    `columns` are those of the operator's definition: they tell which combinations there are.
    """
    asked = _asked([pair for scan in closure.files.values() for pair in scan.compared])
    offered = {word: _alternatives(word, values) for word, values in asked.items()}
    given = _given(columns)
    builds: list[Mapping[str, str]] = [
        given
        | {
            word: values[min(format if _is_format(word) else data_type, len(values) - 1)]
            for word, values in offered.items()
        }
        for format, data_type in _combined(asked)
    ]
    arms = dict.fromkeys(arm for scan in closure.files.values() for arm in scan.arms)
    missed = [arm for arm in arms if not any(is_compiled(arm, build) for build in builds)]
    return [*builds, *_more(missed, builds[0], offered, columns)] if missed else builds


def _given(columns: Columns) -> dict[str, str]:
    """The data types of the parameters that no build has of the usual type, each the first that the definition has."""
    usual = _DATA_TYPE_VALUES[0]
    return {word: values[0] for word, values in _data_types(columns).items() if usual not in values}


def absent_of(closure: Closure, columns: Columns) -> frozenset[str]:
    """The words with a fallback in some file that no build gives a value, as the operator has no such parameter."""
    fallbacks = {word for scan in closure.files.values() for word in scan.fallbacks}
    given = {word for column in columns for word in column}
    return frozenset(word for word in fallbacks if given and _column_word(word) not in given)


def types_of(columns: Columns) -> dict[str, frozenset[str]]:
    """The types that the builds of an operator give its parameters, by their words, where its definition lists them."""
    types = {word: frozenset(map(kernel_type, values)) for word, values in _data_types(columns).items()}
    return {word.removeprefix("ORIG_"): listed for word, listed in types.items() if "" not in listed}


def _data_types(columns: Columns) -> dict[str, list[str]]:
    """The data types that a definition lists for each parameter, by the word of the parameter."""
    listed: dict[str, list[str]] = {}
    for column in columns:
        for word, value in column.items():
            if word.startswith(_DATA_TYPE):
                listed.setdefault(word, []).append(value)
    return listed


def _column_word(word: str) -> str:
    """The word that stands for a parameter in a column, which has its data type under one name only."""
    return f"ORIG_{word}" if word.startswith(BUILD_TYPE) else word


def _more(
    missed: Sequence[Arm], usual: Mapping[str, str], offered: Mapping[str, Sequence[str]], columns: Columns
) -> list[Mapping[str, str]]:
    """Builds for arms that are missed: columns of the operator's definition, and others for what no column reaches."""
    combined = [{**usual, **column} for column in columns]
    made = [values for arm in missed for values in reaching(arm, usual, offered)]
    found: list[Mapping[str, str]] = []
    left = list(missed)
    for candidates in (combined, made):
        while left and len(found) < MOST_MORE:
            reached = {n: [arm for arm in left if is_compiled(arm, one)] for n, one in enumerate(candidates)}
            best = max(reached, key=lambda n: len(reached[n]), default=None)
            if best is None or not reached[best]:
                break
            found.append(candidates[best])
            left = [arm for arm in left if arm not in reached[best]]
    return found


def _asked(compared: Sequence[tuple[str, str]]) -> dict[str, list[str]]:
    """For each macro the values that it is compared with, the most frequent first, which keep most code alive."""
    counts: dict[str, Counter[str]] = {}
    for word, value in compared:
        counts.setdefault(word, Counter())[value] += 1
    return {word: [value for value, _ in count.most_common()] for word, count in counts.items()}


def _alternatives(word: str, values: Sequence[str]) -> list[str]:
    """The values that a macro is compared with, and some that no line names behind them, which `#else` is for."""
    usual = _FORMAT_VALUES if _is_format(word) else _DATA_TYPE_VALUES
    return [*values, *(value for value in usual if value not in values)]


def _is_format(word: str) -> bool:
    return word.startswith("FORMAT_")


def _combined(asked: Mapping[str, Sequence[str]]) -> list[tuple[int, int]]:
    """Which value of the formats and of the data types each build takes: every value once, then other pairs of them.

    Code may stand in an `#if` on a type inside one on a format, so that values of like number are not all there is.
    """
    formats, data_types = (
        1 + max((len(values) for word, values in asked.items() if _is_format(word) is of_formats), default=0)
        for of_formats in (True, False)
    )
    pairs = [(min(n, formats - 1), min(n, data_types - 1)) for n in range(max(formats, data_types))]
    pairs += [pair for pair in product(range(formats), range(data_types)) if pair not in pairs]
    return pairs[:MOST_BUILDS]
