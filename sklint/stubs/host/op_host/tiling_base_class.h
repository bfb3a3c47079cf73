#include "sklint_host.h"
#include "sklint_host/tiling_base.h"
