"""Whether one run of a kernel may get to two of its places: what leads to either holds in the whole run."""

from __future__ import annotations

from collections.abc import Iterator

from sklint.checks.numbers import is_steady
from sklint.checks.places import Conditions
from sklint.checks.selections import Selection, selections, typed_selections
from sklint.host.reach import reaches
from sklint.walk.flow import key_of
from sklint.walk.kernel import WalkedKernel
from sklint.walk.knowledge import Knowledge, Way
from sklint.walk.values import Value, atom, constant, either, equal


class Runs:
    """The runs of a kernel: each has one tiling, one key and one choice of template arguments."""

    def __init__(self, kernel: WalkedKernel) -> None:
        self._kernel = kernel
        self._known: dict[tuple[Conditions, Conditions], bool] = {}

    def may_have(self, one: Conditions, other: Conditions) -> bool:
        """Whether a core of one run may go both ways."""
        ways = (one, other)
        found = self._known.get(ways)
        if found is None:
            found = self._known[ways] = self._may_have(tuple(_lasting(one)), tuple(_lasting(other)))
        return found

    def types(self, way: Conditions) -> frozenset[str]:
        """The types that the kernel may have in a run that goes this way; all of them where that is not told."""
        keys = (key_of(condition.value) for condition, truth in reversed(way) if truth)
        types = self._kernel.kind.types_under(next(filter(None, keys), None))
        if len(types) < 2:
            return types
        lasting = tuple(_lasting(way))
        selected = self._kernel.once(typed_selections)
        told = {one.type for one in selected if _may_all_be((*_chosen(one.arguments), *lasting))}
        # a selection that names no type leaves it to what the kernel declares
        return types if not told or "" in told else frozenset(told)

    def _may_have(self, one: Way, other: Way) -> bool:
        whole = (*one, *other)
        if not _may_all_be(whole) or not self._is_selected(whole):
            return False
        # where a launch leads to neither, or to one alone, the host tells too little
        return self._leads(whole) or not (self._leads(one) and self._leads(other))

    def _is_selected(self, way: Way) -> bool:
        """Whether the kernel is built for template arguments with which all of it holds."""
        selected = selections(self._kernel)
        return not selected or any(_may_all_be((*_chosen(one), *way)) for one in selected)

    def _leads(self, way: Way) -> bool:
        launches, parameters = self._kernel.launches, self._kernel.parameters
        shared = [(value, truth) for value, truth in way if not value.core_dependent]
        return not launches or any(reaches(shared, launch, parameters) for launch in launches)


def _lasting(way: Conditions) -> Iterator[tuple[Value, bool]]:
    """What of a way holds in the whole run of a core: another round of a loop may find other values."""
    for condition, truth in way:
        yield from _lasting_parts(condition.value, truth)


def _lasting_parts(value: Value, truth: bool) -> Iterator[tuple[Value, bool]]:
    if is_steady(value):
        yield value, truth
    elif value.op == ("and" if truth else "or"):
        for part in value.args:
            yield from _lasting_parts(part, truth)


def _chosen(selection: Selection) -> Way:
    return tuple(
        (either(*(equal(atom(name), constant(number)) for number in numbers)), True)
        for name, numbers in selection.items()
    )


def _may_all_be(way: Way) -> bool:
    known = Knowledge()
    for value, truth in way:
        if known.decide(value) is (not truth):
            return False
        known.assume(value, truth)
    return known.follow_up()
