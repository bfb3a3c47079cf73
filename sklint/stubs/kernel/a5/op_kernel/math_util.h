// Ops::Base: integer arithmetic of kernels.
#pragma once

#include "kernel_operator.h"

namespace Ops {
namespace Base {
template <typename T, typename U> constexpr T CeilDiv(T a, U b) { return b == 0 ? a : (a + b - 1) / b; }
template <typename T, typename U> constexpr T FloorDiv(T a, U b) { return b == 0 ? a : a / b; }
template <typename T, typename U> constexpr T CeilAlign(T a, U b) { return b == 0 ? a : (a + b - 1) / b * b; }
template <typename T, typename U> constexpr T FloorAlign(T a, U b) { return b == 0 ? a : a / b * b; }
}  // namespace Base
}  // namespace Ops
