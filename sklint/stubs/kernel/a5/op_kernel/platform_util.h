// Ops::Base: sizes of the vector unit.
#pragma once

#include "kernel_operator.h"

namespace Ops {
namespace Base {
constexpr uint32_t GetUbBlockSize() { return 32; }
constexpr uint32_t GetVRegSize() { return 256; }
}  // namespace Base
}  // namespace Ops
