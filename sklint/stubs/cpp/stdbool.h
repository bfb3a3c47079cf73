#ifndef SKLINT_STDBOOL_H
#define SKLINT_STDBOOL_H

#define __bool_true_false_are_defined 1

#endif
