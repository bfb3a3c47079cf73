// The runtime's contexts: what a tiling function reads from and writes to.
#ifndef SKLINT_HOST_GERT_H
#define SKLINT_HOST_GERT_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "sklint_host/ge.h"
#include "sklint_runtime/platform.h"

namespace gert {

class Shape {
public:
    static constexpr size_t kMaxDimNum = 25;
    static constexpr int64_t kInvalidDimValue = INT64_MIN;
    Shape() = default;
    Shape(std::initializer_list<int64_t> dims);
    Shape(const Shape &other) = default;
    Shape &operator=(const Shape &other) = default;
    bool operator==(const Shape &other) const;
    bool operator!=(const Shape &other) const;
    int64_t operator[](size_t index) const;
    int64_t &operator[](size_t index);
    int64_t GetDim(size_t index) const;
    size_t GetDimNum() const;
    int64_t GetShapeSize() const;
    bool IsScalar() const;
    void SetDim(size_t index, int64_t value);
    void SetDimNum(size_t count);
    void SetScalar();
    Shape &AppendDim(int64_t value);
};

class Stride {
public:
    Stride() = default;
    int64_t operator[](size_t index) const;
    int64_t GetStride(size_t index) const;
    size_t GetDimNum() const;
    void SetDimNum(size_t count);
    void SetStride(size_t index, int64_t value);
};

class StorageShape {
public:
    StorageShape() = default;
    StorageShape(std::initializer_list<int64_t> origin, std::initializer_list<int64_t> storage);
    const Shape &GetOriginShape() const;
    const Shape &GetStorageShape() const;
    Shape &MutableOriginShape();
    Shape &MutableStorageShape();
    bool operator==(const StorageShape &other) const;
    bool operator!=(const StorageShape &other) const;
};

class ExpandDimsType {
public:
    ExpandDimsType() = default;
};

class StorageFormat {
public:
    ge::Format GetOriginFormat() const;
    ge::Format GetStorageFormat() const;
};

enum TensorPlacement { kOnDeviceHbm, kOnHost, kFollowing, kOnDeviceP2p, kTensorPlacementEnd };

class CompileTimeTensorDesc {
public:
    ge::DataType GetDataType() const;
    ge::Format GetStorageFormat() const;
    ge::Format GetOriginFormat() const;
    const StorageFormat &GetFormat() const;
    ExpandDimsType GetExpandDimsType() const;
};

class Tensor {
public:
    template <class T>
    const T *GetData() const;
    template <class T>
    T *GetData();
    const void *GetAddr() const;
    void *GetAddr();
    int64_t GetShapeSize() const;
    size_t GetSize() const;
    ge::DataType GetDataType() const;
    void SetDataType(ge::DataType type);
    const StorageShape &GetShape() const;
    StorageShape &GetShape();
    const Shape &GetStorageShape() const;
    const Shape &GetOriginShape() const;
    Shape &MutableStorageShape();
    Shape &MutableOriginShape();
    ge::Format GetStorageFormat() const;
    ge::Format GetOriginFormat() const;
    const StorageFormat &GetFormat() const;
    TensorPlacement GetPlacement() const;
};

class ContinuousVector {
public:
    size_t GetSize() const;
    size_t GetCapacity() const;
    void SetSize(size_t size);
    const void *GetData() const;
    void *MutableData();
};

template <typename T>
class TypedContinuousVector : public ContinuousVector {
public:
    const T *GetData() const;
    T *MutableData();
};

class ContinuousVectorVector {
public:
    size_t GetSize() const;
    const ContinuousVector *Get(size_t index) const;
};

class RuntimeAttrs {
public:
    template <class T>
    const T *GetAttrPointer(size_t index) const;
    const int64_t *GetInt(size_t index) const;
    const float *GetFloat(size_t index) const;
    const bool *GetBool(size_t index) const;
    const char *GetStr(size_t index) const;
    const TypedContinuousVector<int64_t> *GetListInt(size_t index) const;
    const TypedContinuousVector<float> *GetListFloat(size_t index) const;
    const ContinuousVectorVector *GetListListInt(size_t index) const;
    const Tensor *GetTensor(size_t index) const;
    size_t GetAttrNum() const;
};

class TilingData {
public:
    void *GetData();
    const void *GetData() const;
    size_t GetDataSize() const;
    size_t GetCapacity() const;
    void SetDataSize(size_t size);
    template <class T>
    ge::graphStatus Append(const T &value);
};

class AnchorInstanceInfo {
public:
    size_t GetInstanceStart() const;
    size_t GetInstanceNum() const;
};

class ComputeNodeInfo {
public:
    const char *GetNodeType() const;
    const char *GetNodeName() const;
    size_t GetIrInputsNum() const;
    size_t GetIrOutputsNum() const;
    size_t GetInputsNum() const;
    size_t GetOutputsNum() const;
    const AnchorInstanceInfo *GetInputInstanceInfo(size_t index) const;
    const AnchorInstanceInfo *GetOutputInstanceInfo(size_t index) const;
    const CompileTimeTensorDesc *GetInputTdInfo(size_t index) const;
    const CompileTimeTensorDesc *GetOutputTdInfo(size_t index) const;
    const RuntimeAttrs *GetAttrs() const;
};

class ExtendedKernelContext {
public:
    const CompileTimeTensorDesc *GetInputDesc(size_t index) const;
    const CompileTimeTensorDesc *GetOutputDesc(size_t index) const;
    const CompileTimeTensorDesc *GetRequiredInputDesc(size_t index) const;
    const CompileTimeTensorDesc *GetOptionalInputDesc(size_t index) const;
    const CompileTimeTensorDesc *GetDynamicInputDesc(size_t index, size_t relative) const;
    const CompileTimeTensorDesc *GetDynamicOutputDesc(size_t index, size_t relative) const;
    const AnchorInstanceInfo *GetIrInputInstanceInfo(size_t index) const;
    const AnchorInstanceInfo *GetIrOutputInstanceInfo(size_t index) const;
    const RuntimeAttrs *GetAttrs() const;
    const char *GetNodeType() const;
    const char *GetNodeName() const;
    const ComputeNodeInfo *GetComputeNodeInfo() const;
    size_t GetComputeNodeInputNum() const;
    size_t GetComputeNodeOutputNum() const;
    const char *GetKernelName() const;
    const char *GetKernelType() const;
};

class TilingContext : public ExtendedKernelContext {
public:
    const void *GetCompileInfo() const;
    template <class T>
    const T *GetCompileInfo() const;
    fe::PlatFormInfos *GetPlatformInfo() const;
    const StorageShape *GetInputShape(size_t index) const;
    const StorageShape *GetRequiredInputShape(size_t index) const;
    const StorageShape *GetOptionalInputShape(size_t index) const;
    const StorageShape *GetDynamicInputShape(size_t index, size_t relative) const;
    const StorageShape *GetOutputShape(size_t index) const;
    const StorageShape *GetDynamicOutputShape(size_t index, size_t relative) const;
    const Tensor *GetInputTensor(size_t index) const;
    const Tensor *GetRequiredInputTensor(size_t index) const;
    const Tensor *GetOptionalInputTensor(size_t index) const;
    const Tensor *GetDynamicInputTensor(size_t index, size_t relative) const;
    const Stride *GetInputStride(size_t index) const;
    const Stride *GetRequiredInputStride(size_t index) const;
    const Stride *GetOptionalInputStride(size_t index) const;
    const Stride *GetDynamicInputStride(size_t index, size_t relative) const;
    const Stride *GetOutputStride(size_t index) const;
    bool InputIsView(size_t index) const;
    bool RequiredInputIsView(size_t index) const;
    bool OptionalInputIsView(size_t index) const;
    bool DynamicInputIsView(size_t index, size_t relative) const;
    ge::graphStatus SetTilingKey(uint64_t key);
    uint64_t GetTilingKey() const;
    ge::graphStatus SetBlockDim(uint32_t count);
    uint32_t GetBlockDim() const;
    ge::graphStatus SetNumBlocks(uint32_t count);
    ge::graphStatus SetSimdNumBlocks(uint32_t count);
    uint32_t GetNumBlocks() const;
    uint32_t GetSimdNumBlocks() const;
    ge::graphStatus SetAicpuBlockDim(uint32_t count);
    uint32_t GetAicpuBlockDim() const;
    ge::graphStatus SetScheduleMode(uint32_t mode);
    uint32_t GetScheduleMode() const;
    ge::graphStatus SetNeedAtomic(bool atomic);
    bool NeedAtomic() const;
    ge::graphStatus SetTilingCond(int32_t condition);
    int32_t GetTilingCond() const;
    ge::graphStatus SetLocalMemorySize(uint32_t size);
    uint32_t GetLocalMemorySize() const;
    ge::graphStatus SetDynUBufSize(uint32_t size);
    template <class T>
    T *GetTilingData();
    TilingData *GetRawTilingData();
    const TilingData *GetRawTilingData() const;
    size_t *GetWorkspaceSizes(size_t count);
    size_t GetWorkspaceNum() const;
    int32_t GetDeterministic() const;
    int32_t GetDeterministicLevel() const;
};

class TilingParseContext : public ExtendedKernelContext {
public:
    const char *GetCompiledJson() const;
    template <class T>
    T *GetCompiledInfo();
    void *GetCompiledInfo();
    fe::PlatFormInfos *GetPlatformInfo() const;
};

class KernelContext : public TilingContext {
public:
    template <class T>
    const T *GetInputPointer(size_t index) const;
    template <class T>
    T *GetOutputPointer(size_t index);
};

class InferShapeContext : public ExtendedKernelContext {
public:
    const Shape *GetInputShape(size_t index) const;
    const Shape *GetRequiredInputShape(size_t index) const;
    const Shape *GetOptionalInputShape(size_t index) const;
    const Shape *GetDynamicInputShape(size_t index, size_t relative) const;
    const Tensor *GetInputTensor(size_t index) const;
    const Tensor *GetRequiredInputTensor(size_t index) const;
    const Tensor *GetOptionalInputTensor(size_t index) const;
    const Tensor *GetDynamicInputTensor(size_t index, size_t relative) const;
    Shape *GetOutputShape(size_t index);
    Shape *GetDynamicOutputShape(size_t index, size_t relative);
};

class InferShapeRangeContext : public InferShapeContext {};

class InferDataTypeContext : public ExtendedKernelContext {
public:
    ge::DataType GetInputDataType(size_t index) const;
    ge::DataType GetRequiredInputDataType(size_t index) const;
    ge::DataType GetOptionalInputDataType(size_t index) const;
    ge::DataType GetDynamicInputDataType(size_t index, size_t relative) const;
    ge::DataType GetOutputDataType(size_t index) const;
    ge::graphStatus SetOutputDataType(size_t index, ge::DataType type);
};

class OpExecuteContext : public ExtendedKernelContext {};

using UINT32 = uint32_t;

} // namespace gert

#endif
