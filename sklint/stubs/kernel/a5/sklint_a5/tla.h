// tla: tensors with layouts made of tuples, as catlass uses them.
#pragma once

#include "catlass_core.h"

namespace tla {

template <auto V> using C = std::integral_constant<decltype(V), V>;
template <int V> using Int = std::integral_constant<int, V>;
using _0 = Int<0>;
using _1 = Int<1>;
using _2 = Int<2>;
using _4 = Int<4>;
using _8 = Int<8>;
using _16 = Int<16>;
using _32 = Int<32>;
using _64 = Int<64>;
using _128 = Int<128>;
using _256 = Int<256>;
using _512 = Int<512>;
using _1024 = Int<1024>;
struct Underscore {};

template <typename... T> struct tuple {
    template <typename... A> constexpr tuple(const A &...) {}
};
template <typename... T> using Shape = tuple<T...>;
template <typename... T> using Stride = tuple<T...>;
template <typename... T> using Coord = tuple<T...>;

template <typename T> struct is_tuple : std::false_type {};
template <typename... T> struct is_tuple<tuple<T...>> : std::true_type {};
template <typename T> struct is_static : std::false_type {};
template <typename T, T V> struct is_static<std::integral_constant<T, V>> : std::true_type {};
template <typename... T> struct is_static<tuple<T...>> : std::bool_constant<(is_static<T>::value && ...)> {};

template <typename S = tuple<>, typename D = tuple<>, typename O = tuple<>> struct Layout {
    using Shape = S;
    using Stride = D;
    using OriginShape = O;
    static constexpr int rank = 2;
    static constexpr int depth = 2;
    template <typename... A> constexpr Layout(const A &...) {}
    template <int... I> constexpr uint32_t shape() const { return 0; }
    template <int... I> constexpr int64_t stride() const { return 0; }
    template <int... I> constexpr uint32_t originShape() const { return 0; }
    template <typename... A> uint32_t operator()(const A &...) const;
    constexpr uint32_t capacity() const { return 0; }
};
template <typename Builtin, typename L, typename X, AscendC::TPosition Position = AscendC::TPosition::GM>
struct Tensor {
    using BuiltinTensor = Builtin;
    using Element = typename Builtin::PrimType;
    using Layout = L;
    using Coord = X;
    static constexpr AscendC::TPosition position = Position;
    template <typename... A> constexpr Tensor(const A &...) {}
    L layout() const;
    Builtin data() const;
    Builtin &data();
    X coord() const;
    template <int... I> uint32_t shape() const;
    template <int... I> int64_t stride() const;
    template <int... I> uint32_t originShape() const;
};

template <typename... T> constexpr tuple<T...> MakeShape(const T &...) { return {}; }
template <typename... T> constexpr tuple<T...> MakeStride(const T &...) { return {}; }
template <typename... T> constexpr tuple<T...> MakeCoord(const T &...) { return {}; }
template <typename... T> constexpr tuple<T...> MakeTuple(const T &...) { return {}; }
template <typename... T, typename... A> constexpr Layout<> MakeLayout(const A &...) { return {}; }
template <typename... A> constexpr Layout<> MakeLayoutL0C(const A &...) { return {}; }
template <typename... T, typename... A> constexpr Layout<> MakeLayoutFromTag(const A &...) { return {}; }
template <typename T, typename L, typename P> Tensor<T, L, tuple<_0, _0>, P::value> MakeTensor(const T &, const L &, P);
template <typename T, typename L, typename X, typename P>
Tensor<T, L, X, P::value> MakeTensor(const T &, const L &, const X &, P);
template <typename... T, typename... A> sklint::Any MakeTensorLike(const A &...);
template <typename T, typename X, typename S> T GetTile(const T &, const X &, const S &);
template <typename T, typename X, typename S> T TileView(const T &, const X &, const S &);
template <typename L, typename S, typename X> L MakeLayoutTile(const L &, const S &, const X &);
template <int... I, typename T> constexpr uint32_t get(const T &) { return 0; }
template <int... I, typename T> constexpr uint32_t shape(const T &) { return 0; }
template <int... I, typename T> constexpr int64_t stride(const T &) { return 0; }
template <int... I, typename T> constexpr uint32_t size(const T &) { return 0; }
template <int... I, typename T> constexpr int rank(const T &) { return 2; }
template <typename T, typename... A> constexpr T max(const T &a, const A &...) { return a; }
template <typename T, typename... A> constexpr T min(const T &a, const A &...) { return a; }

namespace detail {
// Kernels assert that their layouts are among these.
#define SKLINT_TLA_TRAIT(Name)                                    \
    template <typename... T> struct Name {                        \
        static constexpr bool value = true;                       \
    };
SKLINT_TLA_TRAIT(isColumnMajor)
SKLINT_TLA_TRAIT(isRowMajor)
SKLINT_TLA_TRAIT(isVector)
SKLINT_TLA_TRAIT(iszN)
SKLINT_TLA_TRAIT(iszZ)
SKLINT_TLA_TRAIT(isnZ)
SKLINT_TLA_TRAIT(isnN)
#undef SKLINT_TLA_TRAIT
}  // namespace detail

}  // namespace tla

namespace Catlass {
namespace detail {
template <typename Element, typename Tag> struct TagToLayout {
    using type = tla::Layout<>;
};
template <typename Element, typename Tag> using TagToLayout_t = typename TagToLayout<Element, Tag>::type;
using LayoutL0C = tla::Layout<>;
}  // namespace detail
}  // namespace Catlass
