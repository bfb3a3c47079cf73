// As much of torch and its NPU backend as launchers touch.
#ifndef SKLINT_HOST_TORCH_H
#define SKLINT_HOST_TORCH_H

#include "sklint_host/launch.h"

#define TORCH_CHECK(condition, ...)   \
    if (!(condition)) {               \
        throw ::sklint::Any();        \
    } else                            \
        ((void)0)
#define TORCH_CHECK_NOT_IMPLEMENTED(condition, ...) TORCH_CHECK(condition)
#define TORCH_INTERNAL_ASSERT(condition, ...) TORCH_CHECK(condition)
#define TORCH_WARN(...) SKLINT_LOG()
#define TORCH_WARN_ONCE(...) SKLINT_LOG()
#define SKLINT_TORCH_FUNCTION(name, library, module) static void name(::torch::Library &module)
#define TORCH_LIBRARY(name, module) SKLINT_TORCH_FUNCTION(SKLINT_UNIQUE(sklint_library_), name, module)
#define TORCH_LIBRARY_FRAGMENT(name, module) SKLINT_TORCH_FUNCTION(SKLINT_UNIQUE(sklint_library_), name, module)
#define TORCH_LIBRARY_IMPL(name, key, module) SKLINT_TORCH_FUNCTION(SKLINT_UNIQUE(sklint_library_), name, module)
#define PYBIND11_MODULE(name, module) static void SKLINT_UNIQUE(sklint_module_)(::pybind11::module_ & module)
#define TORCH_EXTENSION_NAME sklint_extension

namespace c10 {

enum class DeviceType { CPU, CUDA, PrivateUse1, Meta };
enum class ScalarType {
    Byte,
    Char,
    Short,
    Int,
    Long,
    Half,
    Float,
    Double,
    ComplexHalf,
    ComplexFloat,
    ComplexDouble,
    Bool,
    QInt8,
    QUInt8,
    QInt32,
    BFloat16,
    Float8_e5m2,
    Float8_e4m3fn,
    Undefined
};
using DeviceIndex = int8_t;

class Device {
public:
    Device(DeviceType type, DeviceIndex index = -1);
    DeviceType type() const;
    DeviceIndex index() const;
    bool is_cpu() const;
    bool operator==(const Device &other) const;
    bool operator!=(const Device &other) const;
};

class IntArrayRef {
public:
    IntArrayRef() = default;
    IntArrayRef(const std::vector<int64_t> &values);
    IntArrayRef(std::initializer_list<int64_t> values);
    size_t size() const;
    int64_t front() const;
    int64_t back() const;
    int64_t operator[](size_t index) const;
    const int64_t *begin() const;
    const int64_t *end() const;
    const int64_t *data() const;
    std::vector<int64_t> vec() const;
    bool empty() const;
};

template <typename T>
class ArrayRef {
public:
    ArrayRef(const std::vector<T> &values);
    size_t size() const;
    const T &operator[](size_t index) const;
    const T *begin() const;
    const T *end() const;
};

class string_view {
public:
    string_view(const char *text);
    string_view(const std::string &text);
    const char *data() const;
    size_t size() const;
    bool operator==(const string_view &other) const;
};

class Scalar {
public:
    template <typename T>
    Scalar(T value);
    template <typename T>
    T to() const;
    double toDouble() const;
    int64_t toLong() const;
    float toFloat() const;
};

template <typename T>
class optional {
public:
    optional();
    optional(const T &value);
    template <typename U>
    optional(U value);
    bool has_value() const;
    explicit operator bool() const;
    const T &value() const;
    T value_or(const T &other) const;
    const T &operator*() const;
    const T *operator->() const;
};
struct nullopt_t {};
constexpr nullopt_t nullopt{};

size_t elementSize(ScalarType type);

} // namespace c10

namespace caffe2 {
using TypeMeta = c10::ScalarType;
} // namespace caffe2

namespace at {

using c10::ArrayRef;
using c10::Device;
using c10::DeviceType;
using c10::IntArrayRef;
using c10::Scalar;
using c10::ScalarType;
constexpr ScalarType kByte = ScalarType::Byte;
constexpr ScalarType kChar = ScalarType::Char;
constexpr ScalarType kShort = ScalarType::Short;
constexpr ScalarType kInt = ScalarType::Int;
constexpr ScalarType kLong = ScalarType::Long;
constexpr ScalarType kHalf = ScalarType::Half;
constexpr ScalarType kFloat = ScalarType::Float;
constexpr ScalarType kDouble = ScalarType::Double;
constexpr ScalarType kBool = ScalarType::Bool;
constexpr ScalarType kBFloat16 = ScalarType::BFloat16;
constexpr DeviceType kCPU = DeviceType::CPU;

class TensorOptions {
public:
    TensorOptions() = default;
    template <typename T>
    TensorOptions(T value);
    template <typename T>
    TensorOptions dtype(T value) const;
    template <typename T>
    TensorOptions device(T value) const;
    template <typename T>
    TensorOptions layout(T value) const;
    TensorOptions pinned_memory(bool pinned) const;
    ScalarType dtype() const;
    Device device() const;
};

class Storage {
public:
    size_t nbytes() const;
    void *data() const;
};

class Tensor {
public:
    Tensor() = default;
    int64_t size(int64_t dim) const;
    IntArrayRef sizes() const;
    IntArrayRef strides() const;
    int64_t stride(int64_t dim) const;
    int64_t dim() const;
    int64_t numel() const;
    int64_t element_size() const;
    int64_t itemsize() const;
    size_t nbytes() const;
    int64_t storage_offset() const;
    Storage storage() const;
    ScalarType scalar_type() const;
    ScalarType dtype() const;
    Device device() const;
    TensorOptions options() const;
    bool defined() const;
    bool is_contiguous() const;
    bool is_cpu() const;
    void *data_ptr() const;
    template <typename T>
    T *data_ptr() const;
    template <typename T>
    const T *const_data_ptr() const;
    const void *const_data_ptr() const;
    void *mutable_data_ptr() const;
    template <typename T>
    T item() const;
    Scalar item() const;
    Tensor operator[](int64_t index) const;
    Tensor clone() const;
    Tensor contiguous() const;
    template <typename... A>
    Tensor to(A &&...arguments) const;
    template <typename... A>
    Tensor view(A &&...arguments) const;
    template <typename... A>
    Tensor reshape(A &&...arguments) const;
    Tensor reshape(IntArrayRef shape) const;
    Tensor view(IntArrayRef shape) const;
    template <typename... A>
    Tensor permute(A &&...arguments) const;
    template <typename... A>
    Tensor transpose(A &&...arguments) const;
    template <typename... A>
    Tensor slice(A &&...arguments) const;
    template <typename... A>
    Tensor unsqueeze(A &&...arguments) const;
    template <typename... A>
    Tensor squeeze(A &&...arguments) const;
    template <typename... A>
    Tensor &copy_(A &&...arguments) const;
    Tensor &zero_() const;
    template <typename... A>
    Tensor &fill_(A &&...arguments) const;
    template <typename... A>
    Tensor new_empty(A &&...arguments) const;
    template <typename... A>
    Tensor max(A &&...arguments) const;
    template <typename... A>
    Tensor sum(A &&...arguments) const;
    Tensor cpu() const;
    Tensor pin_memory() const;
};

using TensorList = ArrayRef<Tensor>;

TensorOptions device(DeviceType type);
TensorOptions dtype(ScalarType type);
#define SKLINT_TENSOR_FACTORY(name)                        \
    template <typename... A>                               \
    Tensor name(A &&...arguments);                         \
    Tensor name(IntArrayRef shape, TensorOptions options); \
    Tensor name(IntArrayRef shape)
SKLINT_TENSOR_FACTORY(empty);
SKLINT_TENSOR_FACTORY(zeros);
SKLINT_TENSOR_FACTORY(ones);
SKLINT_TENSOR_FACTORY(full);
SKLINT_TENSOR_FACTORY(tensor);
SKLINT_TENSOR_FACTORY(empty_like);
SKLINT_TENSOR_FACTORY(zeros_like);
SKLINT_TENSOR_FACTORY(arange);
SKLINT_TENSOR_FACTORY(from_blob);
SKLINT_TENSOR_FACTORY(empty_strided);

} // namespace at

namespace torch {
using at::Tensor;
using at::TensorOptions;
using namespace at;
class Library {
public:
    template <typename... A>
    Library &def(A &&...arguments);
    template <typename... A>
    Library &impl(A &&...arguments);
};
} // namespace torch

namespace pybind11 {
class module_ {
public:
    template <typename... A>
    module_ &def(A &&...arguments);
};
} // namespace pybind11

namespace c10_npu {
class NPUStream {
public:
    aclrtStream stream(bool wait = true) const;
};
NPUStream getCurrentNPUStream(int8_t device = -1);
class OptionalNPUGuard {
public:
    template <typename... A>
    explicit OptionalNPUGuard(A &&...arguments);
};
class NPUGuard {
public:
    template <typename... A>
    explicit NPUGuard(A &&...arguments);
};
int GetDevice(int *device);
} // namespace c10_npu

namespace at_npu {
namespace native {
class OpCommand {
public:
    OpCommand &Name(const std::string &name);
    template <typename F>
    OpCommand &SetCustomHandler(F handler);
    template <typename... A>
    OpCommand &Input(A &&...arguments);
    template <typename... A>
    OpCommand &Output(A &&...arguments);
    void Run();
    template <typename F>
    static void RunOpApi(const std::string &name, F handler);
    template <typename F>
    static void RunOpApiV2(const std::string &name, F handler);
};
template <typename... A>
at::Tensor npu_format_cast(A &&...arguments);
template <typename... A>
at::Tensor empty_with_format(A &&...arguments);
int64_t get_npu_format(const at::Tensor &tensor);
} // namespace native
} // namespace at_npu

#endif
