// atvoss: the elementwise scheduler whose scalars lie in the tiling data.
#pragma once

#include "elewise_sch.h"

namespace Ops {
namespace Base {

template <typename Tiling, uint64_t Mode, typename Dag> class ElementwiseSchWithScalar {
public:
    template <typename... A> explicit ElementwiseSchWithScalar(A &&...);
    template <typename... A> void Init(A &&...);
    void Process();
    template <typename U, int Index, typename... A> void SetVar(A &&...);
    template <int Index = 0, typename... A> void SetScalar(A &&...);
};

}  // namespace Base
}  // namespace Ops
