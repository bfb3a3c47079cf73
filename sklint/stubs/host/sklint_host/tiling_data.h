// Tiling structures declared by macros. A field is an ordinary member, so setters and getters need no special meaning.
#ifndef SKLINT_HOST_TILING_DATA_H
#define SKLINT_HOST_TILING_DATA_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <vector>

#include "sklint_host/registry.h"

namespace optiling {

class FieldInfo {
public:
    const char *class_name_;
    const char *dtype_;
    const char *name_;
    size_t arrSize_;
};

class TilingDef {
public:
    void SaveToBuffer(void *buffer, size_t capacity);
    void CopyToBuffer(void *buffer, size_t capacity);
    std::vector<FieldInfo> GetFieldInfo() const;
    const char *GetTilingClassName() const;
    size_t GetDataSize() const;
    void SetDataPtr(void *data);
    void InitData();
    void GeLogError(const std::string &text) const;
    void *data_ptr_ = nullptr;
    size_t data_size_ = 0;
};

class CTilingDataClassFactory {
public:
    static CTilingDataClassFactory &GetInstance();
    std::shared_ptr<TilingDef> CreateTilingDataInstance(const std::string &name);
};

} // namespace optiling

#define BEGIN_TILING_DATA_DEF(name) \
    class name : public ::optiling::TilingDef { \
    public: \
        name() = default; \
        explicit name(void *data); \
        template <typename... SklintArguments> \
        name(void *data, SklintArguments...);

#define TILING_DATA_FIELD_DEF(kind, field) \
    kind field = {}; \
    void set_##field(kind sklint_value) { field = sklint_value; } \
    kind get_##field() const { return field; }

#define TILING_DATA_FIELD_DEF_ARR(kind, count, field) \
    kind field[count] = {}; \
    void set_##field(const kind *sklint_value) { field[0] = sklint_value[0]; } \
    const kind *get_##field() const { return field; } \
    kind *get_##field() { return field; }

#define TILING_DATA_FIELD_DEF_STRUCT(kind, field) kind field;

#define END_TILING_DATA_DEF };

#define REGISTER_TILING_DATA_CLASS(op, name)

#endif
