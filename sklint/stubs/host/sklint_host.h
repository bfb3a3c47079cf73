// Everything a host file of an operator may use; the front end includes it before the file itself.
#ifndef SKLINT_HOST_H
#define SKLINT_HOST_H

#include <algorithm>
#include <array>
#include <climits>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <iostream>
#include <limits>
#include <map>
#include <memory>
#include <new>
#include <numeric>
#include <set>
#include <sstream>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "sklint_host/ge.h"
#include "sklint_runtime/platform.h"
#include "sklint_host/gert.h"
#include "sklint_host/registry.h"
#include "sklint_host/tiling_data.h"
#include "sklint_host/checks.h"
#include "sklint_host/ops_base.h"
#include "sklint_host/dag.h"
#include "sklint_host/template_keys.h"
#include "sklint_host/frameworks.h"
#include "sklint_host/matmul.h"
#include "sklint_host/launch.h"
#include "sklint_host/torch.h"
#include "sklint_host/opdef.h"

using std::map;
using std::string;
using std::vector;

#endif
