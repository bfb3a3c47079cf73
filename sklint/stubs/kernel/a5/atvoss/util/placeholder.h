// atvoss: what stands for the arguments of a kernel in its graph.
#pragma once

#include "elems.h"

#ifndef MAKE_CONST
#define MAKE_CONST(Type, Value)                    \
    struct SKLINT_UNIQUE(ConstantOf##Type) {       \
        static constexpr bool IsConstValue_ = true; \
        static constexpr Type value = Value;       \
    }
#endif

namespace Ops {
namespace Base {
namespace Placeholder {

enum HolderScope { GM, VECTOR };

template <typename T, typename Attribute = void, int Position = 0> struct Holder {
    static constexpr int Pos = Position;
    static constexpr bool IsHolder = true;
    using DType = T;
    using Attr = Attribute;
};
template <HolderScope Where = HolderScope::GM, int Scalar = 0> struct InAttr {
    static constexpr int IsScalar = Scalar;
    static constexpr HolderScope Scope = Where;
};
template <int Scalar = 0> struct ScalarAttr : InAttr<HolderScope::GM, Scalar> {};
template <HolderScope Where = HolderScope::GM> struct ScopeAttr : InAttr<Where, 0> {};

#define SKLINT_IN(N) \
    template <typename T, typename Attribute = InAttr<>> struct In##N : Holder<T, Attribute, N> {};
#define SKLINT_OUT(N) \
    template <typename T, typename Attribute = void, typename ParentOf = void> \
    struct Out##N : Holder<T, Attribute, N> {                                  \
        using Parent = ParentOf;                                               \
    };
SKLINT_IN(0)
SKLINT_IN(1)
SKLINT_IN(2)
SKLINT_IN(3)
SKLINT_IN(4)
SKLINT_IN(5)
SKLINT_IN(6)
SKLINT_IN(7)
SKLINT_IN(8)
SKLINT_IN(9)
SKLINT_IN(10)
SKLINT_IN(11)
SKLINT_OUT(0)
SKLINT_OUT(1)
SKLINT_OUT(2)
SKLINT_OUT(3)
SKLINT_OUT(4)
SKLINT_OUT(5)
SKLINT_OUT(6)
SKLINT_OUT(7)
SKLINT_OUT(8)
SKLINT_OUT(9)
#undef SKLINT_IN
#undef SKLINT_OUT

template <typename T, int Position, typename Attribute = void> struct Var : Holder<T, Attribute, Position> {
    static constexpr bool IsVarValue = true;
};

}  // namespace Placeholder
}  // namespace Base
}  // namespace Ops
