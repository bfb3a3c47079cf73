"""Objects that lose their class on the way, and types that a function names for itself."""

from __future__ import annotations

from pathlib import Path

from tests.walk.kernels import barriers, branches, walked

RELAY = """#define KINDS float, WIDTH
template <typename T, int WIDTH> class Relay {
public:
    __aicore__ inline void Meet() { if (WIDTH == 3) { AscendC::SyncAll(); } }
};
template <typename T, int WIDTH> class Stage {
public:
    struct Given { int rows; void *relay; __aicore__ inline Given(int n, void *r) : rows(n), relay(r) {} };
    __aicore__ inline void Run(const Given &given)
    {
        auto *relay = (Relay<KINDS> *)given.relay;
        relay->Meet();
    }
};
template <typename T, int WIDTH, int LEVELS> __aicore__ inline void One(void *relay)
{
    using Work = Stage<T, WIDTH>;
    typename Work::Given given{LEVELS, relay};
    Work work;
    if (given.rows == 4) { work.Run(given); }
}
template <typename T, int WIDTH> __aicore__ inline void Other(void *relay)
{
    using Work = Relay<T, WIDTH + 1>;
    One<KINDS, 4>(relay);
}
template <typename T, int WIDTH> __aicore__ inline void All() { Relay<T, WIDTH> relay; Other<T, WIDTH>(&relay); }
"""


def test_a_pointer_without_a_class_is_what_it_is_cast_to(tmp_path: Path) -> None:
    """The class has a number among its template arguments, a macro stands for some of them, two functions name types
    alike: nothing of that is lost on the way to the barrier."""
    kernel = walked(tmp_path, "All<float, 3>();", RELAY)
    assert barriers(kernel)
    assert not branches(kernel.trees["aiv"])
    assert not kernel.unfollowed


def test_another_number_is_another_class(tmp_path: Path) -> None:
    assert not barriers(walked(tmp_path, "All<float, 2>();", RELAY))


def test_a_call_on_what_nothing_knows_may_hold_a_barrier(tmp_path: Path) -> None:
    far = "struct Far { __aicore__ inline void Arrive() { AscendC::SyncAll(); } __aicore__ inline void Work() {} };"
    call = "auto far = Found(x); far->{}();"
    assert walked(tmp_path, call.format("Arrive"), far).unfollowed == {"Arrive"}
    assert not walked(tmp_path, call.format("Work"), far).unfollowed
