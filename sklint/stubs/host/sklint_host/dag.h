// The vocabulary in which elementwise graphs are written; only their names matter to a launch.
#ifndef SKLINT_HOST_DAG_H
#define SKLINT_HOST_DAG_H

#include "sklint_host/ops_base.h"

namespace Ops {
namespace Base {

template <typename... A>
struct Bind {};
template <typename... A>
struct Elems {};
template <typename... A>
struct Outputs {};
template <auto level>
struct MemOptCfg {};
template <typename... A>
struct DAGSch {};
template <typename T>
struct LocalTensor {};
enum class MemLevel { LEVEL_0, LEVEL_1, LEVEL_2 };

template <typename T>
struct ConstantOf {};
#define MAKE_CONST(type, value) ::Ops::Base::ConstantOf<type>
template <int place, typename T = void, typename... A>
struct Slot {};

namespace Placeholder {
template <typename T, typename... A>
using In0 = Slot<0, T, A...>;
template <typename T, typename... A>
using In1 = Slot<1, T, A...>;
template <typename T, typename... A>
using In2 = Slot<2, T, A...>;
template <typename T, typename... A>
using In3 = Slot<3, T, A...>;
template <typename T, typename... A>
using In4 = Slot<4, T, A...>;
template <typename T, typename... A>
using In5 = Slot<5, T, A...>;
template <typename T, typename... A>
using In6 = Slot<6, T, A...>;
template <typename T, typename... A>
using In7 = Slot<7, T, A...>;
template <typename T, typename... A>
using In8 = Slot<8, T, A...>;
template <typename T, typename... A>
using In9 = Slot<9, T, A...>;
template <typename T, typename... A>
using Out0 = Slot<100, T, A...>;
template <typename T, typename... A>
using Out1 = Slot<101, T, A...>;
template <typename T, typename... A>
using Out2 = Slot<102, T, A...>;
template <typename T, typename... A>
using Out3 = Slot<103, T, A...>;
template <typename T, int place = 0, typename... A>
using Var = Slot<place, T, A...>;
template <typename T, auto value>
struct ConstValue {};
template <bool scalar, typename... A>
struct InAttr {};
template <bool scalar = true, typename... A>
struct ScalarAttr {};
} // namespace Placeholder

// Operations of a graph take any mixture of types and numbers, which no single template parameter list accepts.
#define SKLINT_VEC_TYPES(name) \
    template <typename... A>   \
    struct name {}
#define SKLINT_VEC_CODED(name)                      \
    template <typename T, typename R, auto code = 0> \
    struct name {}

namespace Vec {
template <typename R, typename T, auto mode = 0>
struct Cast {};
template <typename T, auto code = 0, auto source = 0>
struct Compare {};
template <typename M, typename T, auto mode = 0>
struct Select {};
template <typename T, auto first = 0, auto second = 0>
struct ReduceSumOp {};
template <typename T, auto first = 0, auto second = 0>
struct ReduceMaxOp {};
template <typename T, auto first = 0, auto second = 0>
struct ReduceMinOp {};
template <typename T, auto first = 0, auto second = 0>
struct ReduceProdOp {};
template <typename T, auto first = 0, auto second = 0>
struct ReduceAnyOp {};
template <typename T, auto first = 0, auto second = 0>
struct ReduceAllOp {};
SKLINT_VEC_TYPES(CopyIn);
SKLINT_VEC_TYPES(CopyInBrc);
SKLINT_VEC_TYPES(CopyOut);
SKLINT_VEC_TYPES(Copy);
SKLINT_VEC_TYPES(Duplicate);
SKLINT_VEC_TYPES(Add);
SKLINT_VEC_TYPES(Sub);
SKLINT_VEC_TYPES(Mul);
SKLINT_VEC_TYPES(Div);
SKLINT_VEC_TYPES(Max);
SKLINT_VEC_TYPES(Min);
SKLINT_VEC_TYPES(And);
SKLINT_VEC_TYPES(Or);
SKLINT_VEC_TYPES(Not);
SKLINT_VEC_TYPES(Adds);
SKLINT_VEC_TYPES(Subs);
SKLINT_VEC_TYPES(Muls);
SKLINT_VEC_TYPES(Divs);
SKLINT_VEC_TYPES(Maxs);
SKLINT_VEC_TYPES(Mins);
SKLINT_VEC_TYPES(Abs);
SKLINT_VEC_TYPES(Exp);
SKLINT_VEC_TYPES(Log);
SKLINT_VEC_TYPES(Sqrt);
SKLINT_VEC_TYPES(Sqrt0ULP);
SKLINT_VEC_TYPES(Rsqrt);
SKLINT_VEC_TYPES(Relu);
SKLINT_VEC_TYPES(Power);
SKLINT_VEC_TYPES(Erf);
SKLINT_VEC_TYPES(Erfc);
SKLINT_VEC_TYPES(Axpy);
SKLINT_VEC_TYPES(Truncate);
SKLINT_VEC_TYPES(Reciprocal);
SKLINT_VEC_TYPES(FusedMulAdd);
SKLINT_VEC_TYPES(DivHighPrecision);
SKLINT_VEC_TYPES(FmodHighPrecision);
SKLINT_VEC_TYPES(AtanPolyApprox);
SKLINT_VEC_TYPES(ElemwiseUnaryOP);
SKLINT_VEC_TYPES(ElemwiseBinaryOP);
SKLINT_VEC_TYPES(ElemwiseTernaryOP);
SKLINT_VEC_TYPES(ElemwiseQuaternaryOP);
SKLINT_VEC_TYPES(ElemwiseQuinaryOP);
SKLINT_VEC_TYPES(Elemwise6OP);
SKLINT_VEC_TYPES(Elemwise7OP);
SKLINT_VEC_TYPES(Elemwise8OP);
SKLINT_VEC_TYPES(Elemwise9OP);
SKLINT_VEC_TYPES(Elemwise10OP);
} // namespace Vec

} // namespace Base
} // namespace Ops

#endif
