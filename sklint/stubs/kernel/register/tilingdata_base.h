// Old-style tiling structs that a kernel header shares with the host.
#ifndef SKLINT_TILINGDATA_BASE_H
#define SKLINT_TILINGDATA_BASE_H

#include "../kernel_operator.h"

#define BEGIN_TILING_DATA_DEF(Name) struct Name {
#define TILING_DATA_FIELD_DEF(Type, Field) \
    Type Field;                            \
    Type get_##Field() const;              \
    void set_##Field(Type);
#define TILING_DATA_FIELD_DEF_ARR(Type, Count, Field) \
    Type Field[Count];                                \
    const Type *get_##Field() const;                  \
    void set_##Field(const Type *);
#define TILING_DATA_FIELD_DEF_STRUCT(Type, Field) Type Field;
#define END_TILING_DATA_DEF };
#define REGISTER_TILING_DATA_CLASS(Operator, Name)

#endif
