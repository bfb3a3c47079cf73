// The Matmul object.
#ifndef SKLINT_MATMUL_H
#define SKLINT_MATMUL_H

#include "matmul_config.h"
#include "matmul_modules.h"

namespace AscendC {

template <typename A_TYPE, typename B_TYPE, typename C_TYPE, typename BIAS_TYPE = C_TYPE, const auto &MM_CFG = CFG_NORM,
          typename MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>,
          template <const auto & = MM_CFG, typename...> class MATMUL_POLICY = Impl::Detail::MatmulPolicy>
class MatmulImpl {
public:
    using AType = A_TYPE;
    using BType = B_TYPE;
    using CType = C_TYPE;
    using BiasType = BIAS_TYPE;
    using SrcT = typename A_TYPE::T;
    using SrcAT = typename A_TYPE::T;
    using SrcBT = typename B_TYPE::T;
    using DstT = typename C_TYPE::T;
    using BiasT = typename BIAS_TYPE::T;
    using L0cT = typename GetMmDstType<typename A_TYPE::T>::Type;
    using CallBack = MM_CB;
    MatmulImpl();
    template <typename Tiling> void Init(Tiling cubeTiling, TPipe *pipe = nullptr);
    void SetOrgShape(int orgM, int orgN, int orgK);
    void SetOrgShape(int orgM, int orgN, int orgKa, int orgKb, int orgKc = 0);
    void SetSingleShape(int singleM, int singleN, int singleK);
    void SetTail(int tailM = -1, int tailN = -1, int tailK = -1);
    void SetHF32(bool enableHF32 = false, int32_t transMode = 0);
    template <typename T> void SetTensorA(const GlobalTensor<T> &gm, bool isTransposeA = false);
    template <typename T> void SetTensorA(const LocalTensor<T> &leftMatrix, bool isTransposeA = false);
    void SetTensorA(SrcAT scalar);
    template <typename T> void SetTensorB(const GlobalTensor<T> &gm, bool isTransposeB = false);
    template <typename T> void SetTensorB(const LocalTensor<T> &rightMatrix, bool isTransposeB = false);
    void SetTensorB(SrcBT scalar);
    template <typename T> void SetTensorScaleA(const T &scale, bool isTransposeScaleA = false);
    template <typename T> void SetTensorScaleB(const T &scale, bool isTransposeScaleB = true);
    template <typename T> void SetBias(const T &bias);
    void DisableBias();
    void ClearBias();
    template <typename T> void SetSparseIndex(const T &index);
    template <typename T> void SetSelfDefineData(T data);
    void SetUserDefInfo(uint64_t tilingPtr);
    template <typename T, typename U> void SetAntiQuantScalar(T offset, U scale);
    template <typename T, typename U> void SetAntiQuantVector(const T &offset, const U &scale);
    void SetQuantScalar(uint64_t scalar);
    template <typename T> void SetQuantVector(const T &vector);
    void SetBatchNum(int32_t batchA, int32_t batchB);
    void SetSubBlockIdx(uint8_t subBlockIdx);
    uint8_t GetSubBlockIdx();
    template <typename T> void SetWorkspace(__gm__ const T *address, int size);
    template <typename T> void SetWorkspace(const GlobalTensor<T> &address);
    template <typename T> void SetLocalWorkspace(const LocalTensor<T> &buffer);
    template <bool sync = true> bool Iterate(bool enPartialSum = false);
    template <bool sync = true, typename T> bool Iterate(bool enPartialSum, const LocalTensor<T> &c);
    template <bool sync = true, typename T>
    void IterateAll(const T &c, uint8_t enAtomic = 0, bool enSequentialWrite = false, bool waitIterateAll = false,
                    bool fakeMsg = false);
    template <bool sync = true, bool waitIterateBatch = false, typename T, typename... A>
    void IterateBatch(const T &c, A &&...);
    template <bool sync = true, bool waitIterateBatch = false, typename... A>
    void IterateNBatch(uint32_t batchLoop, A &&...);
    template <bool sync = true, bool doPad = false, typename T, typename... A> void GetTensorC(const T &c, A &&...);
    template <bool sync = true> GlobalTensor<DstT> GetTensorC(uint8_t enAtomic = 0, bool enSequentialWrite = false);
    template <bool sync = true>
    GlobalTensor<DstT> GetBatchTensorC(uint32_t batchA, uint32_t batchB, bool sequential = false);
    template <bool sync = true, typename T>
    void GetBatchTensorC(const T &c, uint32_t, uint32_t, bool sequential = false);
    template <bool sync = true> GlobalTensor<DstT> GetBatchC(uint32_t batchA, uint32_t batchB, bool sequential = false);
    template <bool sync = true, typename T> void GetBatchC(const T &c, uint32_t, uint32_t, bool sequential = false);
    template <typename T> void AsyncGetTensorC(const LocalTensor<T> &c);
    void WaitGetTensorC();
    void WaitIterateAll();
    void WaitIterateBatch();
    template <bool isTurnOnDebug = true> MatrixOffset GetOffsetC();
    void End();
    template <typename T> void InitStatic(T *tiling);
};
template <typename A_TYPE, typename B_TYPE, typename C_TYPE, typename BIAS_TYPE = C_TYPE, const auto &MM_CFG = CFG_NORM,
          typename MM_CB = MatmulCallBackFunc<nullptr, nullptr, nullptr>,
          template <const auto & = MM_CFG, typename...> class MATMUL_POLICY = Impl::Detail::MatmulPolicy>
using Matmul = MatmulImpl<A_TYPE, B_TYPE, C_TYPE, BIAS_TYPE, MM_CFG, MM_CB, MATMUL_POLICY>;
template <typename A_TYPE, typename B_TYPE, typename C_TYPE, typename BIAS_TYPE>
constexpr MatmulApiStaticTiling GetMatmulApiTiling(const MatmulConfig &, int32_t l1Size = 524288) { return {}; }

}  // namespace AscendC

namespace matmul {
using namespace AscendC;
}

#endif
