// atvoss: a list of types.
#pragma once

#include "kernel_operator.h"

namespace Ops {
namespace Base {
using namespace AscendC;

namespace list {
template <int Position, typename... T> struct At {
    using Type = void;
};
template <int Position, typename First, typename... Rest>
struct At<Position, First, Rest...> : At<Position - 1, Rest...> {};
template <typename First, typename... Rest> struct At<0, First, Rest...> {
    using Type = First;
};
}  // namespace list

template <typename... Ts> struct Elems {
    using Type = Elems<Ts...>;
    static constexpr unsigned long Size = sizeof...(Ts);
    template <typename... T> using Append = Elems<Ts..., T...>;
    template <template <typename...> class T> using Export = T<Ts...>;
    template <int Position> using At = typename list::At<Position, Ts...>::Type;
    using Unique = Elems<Ts...>;
};

}  // namespace Base
}  // namespace Ops
