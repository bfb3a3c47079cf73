// atvoss: the functions of a graph, as types whose constructors compute.
#pragma once

#include "elems.h"

namespace Ops {
namespace Base {

struct uint1_t {};

namespace Vec {

template <int Outputs, int Inputs, int Temporary = 0, int Fixed = 0, bool Advanced = false, typename... T>
struct FunBase {
    static constexpr int OutputSize = Outputs;
    static constexpr int InputSize = Inputs;
    static constexpr int TempSize = Temporary;
    static constexpr int FixedSize = Fixed;
    static constexpr bool IsAdvanced = Advanced;
    static constexpr int FuncType = 0;
    using DataTypes = Elems<T...>;
    template <int Offset> using FunRetArgType = typename DataTypes::template At<Offset>;
    template <int Offset> using FunInArgType = typename DataTypes::template At<Outputs + Offset>;
};

template <typename R, typename A, int Temporary = 0, int Fixed = 0, bool Advanced = false>
struct ElemwiseUnaryOP : FunBase<1, 1, Temporary, Fixed, Advanced, R, A> {};
template <typename R, typename A, typename B, int Temporary = 0, int Fixed = 0, bool Advanced = false>
struct ElemwiseBinaryOP : FunBase<1, 2, Temporary, Fixed, Advanced, R, A, B> {};
template <typename R, typename A, typename B, typename C, int Temporary = 0, int Fixed = 0, bool Advanced = false>
struct ElemwiseTernaryOP : FunBase<1, 3, Temporary, Fixed, Advanced, R, A, B, C> {};
template <typename R, typename A, typename B, typename C, typename D, int Temporary = 0, int Fixed = 0,
          bool Advanced = false>
struct ElemwiseQuaternaryOP : FunBase<1, 4, Temporary, Fixed, Advanced, R, A, B, C, D> {};
template <typename R, typename A, typename B, typename C, typename D, typename E, int Temporary = 0, int Fixed = 0,
          bool Advanced = false>
struct ElemwiseQuinaryOP : FunBase<1, 5, Temporary, Fixed, Advanced, R, A, B, C, D, E> {};
template <typename R, typename A, typename B, typename C, typename D, typename E, typename F, int Temporary = 0,
          int Fixed = 0, bool Advanced = false>
struct Elemwise6OP : FunBase<1, 6, Temporary, Fixed, Advanced, R, A, B, C, D, E, F> {};
template <typename R, typename A, typename B, typename C, typename D, typename E, typename F, typename G,
          int Temporary = 0, int Fixed = 0, bool Advanced = false>
struct Elemwise7OP : FunBase<1, 7, Temporary, Fixed, Advanced, R, A, B, C, D, E, F, G> {};
template <typename R, typename A, typename B, typename C, typename D, typename E, typename F, typename G, typename H,
          int Temporary = 0, int Fixed = 0, bool Advanced = false>
struct Elemwise8OP : FunBase<1, 8, Temporary, Fixed, Advanced, R, A, B, C, D, E, F, G, H> {};
template <typename R, typename A, typename B, typename C, typename D, typename E, typename F, typename G, typename H,
          typename I, int Temporary = 0, int Fixed = 0, bool Advanced = false>
struct Elemwise9OP : FunBase<1, 9, Temporary, Fixed, Advanced, R, A, B, C, D, E, F, G, H, I> {};
template <typename R, typename A, typename B, typename C, typename D, typename E, typename F, typename G, typename H,
          typename I, typename J, int Temporary = 0, int Fixed = 0, bool Advanced = false>
struct Elemwise10OP : FunBase<1, 10, Temporary, Fixed, Advanced, R, A, B, C, D, E, F, G, H, I, J> {};
template <typename R, typename A, typename B, typename C, typename D, typename E, typename F, typename G, typename H,
          typename I, typename J, typename K, int Temporary = 0, int Fixed = 0, bool Advanced = false>
struct Elemwise11OP : FunBase<1, 11, Temporary, Fixed, Advanced, R, A, B, C, D, E, F, G, H, I, J, K> {};

#define SKLINT_VEC_UNARY(Name)                                            \
    template <typename T> struct Name : ElemwiseUnaryOP<T, T> {           \
        template <typename... A> Name(A &&...);                           \
    };
#define SKLINT_VEC_BINARY(Name)                                           \
    template <typename T> struct Name : ElemwiseBinaryOP<T, T, T> {       \
        template <typename... A> Name(A &&...);                           \
    };
#define SKLINT_VEC_TERNARY(Name)                                          \
    template <typename T> struct Name : ElemwiseTernaryOP<T, T, T, T> {   \
        template <typename... A> Name(A &&...);                           \
    };
SKLINT_VEC_UNARY(Abs)
SKLINT_VEC_UNARY(AtanPolyApprox)
SKLINT_VEC_UNARY(Copy)
SKLINT_VEC_UNARY(CopyIn)
SKLINT_VEC_UNARY(CopyOut)
SKLINT_VEC_UNARY(Cos)
SKLINT_VEC_UNARY(Duplicate)
SKLINT_VEC_UNARY(Erf)
SKLINT_VEC_UNARY(Erfc)
SKLINT_VEC_UNARY(Exp)
SKLINT_VEC_UNARY(Log)
SKLINT_VEC_UNARY(Not)
SKLINT_VEC_UNARY(Reciprocal)
SKLINT_VEC_UNARY(ReduceOp)
SKLINT_VEC_UNARY(Sin)
SKLINT_VEC_UNARY(Sqrt)
SKLINT_VEC_BINARY(Add)
SKLINT_VEC_BINARY(Adds)
SKLINT_VEC_BINARY(And)
SKLINT_VEC_BINARY(Ands)
SKLINT_VEC_BINARY(Div)
SKLINT_VEC_BINARY(DivHighPrecision)
SKLINT_VEC_BINARY(Divs)
SKLINT_VEC_BINARY(Fmod)
SKLINT_VEC_BINARY(FmodHighPrecision)
SKLINT_VEC_BINARY(LeakyRelu)
SKLINT_VEC_BINARY(Max)
SKLINT_VEC_BINARY(Maxs)
SKLINT_VEC_BINARY(Min)
SKLINT_VEC_BINARY(Mins)
SKLINT_VEC_BINARY(Mul)
SKLINT_VEC_BINARY(Muls)
SKLINT_VEC_BINARY(Or)
SKLINT_VEC_BINARY(Ors)
SKLINT_VEC_BINARY(Power)
SKLINT_VEC_BINARY(Relu)
SKLINT_VEC_BINARY(Sub)
SKLINT_VEC_BINARY(Subs)
SKLINT_VEC_TERNARY(Axpy)
SKLINT_VEC_TERNARY(FusedMulAdd)
#undef SKLINT_VEC_UNARY
#undef SKLINT_VEC_BINARY
#undef SKLINT_VEC_TERNARY

template <typename R, typename T, int Mode> struct Cast : ElemwiseUnaryOP<R, T> {
    template <typename... A> Cast(A &&...);
};
template <typename T, int Mode> struct Truncate : ElemwiseUnaryOP<T, T> {
    template <typename... A> Truncate(A &&...);
};
template <typename U, typename T> struct Sqrt0ULP : ElemwiseUnaryOP<T, T> {
    template <typename... A> Sqrt0ULP(A &&...);
};
template <typename R, typename T, int Mode> struct Compare : ElemwiseBinaryOP<R, T, T> {
    template <typename... A> Compare(A &&...);
};
template <typename U, typename T, int Mode> struct Select : ElemwiseTernaryOP<T, U, T, T> {
    template <typename... A> Select(A &&...);
};
template <typename T, int Group = 0> struct CopyInBrc : ElemwiseUnaryOP<T, T> {
    template <typename... A> CopyInBrc(A &&...);
};
template <typename T, int Group = 0, int Rank = -1> struct Brc : ElemwiseUnaryOP<T, T> {
    template <typename... A> Brc(A &&...);
};

}  // namespace Vec
}  // namespace Base
}  // namespace Ops
