#include "sklint_runtime/acl.h"
