// LocalTensor, GlobalTensor and what they are made of.
#ifndef SKLINT_TENSOR_H
#define SKLINT_TENSOR_H

#include "any.h"
#include "enums.h"
#include "keywords.h"
#include "std.h"
#include "structs.h"
#include "types.h"

inline const int32_t g_coreType = 0;

namespace AscendC {

using TEventID = int8_t;
using TBufHandle = uint8_t *;
using TTagType = int32_t;
using MutexID = uint8_t;
constexpr TEventID INVALID_TEVENTID = -1;
using ::g_coreType;


struct TBuffAddr {
    uint32_t dataLen;
    uint32_t bufferAddr;
    TBufHandle bufferHandle;
    uint8_t logicPos;
};

template <typename... T> struct Shape : Std::tuple<T...> {
    using Std::tuple<T...>::tuple;
};
template <typename... T> using Stride = Shape<T...>;
template <typename... T> using Coord = Shape<T...>;
template <typename ShapeType, typename StrideType> struct Layout {
    constexpr Layout(const ShapeType & = {}, const StrideType & = {}) {}
    constexpr ShapeType GetShape() const;
    constexpr StrideType GetStride() const;
    template <typename C> constexpr uint64_t operator()(const C &) const;
};
template <typename... T> constexpr Shape<T...> MakeShape(const T &...);
template <typename... T> constexpr Stride<T...> MakeStride(const T &...);
template <typename... T> constexpr Coord<T...> MakeCoord(const T &...);
template <typename S, typename D> constexpr Layout<S, D> MakeLayout(const S &, const D &);
template <typename T, TPosition pos = TPosition::GM, typename L = Layout<Shape<>, Stride<>>> struct TensorTrait {
    using LiteType = T;
    using LiteLayoutType = L;
    static constexpr TPosition tPos = pos;
    constexpr TensorTrait(const L & = {}) {}
};
template <typename T, TPosition pos, typename L> constexpr TensorTrait<T, pos, L> MakeTensorTrait(const L &);
template <typename T> struct PrimitiveOf { using type = T; };
template <typename T, TPosition pos, typename L> struct PrimitiveOf<TensorTrait<T, pos, L>> { using type = T; };
template <typename T> using PrimT = typename PrimitiveOf<T>::type;

template <typename T> class LocalTensor {
public:
    using PrimType = PrimT<T>;
    LocalTensor() {}
    LocalTensor(TPosition position, uint32_t address, uint32_t tileSize);
    explicit LocalTensor(uint32_t address);
    explicit LocalTensor(TBuffAddr &address);
    uint64_t GetPhyAddr() const;
    uint64_t GetPhyAddr(uint32_t offset) const;
    PrimType GetValue(uint32_t index) const;
    PrimType &operator()(uint32_t offset) const;
    template <typename U> void SetValue(uint32_t index, U value) const;
    LocalTensor operator[](uint32_t offset) const;
    template <typename U> LocalTensor<U> ReinterpretCast() const;
    template <typename U> void SetAddrWithOffset(LocalTensor<U> &source, uint32_t offset);
    void SetAddr(const TBuffAddr &address);
    void SetAddr(uint32_t offset);
    void InitBuffer(uint32_t offset, uint32_t elements);
    int32_t GetPosition() const;
    void SetSize(uint32_t size);
    uint32_t GetSize() const;
    uint32_t GetLength() const;
    void SetBufferLen(uint32_t length);
    TBufHandle GetBufferHandle() const;
    void SetUserTag(TTagType tag);
    TTagType GetUserTag() const;
    void SetShapeInfo(const ShapeInfo &shapeInfo);
    ShapeInfo GetShapeInfo() const;
    template <typename L> void SetTensorTrait(const L &);
    void Print();
    void Print(uint32_t length);
    template <typename S> int32_t ToFile(const S &fileName) const;
    LocalTensor operator+(const LocalTensor &) const;
    LocalTensor operator-(const LocalTensor &) const;
    LocalTensor operator*(const LocalTensor &) const;
    LocalTensor operator/(const LocalTensor &) const;
    LocalTensor operator|(const LocalTensor &) const;
    LocalTensor operator&(const LocalTensor &) const;
    LocalTensor<uint8_t> operator<(const LocalTensor &) const;
    LocalTensor<uint8_t> operator>(const LocalTensor &) const;
    LocalTensor<uint8_t> operator<=(const LocalTensor &) const;
    LocalTensor<uint8_t> operator>=(const LocalTensor &) const;
    LocalTensor<uint8_t> operator==(const LocalTensor &) const;
    LocalTensor<uint8_t> operator!=(const LocalTensor &) const;
    TBuffAddr address_;
    ShapeInfo shapeInfo_;
};

template <typename T> class GlobalTensor {
public:
    using PrimType = PrimT<T>;
    GlobalTensor() {}
    void SetGlobalBuffer(__gm__ PrimType *buffer, uint64_t size);
    void SetGlobalBuffer(__gm__ PrimType *buffer);
    const __gm__ PrimType *GetPhyAddr() const;
    __gm__ PrimType *GetPhyAddr(uint64_t offset) const;
    PrimType GetValue(uint64_t offset) const;
    __gm__ PrimType &operator()(uint64_t offset) const;
    void SetValue(uint64_t offset, PrimType value);
    uint64_t GetSize() const;
    GlobalTensor operator[](uint64_t offset) const;
    void SetShapeInfo(const ShapeInfo &shapeInfo);
    ShapeInfo GetShapeInfo() const;
    template <CacheRwMode mode = CacheRwMode::RW> void SetL2CacheHint(CacheMode hint);
    template <typename U> GlobalTensor<U> ReinterpretCast() const;
    template <typename L> void SetTensorTrait(const L &);
    __gm__ PrimType *address_;
    __gm__ PrimType *oriAddress_;
    uint64_t bufferSize_;
    ShapeInfo shapeInfo_;
    CacheMode cacheMode_;
};

template <Hardware memory = Hardware::UB> class LocalMemAllocator {
public:
    LocalMemAllocator();
    uint32_t GetCurAddr() const;
    template <TPosition pos, typename T, uint32_t tileSize> LocalTensor<T> Alloc();
    template <TPosition pos, typename T> LocalTensor<T> Alloc(uint32_t tileSize);
    template <typename T, uint32_t tileSize> LocalTensor<T> Alloc();
    template <typename T> LocalTensor<T> Alloc(uint32_t tileSize);
    template <typename T> LocalTensor<T> Alloc();
};

template <typename T> class TensorDesc {
public:
    TensorDesc();
    void SetShapeAddr(uint64_t *shape);
    uint64_t GetDim();
    uint64_t GetIndex();
    uint64_t GetShape(uint32_t offset);
    __gm__ T *GetDataPtr();
    GlobalTensor<T> GetDataObj();
};
class ListTensorDesc {
public:
    ListTensorDesc();
    ListTensorDesc(__gm__ void *data, uint64_t length = 0xffffffff, uint32_t shapeSize = 0xffffffff);
    void Init(__gm__ void *data, uint64_t length = 0xffffffff, uint32_t shapeSize = 0xffffffff);
    template <typename T> void GetDesc(TensorDesc<T> &desc, uint32_t index);
    template <typename T> __gm__ T *GetDataPtr(uint32_t index);
    uint32_t GetSize();
};
template <typename T> struct MrgSortSrcList {
    MrgSortSrcList();
    MrgSortSrcList(const LocalTensor<T> &src1, const LocalTensor<T> &src2, const LocalTensor<T> &src3,
                   const LocalTensor<T> &src4);
    LocalTensor<T> src1;
    LocalTensor<T> src2;
    LocalTensor<T> src3;
    LocalTensor<T> src4;
};

uint64_t GetShapeSize(const ShapeInfo &shapeInfo);

}  // namespace AscendC

#endif
