"""Objects that are made from one object: of another class by a constructor, of their own as a copy."""

from __future__ import annotations

from pathlib import Path

import pytest

from sklint.walk import tree
from sklint.walk.kernel import events
from tests.walk.kernels import walked

CLASSES = """
#define SEND(n) AscendC::CrossCoreSetFlag<2, PIPE_MTE3>(n)
template <typename T> class Part {
public:
    __aicore__ inline void Run() { SEND(flag); }
    int32_t flag = 7;
};
template <typename T> class More : public Part<T> {
public:
    int32_t rest = 1;
};
template <typename T> class Around {
public:
    __aicore__ inline explicit Around(Part<T> &part) : part_(part) {}
    __aicore__ inline void Run() { SEND(10); part_.Run(); }
private:
    Part<T> &part_;
};
template <typename T> class From {
public:
    __aicore__ inline From(const From &other) : part_(other.part_) {}
    __aicore__ inline From(Part<T> &part) : part_(part) {}
    __aicore__ inline void Run() { SEND(10); part_.Run(); }
    Part<T> &part_;
};
template <typename P> class Any {
public:
    template <typename Q> __aicore__ inline Any(Q &part) : part_(part) {}
    __aicore__ inline void Run() { SEND(10); part_.Run(); }
private:
    P &part_;
};
template <typename T> class Link {
public:
    __aicore__ inline Link() {}
    __aicore__ inline explicit Link(Link *next) : next_(next) {}
    __aicore__ inline void Run() { SEND(flag); if (next_ != nullptr) { next_->Run(); } }
    int32_t flag = 3;
    Link *next_ = nullptr;
};
template <typename T> struct Pair { From<T> first; Part<T> &second; };
template <typename T> class Member { public:
    __aicore__ inline explicit Member(Part<T> &part) : around_(part) {}
    __aicore__ inline void Run() { around_.Run(); }
    Around<T> around_; };
template <typename T> class Several { public:
    __aicore__ inline explicit Several(Part<T> &part) : all_{part, part} {}
    __aicore__ inline void Run() { all_[1].Run(); }
    From<T> all_[2]; };
template <typename T> class Given { public:
    __aicore__ inline void Run() { part_.flag = 5; around_.Run(); from_.Run(); }
    Part<T> part_; Around<T> around_{part_}; From<T> from_ = part_; };
template <typename T> class Derived : public Around<T> { public:
    __aicore__ inline explicit Derived(Part<T> &part) : Around<T>(part) {} };
template <typename T> class Kept { public:
    __aicore__ inline explicit Kept(Part<T> part) : part_(part) {}
    __aicore__ inline void Run() { part_.Run(); }
    Part<T> part_; };
template <typename T> class Shared { public:
    __aicore__ inline explicit Shared(Part<T> &part) : part_(part) {}
    __aicore__ inline void Run() { part_.Run(); }
    Part<T> &part_; };
template <typename T> __aicore__ inline void Take(From<T> from) { from.Run(); }
template <typename T> __aicore__ inline void Look(const From<T> &from) { const_cast<From<T> &>(from).Run(); }
template <typename T> __aicore__ inline From<T> Make(Part<T> &part) { return part; }
template <typename T> __aicore__ inline Part<T> &Itself(Part<T> &part) { return part; }
template <typename T> __aicore__ inline void Work()
{
    Part<T> part; part.flag = 5;
    BODY
}
"""


def _flags(folder: Path, body: str) -> list[object]:
    root = walked(folder, "Work<float>();", CLASSES.replace("BODY", body)).trees["aiv"]
    return [event.flag.payload for event in events(root) if isinstance(event, tree.FlagSet)]


@pytest.mark.parametrize(
    "body",
    [
        "Around<T> a(part); a.Run();",
        "Around<T> a = Around<T>(part); a.Run();",
        "Around<T> a{part}; a.Run();",
        "auto a = Around<T>(part); a.Run();",
        "Around<T> a = {Around<T>(part)}; a.Run();",
        "From<T> a = part; a.Run();",
        "From<T> a = Itself<T>(part); a.Run();",
        "From<T> a = {part}; a.Run();",
        "From<T> a[2] = {part, part}; a[1].Run();",
        "Around<T> a[1] = {Around<T>(part)}; a[0].Run();",
        "Pair<T> a{part, part}; a.first.Run();",
        "Member<T> a(part); a.Run();",
        "Several<T> a(part); a.Run();",
        "Derived<T> a(part); a.Run();",
        "Take<T>(part);",
        "Look<T>(part);",
        "Make<T>(part).Run();",
        "auto a = Make<T>(part); a.Run();",
        "More<T> more; more.flag = 5; From<T> a = more; a.Run();",
        "From<T> a = part; From<T> b = a; b.Run();",
        "Any<Part<T>> a = part; a.Run();",
    ],
)
def test_an_object_made_from_one_of_another_class_has_methods_of_its_own(tmp_path: Path, body: str) -> None:
    assert _flags(tmp_path, body) == [10, 5]


def test_a_member_s_own_initialiser_names_what_stands_beside_it(tmp_path: Path) -> None:
    assert _flags(tmp_path, "Given<T> a; a.Run();") == [10, 5, 10, 5]


@pytest.mark.parametrize(
    ("body", "flags"),
    [
        ("Part<T> a = part; part.flag = 6; a.Run(); part.Run();", [5, 6]),
        ("Part<T> a{part}; part.flag = 6; a.Run(); part.Run();", [5, 6]),
        ("Kept<T> a(part); part.flag = 6; a.Run(); part.Run();", [5, 6]),
        ("More<T> more; more.flag = 5; Part<T> a = more; more.flag = 6; a.Run();", [5]),
        ("More<T> more; more.flag = 5; Kept<T> a(more); more.flag = 6; a.Run();", [5]),
        ("Pair<T> a{part, part}; part.flag = 6; a.second.Run();", [6]),
        ("Shared<T> a(part); part.flag = 6; a.Run();", [6]),
        ("Link<T> one; one.flag = 4; Link<T> a(&one); a.Run();", [3, 4]),
    ],
)
def test_an_object_made_from_one_of_its_class_is_a_copy_and_a_reference_is_that_one(
    tmp_path: Path, body: str, flags: list[int]
) -> None:
    assert _flags(tmp_path, body) == flags
