// atvoss: the elementwise scheduler of short tiling data. No barrier, no cross-core flag.
#pragma once

#include "../util/dag.h"
#include "../util/log.h"
#include "../util/placeholder.h"
#include "../util/sync.h"
#include "elewise_base_struct.h"

namespace Ops {
namespace Base {

template <uint64_t Mode, typename Dag> class ElementwiseSch16B {
public:
    template <typename... A> explicit ElementwiseSch16B(A &&...);
    template <typename... A> void Init(A &&...);
    void Process();
    template <typename U, int Index, typename... A> void SetVar(A &&...);
};

}  // namespace Base
}  // namespace Ops
