// Graph engine: data types, formats, status codes and the small helpers that tilings call.
#ifndef SKLINT_HOST_GE_H
#define SKLINT_HOST_GE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ge {

using char_t = char;
using float32_t = float;
using float64_t = double;
using graphStatus = uint32_t;

constexpr graphStatus GRAPH_SUCCESS = 0;
constexpr graphStatus GRAPH_FAILED = 0xFFFFFFFFU;
constexpr graphStatus GRAPH_NOT_CHANGED = 1343242304U;
constexpr graphStatus GRAPH_PARAM_INVALID = 50331649U;
constexpr graphStatus GRAPH_PARAM_OUT_OF_RANGE = 50331650U;
constexpr graphStatus SUCCESS = 0;
constexpr graphStatus FAILED = 0xFFFFFFFFU;
constexpr int64_t UNKNOWN_DIM = -1;
constexpr int64_t UNKNOWN_DIM_NUM = -2;

enum DataType {
    DT_FLOAT = 0,
    DT_FLOAT16 = 1,
    DT_INT8 = 2,
    DT_INT32 = 3,
    DT_UINT8 = 4,
    DT_INT16 = 6,
    DT_UINT16 = 7,
    DT_UINT32 = 8,
    DT_INT64 = 9,
    DT_UINT64 = 10,
    DT_DOUBLE = 11,
    DT_BOOL = 12,
    DT_STRING = 13,
    DT_DUAL_SUB_INT8 = 14,
    DT_DUAL_SUB_UINT8 = 15,
    DT_COMPLEX64 = 16,
    DT_COMPLEX128 = 17,
    DT_QINT8 = 18,
    DT_QINT16 = 19,
    DT_QINT32 = 20,
    DT_QUINT8 = 21,
    DT_QUINT16 = 22,
    DT_RESOURCE = 23,
    DT_STRING_REF = 24,
    DT_DUAL = 25,
    DT_VARIANT = 26,
    DT_BF16 = 27,
    DT_UNDEFINED = 28,
    DT_INT4 = 29,
    DT_UINT1 = 30,
    DT_INT2 = 31,
    DT_UINT2 = 32,
    DT_COMPLEX32 = 33,
    DT_HIFLOAT8 = 34,
    DT_FLOAT8_E5M2 = 35,
    DT_FLOAT8_E4M3FN = 36,
    DT_FLOAT8_E8M0 = 37,
    DT_FLOAT6_E3M2 = 38,
    DT_FLOAT6_E2M3 = 39,
    DT_FLOAT4_E2M1 = 40,
    DT_FLOAT4_E1M2 = 41,
    DT_HIFLOAT4 = 42,
    DT_MAX
};

enum Format {
    FORMAT_NCHW = 0,
    FORMAT_NHWC,
    FORMAT_ND,
    FORMAT_NC1HWC0,
    FORMAT_FRACTAL_Z,
    FORMAT_NC1C0HWPAD,
    FORMAT_NHWC1C0,
    FORMAT_FSR_NCHW,
    FORMAT_FRACTAL_DECONV,
    FORMAT_C1HWNC0,
    FORMAT_FRACTAL_DECONV_TRANSPOSE,
    FORMAT_FRACTAL_DECONV_SP_STRIDE_TRANS,
    FORMAT_NC1HWC0_C04,
    FORMAT_FRACTAL_Z_C04,
    FORMAT_CHWN,
    FORMAT_FRACTAL_DECONV_SP_STRIDE8_TRANS,
    FORMAT_HWCN,
    FORMAT_NC1KHKWHWC0,
    FORMAT_BN_WEIGHT,
    FORMAT_FILTER_HWCK,
    FORMAT_HASHTABLE_LOOKUP_LOOKUPS,
    FORMAT_HASHTABLE_LOOKUP_KEYS,
    FORMAT_HASHTABLE_LOOKUP_VALUE,
    FORMAT_HASHTABLE_LOOKUP_OUTPUT,
    FORMAT_HASHTABLE_LOOKUP_HITS,
    FORMAT_C1HWNCoC0,
    FORMAT_MD,
    FORMAT_NDHWC,
    FORMAT_FRACTAL_ZZ,
    FORMAT_FRACTAL_NZ,
    FORMAT_NCDHW,
    FORMAT_DHWCN,
    FORMAT_NDC1HWC0,
    FORMAT_FRACTAL_Z_3D,
    FORMAT_CN,
    FORMAT_NC,
    FORMAT_DHWNC,
    FORMAT_FRACTAL_Z_3D_TRANSPOSE,
    FORMAT_FRACTAL_ZN_LSTM,
    FORMAT_FRACTAL_Z_G,
    FORMAT_RESERVED,
    FORMAT_ALL,
    FORMAT_NULL,
    FORMAT_ND_RNN_BIAS,
    FORMAT_FRACTAL_ZN_RNN,
    FORMAT_NYUV,
    FORMAT_NYUV_A,
    FORMAT_NCL,
    FORMAT_FRACTAL_Z_WINO,
    FORMAT_C1HWC0,
    FORMAT_FRACTAL_NZ_C0_2,
    FORMAT_FRACTAL_NZ_C0_4,
    FORMAT_FRACTAL_NZ_C0_8,
    FORMAT_FRACTAL_NZ_C0_16,
    FORMAT_FRACTAL_NZ_C0_32,
    FORMAT_END,
    FORMAT_MAX = 0xff
};

class AscendString {
public:
    AscendString() = default;
    AscendString(const char *text);
    AscendString(const char *text, size_t length);
    const char *GetString() const;
    size_t GetLength() const;
    bool operator==(const AscendString &other) const;
    bool operator!=(const AscendString &other) const;
    bool operator<(const AscendString &other) const;
};

class Shape {
public:
    Shape() = default;
    explicit Shape(const std::vector<int64_t> &dims);
    size_t GetDimNum() const;
    int64_t GetDim(size_t index) const;
    graphStatus SetDim(size_t index, int64_t value);
    std::vector<int64_t> GetDims() const;
    int64_t GetShapeSize() const;
};

class TypeUtils {
public:
    static std::string DataTypeToSerialString(DataType type);
    static AscendString DataTypeToAscendString(const DataType &type);
    static std::string FormatToSerialString(Format format);
    static AscendString FormatToAscendString(const Format &format);
    static Format SerialStringToFormat(const std::string &text);
    static DataType SerialStringToDataType(const std::string &text);
    static bool GetDataTypeLength(DataType type, uint32_t &length);
    static bool IsDataTypeValid(DataType type);
    static bool IsFormatValid(Format format);
};

int32_t GetSizeByDataType(DataType type);
int64_t GetSizeInBytes(int64_t count, DataType type);
int32_t GetPrimaryFormat(int32_t format);
int32_t GetSubFormat(int32_t format);
bool HasSubFormat(int32_t format);
int32_t GetC0Value(int32_t format);
int32_t GetFormatFromSub(int32_t primary, int32_t sub);
int32_t GetFormatFromSubAndC0(int32_t primary, int32_t sub, int32_t c0);
std::string GetFormatName(Format format);

template <typename A, typename B, typename R>
bool MulOverflow(A left, B right, R &result)
{
    result = left * right;
    return false;
}
template <typename A, typename B, typename R>
bool AddOverflow(A left, B right, R &result)
{
    result = left + right;
    return false;
}
template <typename A, typename B, typename R>
bool SubOverflow(A left, B right, R &result)
{
    result = left - right;
    return false;
}

} // namespace ge

#endif
