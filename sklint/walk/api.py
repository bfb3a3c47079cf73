"""What a machine asks about everything whose source is not in the program."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from sklint import program as p
from sklint.walk.frame import Thing
from sklint.walk.shape import Instance, Shape
from sklint.walk.values import Value

if TYPE_CHECKING:
    from sklint.walk.calls import ApiCall
    from sklint.walk.machine import Machine


class Api(Protocol):
    """The meaning of the functions, classes and names that the stubs declare; one for kernels, one for hosts."""

    def means(self, name: str) -> bool:
        """Whether a function of that plain name, declared by no source, may be more than a computation."""

    def skipped(self, m: Machine, handed: Sequence[p.Expression], name: str = "") -> None:
        """A call was met, of the function with this plain name where it has one, that is not followed.

        `handed` are its arguments.
        """

    def unread(self, m: Machine, handed: Sequence[p.Expression]) -> None:
        """A call was met whose code is part of the program, but was not read: it may do anything."""

    def unfollowed(self, m: Machine, function: p.Function, handed: Sequence[p.Expression]) -> None:
        """A function of the program is called that the walk does not follow, for depth or time: it may do anything."""

    def function(self, m: Machine, call: ApiCall) -> Value | None:
        """The value of a call, its events emitted; None for a call without a meaning of its own."""

    def method(self, m: Machine, call: ApiCall) -> Value | None:
        """The same for a method call; `call.receiver` is the object."""

    def name(self, m: Machine, name: p.Name) -> Value | None:
        """The value of a global or undeclared name."""

    def indexed(self, m: Machine, base: Value, index: Value, e: p.Index) -> Value:
        """`base[index]` on an object."""

    def stores(self, m: Machine, target: p.Expression, value: Value, at: p.Span) -> None:
        """An assignment to something that is no location of the store (GM, a reference that the API returned)."""

    def loads(self, m: Machine, pointer: Value, at: p.Span) -> Value:
        """A dereference of a pointer that the store does not know."""

    def viewed(self, m: Machine, value: Value, shape: Shape, instance: Instance) -> Value:
        """A value that is cast to a pointer to a class of the program."""

    def combined(self, m: Machine, e: p.Binary | p.Assign, left: Value, right: Value) -> None:
        """An operator (perhaps that of a compound assignment) was applied to two values."""

    def unresolved(self, m: Machine, e: p.Call, callee: Value) -> Value | None:
        """A call of a value that is no function the machine knows (a pointer to a member, say)."""

    def launched(self, m: Machine, e: p.Launch) -> None:
        """A kernel was launched."""

    def is_object(self, shape: Shape) -> bool:
        """Whether values of this type are objects although the program has no such class."""

    def may_be_null(self, shape: Shape) -> bool:
        """Whether an object of this type that is made from nothing is a null pointer."""

    def is_description(self, shape: Shape) -> bool:
        """Whether an object of this type is only ever read, so that a copy of it is the value it was made from."""

    def constructed(self, m: Machine, thing: Thing, at: p.Span, arguments: tuple[p.Expression, ...]) -> None:
        """An object was made from these arguments."""

    def destroyed(self, m: Machine, object: Value, at: p.Span) -> None:
        """A local object went out of scope."""
