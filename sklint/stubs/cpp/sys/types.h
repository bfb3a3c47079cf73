#ifndef SKLINT_SYS_TYPES_H
#define SKLINT_SYS_TYPES_H

#include <stdint.h>

#endif
