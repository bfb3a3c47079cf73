#ifndef SKLINT_ERRNO_H
#define SKLINT_ERRNO_H

extern int errno;
#define EINVAL 22
#define ENOMEM 12

#endif
