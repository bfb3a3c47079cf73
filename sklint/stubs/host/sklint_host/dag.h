// The vocabulary in which elementwise graphs are written; only their names matter to a launch.
#ifndef SKLINT_HOST_DAG_H
#define SKLINT_HOST_DAG_H

#include "sklint_host/launch.h"

namespace AscendC {
template <typename T>
struct LocalTensor {};
template <typename T>
struct GlobalTensor {};
enum class CMPMODE { LT, GT, EQ, LE, GE, NE };
enum class SELMODE { VSEL_CMPMASK_SPR, VSEL_TENSOR_SCALAR_MODE, VSEL_TENSOR_TENSOR_MODE };
enum class RoundMode { CAST_NONE, CAST_RINT, CAST_FLOOR, CAST_CEIL, CAST_ROUND, CAST_TRUNC, CAST_ODD };
} // namespace AscendC

#include "../../kernel/a5/atvoss/util/dag.h"
#include "../../kernel/a5/atvoss/util/placeholder.h"
#include "../../kernel/a5/atvoss/util/vec.h"

namespace Ops {
namespace Base {
namespace Vec {
#define SKLINT_VEC_REDUCTION(name)                     \
    template <typename T, auto first = 0, auto second = 0> \
    struct name {}
SKLINT_VEC_REDUCTION(ReduceSumOp);
SKLINT_VEC_REDUCTION(ReduceMaxOp);
SKLINT_VEC_REDUCTION(ReduceMinOp);
SKLINT_VEC_REDUCTION(ReduceProdOp);
SKLINT_VEC_REDUCTION(ReduceAnyOp);
SKLINT_VEC_REDUCTION(ReduceAllOp);
} // namespace Vec
} // namespace Base
} // namespace Ops

#endif
