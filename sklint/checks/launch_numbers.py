"""Numbers that one launch stores together: worked out from small numbers for what its host starts from."""

from __future__ import annotations

from collections.abc import Mapping

from sklint.checks.keys import KEY
from sklint.checks.numbers import Domains, Leaf, NoSuchNumber, Number, Numbers, name_of
from sklint.checks.replay import Judge, TooLong, choices
from sklint.facts.table import table
from sklint.host.launch import Launch
from sklint.host.ways import stored_in
from sklint.walk.kernel import WalkedKernel
from sklint.walk.values import Value, atom

# how often what is stored may lead on to what else has to be known
_ROUNDS = 6
_MOST_RUNS = 120
_SIZES: Mapping[Leaf, Number] = {("atom", name): number for name, number in table("host")["block_sizes"].items()}
BLOCK_NUM: Leaf = ("atom", "block_num")


def launched_choice(kernel: WalkedKernel, fixed: Mapping[Leaf, Number], judge: Judge) -> Mapping[Leaf, Number] | None:
    """Numbers under which `judge` says yes, all of them from one launch; None where no launch was seen to have such.

    Numbers that are tried one by one are seldom what the host makes of one shape. Only what it stores in full counts.
    That of its blocks is among them.
    """
    for launch in kernel.launches:
        if not launch.empty:
            found = _Launched(launch, fixed, judge).choice()
            if found is not None:
                return found
    return None


class _Launched:
    """The search for numbers of one launch."""

    def __init__(self, launch: Launch, fixed: Mapping[Leaf, Number], judge: Judge) -> None:
        self._launch = launch
        self._fixed = fixed
        self._judge = judge
        self._stored: dict[Leaf, Value | None] = {}
        self._domains = Domains()
        self._found: Mapping[Leaf, Number] = {}

    def choice(self) -> Mapping[Leaf, Number] | None:
        for value in (self._launch.value, self._launch.key):
            self._domains.look_at(value)
        return None if choices(self._domains, _SIZES, self._is_one, _MOST_RUNS) is None else self._found

    def _is_one(self, host: Mapping[Leaf, Number]) -> tuple[bool, dict[Leaf, None]]:
        """Whether what the host starts from makes numbers that are looked for, and what that hangs on."""
        numbers = Numbers(host)
        try:
            return self._makes_one(numbers), numbers.asked
        except (NoSuchNumber, TooLong):
            # others may do
            return False, numbers.asked

    def _makes_one(self, numbers: Numbers) -> bool:
        blocks = numbers.computed(self._launch.value)
        if blocks is None or blocks <= 0:
            return False
        if KEY in self._fixed and numbers.computed(self._launch.key) != self._fixed[KEY]:
            return False
        given = {**self._fixed, BLOCK_NUM: blocks}
        for _ in range(_ROUNDS):
            found, asked = self._judge(given)
            more = [leaf for leaf in asked if leaf not in given and "." in name_of(leaf)]
            if not more:
                self._found = given
                return found
            for leaf in more:
                stored = self._stored_in(leaf)
                number = None if stored is None else numbers.computed(stored)
                if number is None:
                    return False
                given[leaf] = number
        return False

    def _stored_in(self, leaf: Leaf) -> Value | None:
        if leaf not in self._stored:
            stored = self._stored[leaf] = stored_in(atom(name_of(leaf)), self._launch)
            if stored is not None:
                self._domains.look_at(stored)
        return self._stored[leaf]
