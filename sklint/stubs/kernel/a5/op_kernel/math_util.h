// Ops::Base: integer arithmetic of kernels.
#pragma once

#include "kernel_operator.h"

namespace Ops {
namespace Base {
template <typename T> constexpr T CeilDiv(T a, T b) { return b == 0 ? a : (a + b - 1) / b; }
template <typename T> constexpr T FloorDiv(T a, T b) { return b == 0 ? a : a / b; }
template <typename T> constexpr T CeilAlign(T a, T b) { return b == 0 ? a : (a + b - 1) / b * b; }
template <typename T> constexpr T FloorAlign(T a, T b) { return b == 0 ? a : a / b * b; }
}  // namespace Base
}  // namespace Ops
