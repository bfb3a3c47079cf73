// Direct launches: the runtime's launch macros.
#ifndef SKLINT_HOST_LAUNCH_H
#define SKLINT_HOST_LAUNCH_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "sklint_host/ops_base.h"
#include "sklint_runtime/acl.h"

namespace sklint {

// `launcher("kernel")(grid, stream, arguments...)` is one launch.
struct Launcher {
    template <typename... A>
    int operator()(A &&...arguments) const;
};
Launcher launcher(const char *kernel);

template <typename... A>
int launch(const char *kernel, A &&...arguments);

template <typename... A>
Any opaque(A &&...arguments);

} // namespace sklint

// Kernels that stand in the same file as their host code.
#define __aicore__
#define __global__ __attribute__((annotate("global")))
#define __gm__
#define __ubuf__
#define __vector__
#define __cube__
#define __mix__(cube, vector)
#define __schedmode__(mode) __attribute__((annotate("schedmode(" #mode ")")))
#define GM_ADDR uint8_t *
#define KERNEL_TASK_TYPE_DEFAULT(type)
#define KERNEL_TASK_TYPE(key, type)

#define ACLRT_LAUNCH_KERNEL(kernel) ::sklint::launcher(#kernel)
#define EXEC_KERNEL_CMD(kernel, grid, ...) ::sklint::launch(#kernel, grid, nullptr, ##__VA_ARGS__)
#define EXEC_NPU_CMD(...) SKLINT_LOG()
#define EXEC_NPU_CMD_V1(...) SKLINT_LOG()
#define EXEC_UPDATE_CMD(...) SKLINT_LOG()

#endif
