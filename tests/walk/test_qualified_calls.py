"""Calls that name the class of the method: by its own bare name, an alias, or a chain of both."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.walk import tree
from sklint.walk.kernel import events
from tests.walk.kernels import walked

QUEUES = """
#define SEND(n) AscendC::CrossCoreSetFlag<2, PIPE_MTE3>(n)
template <int P> struct Numbered { static constexpr int FLAG = P; };
struct Piece { __aicore__ inline void Put() { SEND(6); } };
template <typename C> class Queue {
public:
    using Config = C;
    using Part = Piece;
    __aicore__ inline void Put() { SEND(C::FLAG); }
    __aicore__ static inline void Mark() { SEND(C::FLAG + 2); }
    template <int D> __aicore__ inline void Await() { SEND(C::FLAG + D); }
protected:
    using Own = Queue;
    using Twice = Own;
};
template <int P> class Sender : public Queue<Numbered<P>> {
public:
    using Base = Queue<Numbered<P>>;
    using Self = Sender;
    using Shown = typename Sender::Twice;
    __aicore__ inline void Put() { CALL }
};
template <typename Q> class Holder {
public:
    __aicore__ inline void Run() { q_.Q::Shown::Put(); q_.Shown::Put(); q_.Base::template Await<1>(); q_.Put(); }
    Q q_;
};
"""


def _flags(folder: Path, body: str, before: str) -> list[object]:
    root = walked(folder, body, before).trees["aiv"]
    return [event.flag.payload for event in events(root) if isinstance(event, tree.FlagSet)]


@pytest.mark.parametrize(
    ("call", "flags"),
    [
        ("Sender::Own::Put();", [3]),
        ("Sender::Own::template Await<1>();", [4]),
        ("Sender::Twice::Put(); Sender::Twice::template Await<1>();", [3, 4]),
        ("Base::Put(); Base::Own::Put(); Self::Base::Put(); Self::Twice::Put();", [3, 3, 3, 3]),
        ("Sender::Queue::Put(); Base::Queue::Put(); Sender::Mark(); Sender::Base::Mark();", [3, 3, 5, 5]),
        ("this->template Await<1>(); Sender::template Await<1>();", [4, 4]),
        (
            "this->Base::Put(); this->Sender::Own::Put(); this->Own::Put(); this->Queue<Numbered<P>>::Put();",
            [3, 3, 3, 3],
        ),
        ("typename Base::Part a; a.Put(); typename Sender::Part b; b.Put();", [6, 6]),
        ("SEND(Base::Config::FLAG); SEND(Sender::Own::Config::FLAG);", [3, 3]),
        ("using Mine = typename Sender::Own; Mine::Put();", [3]),
    ],
)
def test_a_call_that_names_the_class_runs_the_method_of_that(tmp_path: Path, call: str, flags: list[int]) -> None:
    body = "Sender<3> sender; sender.Put();"
    assert _flags(tmp_path, body, QUEUES.replace("CALL", call)) == flags


def test_an_object_s_method_may_be_that_of_a_base_that_its_class_has_a_name_for(tmp_path: Path) -> None:
    body = "Holder<Sender<3>> holder; holder.Run();"
    assert _flags(tmp_path, body, QUEUES.replace("CALL", "SEND(9);")) == [3, 3, 4, 9]


def test_a_base_of_a_base_is_that_of_its_own_arguments(tmp_path: Path) -> None:
    before = (
        QUEUES.replace("CALL", "Sender::Own::Put();")
        + """
    template <int P> class Outer : public Sender<P + 1> {
    public:
        using Base = Sender<P + 1>;
        __aicore__ inline void Put() { Base::Put(); Base::Base::Put(); Outer::Sender::Put(); Outer::Queue::Put(); }
    };"""
    )
    assert _flags(tmp_path, "Outer<3> outer; outer.Put();", before) == [4, 4, 4, 4]


def test_the_bare_name_of_a_class_that_is_no_base_is_another_class(tmp_path: Path) -> None:
    before = QUEUES.replace("CALL", "other::Queue::Mark(); Sender::Queue::Mark();").replace(
        "template <typename C> class Queue {",
        "namespace other { class Queue { public: __aicore__ static inline void Mark() { SEND(1); } }; }\n"
        "template <typename C> class Queue {",
    )
    assert _flags(tmp_path, "Sender<3> sender; sender.Put();", before) == [1, 5]


def test_a_class_s_name_for_itself_has_its_own_parameters_whatever_another_class_calls_like_them(
    tmp_path: Path,
) -> None:
    before = "struct Other { using C = Other; };" + QUEUES.replace("CALL", "Sender::Own::Put();")
    assert _flags(tmp_path, "Other::C other; Sender<3> sender; sender.Put();", before) == [3]


NESTED = """
#define SEND(n) AscendC::CrossCoreSetFlag<2, PIPE_MTE3>(n)
struct Alone { struct Part { __aicore__ inline void Put() { SEND(2); } }; };
template <typename I, int K> struct Work { static __aicore__ inline void Call(I *self) { SEND(I::FLAG + K); } };
template <typename Own, int P> struct Made {
    using Mine = Own;
    static constexpr int KIND = P;
    template <bool B> struct Chosen { using Type = Work<Mine, KIND>; };
    template <typename T> struct Chosen2 : public Chosen<true> { __aicore__ inline void Put() { SEND(P + T::FLAG); } };
    using Job = typename Chosen<true>::Type;
    struct Part { __aicore__ inline void Put() { SEND(P); } struct Inner { int flag = P + 1; }; Inner inner; };
};
template <int P> class Host {
public:
    using Ext = Made<Host, P>;
    static constexpr int FLAG = P + 1;
    __aicore__ inline void Run() { RUN }
};
"""


@pytest.mark.parametrize(
    ("run", "flags"),
    [
        ("using Local = typename Ext::Job; Local::Call(this);", [7]),
        ("Ext::template Chosen2<Host>::Type::Call(this);", [7]),
        ("typename Ext::template Chosen2<Host> made; made.Put();", [7]),
        ("typename Ext::Part part; part.Put(); SEND(part.inner.flag);", [3, 4]),
        ("typename Made<Host, 5>::Part part; part.Put(); typename Ext::Part other; other.Put();", [5, 3]),
        ("Alone::Part part; part.Put();", [2]),
    ],
)
def test_a_class_in_a_class_knows_what_that_is_bound_to(tmp_path: Path, run: str, flags: list[int]) -> None:
    assert _flags(tmp_path, "Host<3> host; host.Run();", NESTED.replace("RUN", run)) == flags
