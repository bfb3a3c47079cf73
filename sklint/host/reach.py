"""Whether a launch runs a piece of kernel code, and under which schedule mode.

The tiling is one large expression for each of key, mode and fields. It is not taken apart before it is needed: what
the kernel tests is looked up in it, and a condition of the host is tried both ways where the answer hangs on it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sklint.host.bounds import number_of
from sklint.host.guard import stored_in
from sklint.host.launch import LARGEST, MADE_KEY, Launch
from sklint.host.rebuild import remade
from sklint.walk.knowledge import Knowledge
from sklint.walk.values import FALSE, TRUE, Value, both, either, expressions_up_to, is_truth

MOST = 400
KEY = "tiling_key"


def reaches(
    conditions: Sequence[tuple[Value, bool]], launch: Launch, template: Sequence[str] = (), mode: int | None = None
) -> bool:
    """Whether kernel code behind `conditions` may run under a launch, and with this schedule mode if one is asked for.

    `template` names the kernel's template parameters. What the host does not tell may hold, but for a launch whose
    mode differs from way to way: there it has to be seen that the way of the mode is that of the code. A mode that the
    host does not tell is none that is asked for. Where there are too many ways through the tiling, only a mode that
    all of them share is known.
    """
    with expressions_up_to(LARGEST):
        try:
            seen = mode is not None and number_of(launch.mode) is None
            return _Way(launch, template, seen).leads(conditions, mode)
        except _TooManyWaysError:
            return mode is None or number_of(launch.mode) == mode


class _TooManyWaysError(Exception):
    """The tiling has more ways than are worth trying."""


class _OpenChoiceError(Exception):
    """The answer hangs on a condition of the host that the way taken so far does not decide."""

    def __init__(self, condition: Value) -> None:
        self.condition = condition


class _NotTheHostsError(Exception):
    """The answer hangs on something that only the kernel knows."""


class _Way(Knowledge):
    """A way through a tiling: the conditions that were decided, and what values are under them."""

    def __init__(self, launch: Launch, template: Sequence[str], seen: bool) -> None:
        super().__init__(launch.ranges)
        self._launch = launch
        self._seen = seen
        self._template = {name: index for index, name in enumerate(template)}
        self._settled: dict[Value, Value] = {}
        self._in_kernel: dict[Value, Value] = {}
        for fact in launch.facts:
            self.assume(fact, True)
        self._possible = self.follow_up()

    def leads(self, conditions: Sequence[tuple[Value, bool]], mode: int | None) -> bool:
        """Whether a way through the tiling has the mode and leads behind the conditions."""
        untried: list[tuple[int, dict[Value, Value], Value]] = []
        for _ in range(MOST):
            found = self._tried(conditions, mode)
            if found is True:
                return True
            if isinstance(found, Value):
                # a constant is what it is on every way that goes on from here
                settled = {node: value for node, value in self._settled.items() if value.is_constant}
                untried.append((len(self.trail), settled, found))
                self._go(found, False, settled)
            elif untried:
                mark, settled, condition = untried.pop()
                self.forget(mark)
                self._go(condition, True, settled)
            else:
                return False
        raise _TooManyWaysError

    def _tried(self, conditions: Sequence[tuple[Value, bool]], mode: int | None) -> bool | Value:
        """Whether this way has the mode and leads behind the conditions, or the condition that this hangs on."""
        mark = len(self.trail)
        try:
            return (
                self._possible
                and self._has(mode)
                and all(self._may_hold(condition, truth) for condition, truth in conditions)
            )
        except _OpenChoiceError as choice:
            return choice.condition
        finally:
            self.forget(mark)

    def _go(self, condition: Value, truth: bool, settled: Mapping[Value, Value]) -> None:
        self._settled = dict(settled)
        self._in_kernel = {}
        self.assume(condition, truth)
        self._possible = self.follow_up()

    def _has(self, mode: int | None) -> bool:
        if mode is None:
            return True
        value = self._host(self._launch.mode)
        if not value.is_constant and is_truth(value):
            raise _OpenChoiceError(_first(value))
        return number_of(value) == mode

    def _may_hold(self, condition: Value, truth: bool) -> bool:
        """Whether a condition of the kernel may be so; from here on it is."""
        atoms: dict[Value, Value] = {}
        for node in condition.walk():
            if node.op == "atom" and not self._tells(node, atoms):
                return not self._seen
        try:
            value = self._kernel(condition, atoms)
        except _NotTheHostsError:
            return not (self._seen and atoms)
        decided = self.decide(value)
        if decided is None:
            self.assume(value, truth)
            return not (self._seen and atoms and any(map(_is_open, value.walk())))
        return decided is truth

    def _tells(self, node: Value, atoms: dict[Value, Value]) -> bool:
        """Note what the host says of a name of the kernel's; False where it is a tiling field that was not stored."""
        name = str(node.payload)
        if name == KEY:
            atoms[node] = self._launch.key
        elif name in self._template:
            key = self._host(self._launch.key)
            if key.op == MADE_KEY and len(key.args) == len(self._template):
                atoms[node] = key.args[self._template[name]]
        elif "." in name:
            stored = stored_in(node, self._launch)
            if stored is None:
                return False
            if stored is not node:
                atoms[node] = stored
                for fact in self.ranges.facts(node, stored):
                    self.assume(fact, True)
        return True

    # --------------------------------------------------------------------------------------------------- values

    def _host(self, value: Value) -> Value:
        """What an expression of the host is on this way."""
        known = self._settled.get(value)
        if known is None:
            known = self._settled[value] = self._known(self._of(value, None))
        return known

    def _kernel(self, value: Value, atoms: Mapping[Value, Value]) -> Value:
        """What an expression of the kernel is on this way, by what the host says of its `atoms`."""
        known = self._in_kernel.get(value)
        if known is None:
            stored = atoms.get(value)
            made = self._of(value, atoms) if stored is None else self._host(stored)
            known = self._in_kernel[value] = self._known(made)
        return known

    def _known(self, value: Value) -> Value:
        if value.is_constant or not is_truth(value):
            return value
        decided = self.decide(value)
        return value if decided is None else TRUE if decided else FALSE

    def _of(self, node: Value, atoms: Mapping[Value, Value] | None) -> Value:
        if not node.args or node.op == MADE_KEY:
            # of a key's parts only those are looked at that the kernel asks about
            return node
        if node.op == "ite":
            while node.op == "ite":
                node = node.args[1 if self._holds(node.args[0], atoms) else 2]
            return self._at(node, atoms)
        if node.op in ("and", "or"):
            return self._connected(node, atoms)
        args = [self._at(arg, atoms) for arg in node.args]
        if node.op != "not" and atoms is None:
            for arg in args:
                if not arg.is_constant and is_truth(arg):
                    # a truth that is counted with is a choice of numbers
                    raise _OpenChoiceError(_first(arg))
        return node if all(new is old for new, old in zip(args, node.args, strict=True)) else remade(node, args)

    def _at(self, node: Value, atoms: Mapping[Value, Value] | None) -> Value:
        return self._host(node) if atoms is None else self._kernel(node, atoms)

    def _holds(self, condition: Value, atoms: Mapping[Value, Value] | None) -> bool:
        value = self._at(condition, atoms)
        decided = self.decide(value)
        if decided is not None:
            return decided
        if atoms is not None:
            raise _NotTheHostsError
        raise _OpenChoiceError(_first(value))

    def _connected(self, node: Value, atoms: Mapping[Value, Value] | None) -> Value:
        """A conjunction or disjunction; one part may decide it whatever the others hang on."""
        deciding = node.op == "or"
        rest: list[Value] = []
        choice: Exception | None = None
        for arg in node.args:
            try:
                value = self._at(arg, atoms)
            except (_OpenChoiceError, _NotTheHostsError) as error:
                choice = choice or error
                continue
            decided = self.decide(value)
            if decided is deciding:
                return TRUE if deciding else FALSE
            if decided is None:
                rest.append(value)
        if choice is not None:
            raise choice
        return either(*rest) if deciding else both(*rest)


def _is_open(node: Value) -> bool:
    """Whether a value of the host was lost on the way, so that it may hang together with the mode unseen."""
    return node.op in ("fresh", "unset")


def _first(condition: Value) -> Value:
    """The part of a condition to decide first."""
    while condition.op in ("and", "or", "not"):
        condition = condition.args[0]
    return condition
