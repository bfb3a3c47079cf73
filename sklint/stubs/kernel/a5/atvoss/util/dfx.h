// atvoss: printing a graph.
#pragma once

#include "dag.h"
#include "log.h"

namespace Ops {
namespace Base {
struct DagDfx {
    template <typename Dag, int Position = 0> void DumpGraph();
};
}  // namespace Base
}  // namespace Ops
