// atvoss: logging, which is empty on the device.
#pragma once

#ifndef RUN_LOG
#define RUN_LOG(...)
#define RUN_LOG_BASE(...)
#define RUN_LOG_ONE_BLOCK(...)
#define PRINT_TYPE(...)
#define BUILD_LOG(...)
#endif
