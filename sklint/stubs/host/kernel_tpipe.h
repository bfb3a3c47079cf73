#include "sklint_host.h"
