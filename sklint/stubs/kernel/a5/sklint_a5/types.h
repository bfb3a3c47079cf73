// Names of Ascend 950 that stand outside the classes: types, sizes, the scope of register code.
#pragma once

using float32_t = float;
using float64_t = double;

// A block of register code; it runs where it stands.
#ifndef __VEC_SCOPE__
#define __VEC_SCOPE__
#endif
