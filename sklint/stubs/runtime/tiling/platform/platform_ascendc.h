#include "sklint_runtime/platform.h"
