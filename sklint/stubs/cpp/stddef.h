#ifndef SKLINT_STDDEF_H
#define SKLINT_STDDEF_H

typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#ifndef __cplusplus
typedef __WCHAR_TYPE__ wchar_t;
#endif
typedef struct {
    long long integer;
    long double real;
} max_align_t;
#define NULL __null
#define offsetof(type, member) __builtin_offsetof(type, member)

#endif
