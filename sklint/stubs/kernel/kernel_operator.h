// The one header of the kernel API; every other name a kernel may include leads here.
#ifndef SKLINT_KERNEL_OPERATOR_H
#define SKLINT_KERNEL_OPERATOR_H

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <tuple>
#include <type_traits>

#include "ascendc/keywords.h"

#include "ascendc/any.h"
#include "ascendc/constants.h"
#include "ascendc/cube.h"
#include "ascendc/enums.h"
#include "ascendc/highlevel.h"
#include "ascendc/matmul.h"
#include "ascendc/params.h"
#include "ascendc/pipe.h"
#include "ascendc/std.h"
#include "ascendc/structs.h"
#include "ascendc/sync.h"
#include "ascendc/tensor.h"
#include "ascendc/tiling.h"
#include "ascendc/types.h"
#include "ascendc/vector.h"
#include "ascendc/builtins.h"
#include "ascendc/c_api.h"
#include "ascendc/hccl.h"
#include "kernel_tiling/kernel_tiling.h"

#if defined(__NPU_ARCH__) && __NPU_ARCH__ == 3510
#if __has_include("a5/a5.h")
#include "a5/a5.h"
#endif
#endif

#endif
