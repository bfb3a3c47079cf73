"""Signals that each have their wait on every way: however a core runs, it leaves none of those behind."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field

from sklint.walk import tree
from sklint.walk.values import Value

# What an event signals or waits for, whether it signals, and by which flag; None where it does neither.
Role = Callable[[tree.Node], tuple[Hashable, bool, Value] | None]
# The signals that wait for their wait: what they are of, and by which flag.
_Open = frozenset[tuple[Hashable, Value]]
_NOTHING: _Open = frozenset()


def unpaired(root: tree.Seq, role: Role) -> frozenset[Hashable]:
    """What is signalled or waited for somewhere so that the other is not seen to be its partner on every way.

    Nearly all signals are followed by their wait, at once or a round later, and need no numbers to be counted out.
    """
    search = _Search(role)
    search.whole(root)
    return frozenset(search.unpaired)


@dataclass(slots=True)
class _Left:
    """What was open where a way left the round, the loop or the function that is being looked at."""

    breaks: list[_Open] = field(default_factory=list)
    continues: list[_Open] = field(default_factory=list)
    returns: list[_Open] = field(default_factory=list)


class _Search:
    def __init__(self, role: Role) -> None:
        self._role = role
        self.unpaired: set[Hashable] = set()

    def whole(self, root: tree.Seq) -> None:
        end = self._function(root.body, _NOTHING)
        self._agree(_NOTHING, [] if end is None else [end])

    def _function(self, body: tuple[tree.Node, ...], open_: _Open) -> _Open | None:
        """What is open behind a whole function, however a way leaves it."""
        left = _Left()
        end = self._sequence(body, open_, left)
        return self._met([end, *left.returns, *left.breaks, *left.continues])

    def _sequence(self, body: tuple[tree.Node, ...], open_: _Open, left: _Left) -> _Open | None:
        """What is open behind nodes that follow each other; None where no way gets there."""
        now: _Open | None = open_
        for node in body:
            if now is None:
                break
            now = self._node(node, now, left)
        return now

    def _node(self, node: tree.Node, open_: _Open, left: _Left) -> _Open | None:
        match node:
            case tree.Seq(body=body):
                return self._sequence(body, open_, left)
            case tree.Branch(then=then, otherwise=otherwise):
                return self._met(self._sequence(side.body, open_, left) for side in (then, otherwise))
            case tree.Loop():
                return self._loop(node, open_, left)
            case tree.Called(body=body):
                return self._function(body.body, open_)
            case tree.Exit(what=what):
                ways = {"break": left.breaks, "continue": left.continues}
                ways.get(what, left.returns).append(open_)
                return None
        told = self._role(node)
        if told is None or told[0] in self.unpaired:
            return open_
        name, signals, flag = told
        if ((name, flag) in open_) is signals:
            self.unpaired.add(name)
            return open_
        return open_ ^ {(name, flag)}

    def _loop(self, node: tree.Loop, open_: _Open, left: _Left) -> _Open | None:
        """A loop whose rounds each leave open what they found open: the flags of that are older than the loop."""
        if node.at_least_once and node.count is not None and node.count.payload == 1:
            once = _Left(continues=left.continues, returns=left.returns)
            return self._met([self._sequence(node.body.body, open_, once), *once.breaks])
        rounds = _Left(returns=left.returns)
        end = self._sequence(node.body.body, open_, rounds)
        self._agree(open_, [*rounds.continues, *rounds.breaks, *([] if end is None else [end])])
        return open_

    def _met(self, ways: Iterable[_Open | None]) -> _Open | None:
        """What is open where ways meet."""
        found = [way for way in ways if way is not None]
        if not found:
            return None
        self._agree(found[0], found[1:])
        return found[0]

    def _agree(self, open_: _Open, others: Iterable[_Open]) -> None:
        self.unpaired.update(name for other in others for name, _ in open_ ^ other)
