// SIMT: one of the headers that the SIMT interface is split into.
#pragma once

#include "kernel_operator.h"

#include "../simt.h"
