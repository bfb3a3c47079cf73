// The base class of template tilings in the operator base library. The order of its steps decides what a later step
// reads, so the order is code here.
#ifndef SKLINT_HOST_TILING_BASE_H
#define SKLINT_HOST_TILING_BASE_H

#include <memory>

#include "sklint_host/ops_base.h"

#define SKLINT_TILING_BASE                                                                     \
    struct AiCoreParams {                                                                      \
        uint64_t ubSize = 0;                                                                   \
        uint64_t blockDim = 0;                                                                 \
        uint64_t numBlocks = 0;                                                                \
        uint64_t aicNum = 0;                                                                   \
        uint64_t l1Size = 0;                                                                   \
        uint64_t l0aSize = 0;                                                                  \
        uint64_t l0bSize = 0;                                                                  \
        uint64_t l0cSize = 0;                                                                  \
    };                                                                                         \
    struct CompileInfoCommon {                                                                 \
        uint32_t aivNum;                                                                       \
        uint32_t aicNum;                                                                       \
        uint64_t ubSize;                                                                       \
        uint64_t l1Size;                                                                       \
        uint64_t l0aSize;                                                                      \
        uint64_t l0bSize;                                                                      \
        uint64_t l0cSize;                                                                      \
        uint64_t l2CacheSize;                                                                  \
        int64_t coreNum;                                                                       \
        int32_t socVersion;                                                                    \
        uint32_t rsvd;                                                                         \
    };                                                                                         \
    class TilingBaseClass {                                                                    \
    public:                                                                                    \
        explicit TilingBaseClass(gert::TilingContext *context) : context_(context) {}          \
        virtual ~TilingBaseClass() = default;                                                  \
        ge::graphStatus DoTiling()                                                             \
        {                                                                                      \
            ge::graphStatus status = GetShapeAttrsInfo();                                      \
            if (status != ge::GRAPH_SUCCESS) {                                                 \
                return status;                                                                 \
            }                                                                                  \
            status = GetPlatformInfo();                                                        \
            if (status != ge::GRAPH_SUCCESS) {                                                 \
                return status;                                                                 \
            }                                                                                  \
            if (!IsCapable()) {                                                                \
                return ge::GRAPH_PARAM_INVALID;                                                \
            }                                                                                  \
            status = DoOpTiling();                                                             \
            if (status != ge::GRAPH_SUCCESS) {                                                 \
                return status;                                                                 \
            }                                                                                  \
            status = DoLibApiTiling();                                                         \
            if (status != ge::GRAPH_SUCCESS) {                                                 \
                return status;                                                                 \
            }                                                                                  \
            status = GetWorkspaceSize();                                                       \
            if (status != ge::GRAPH_SUCCESS) {                                                 \
                return status;                                                                 \
            }                                                                                  \
            status = PostTiling();                                                             \
            if (status != ge::GRAPH_SUCCESS) {                                                 \
                return status;                                                                 \
            }                                                                                  \
            context_->SetTilingKey(GetTilingKey());                                            \
            DumpTilingInfo();                                                                  \
            return ge::GRAPH_SUCCESS;                                                          \
        }                                                                                      \
        virtual void Reset(gert::TilingContext *context) { context_ = context; }               \
                                                                                               \
    protected:                                                                                 \
        virtual bool IsCapable() = 0;                                                          \
        virtual ge::graphStatus GetPlatformInfo() = 0;                                         \
        virtual ge::graphStatus GetShapeAttrsInfo() = 0;                                       \
        virtual ge::graphStatus DoOpTiling() = 0;                                              \
        virtual ge::graphStatus DoLibApiTiling() = 0;                                          \
        virtual uint64_t GetTilingKey() const = 0;                                             \
        virtual ge::graphStatus GetWorkspaceSize() = 0;                                        \
        virtual ge::graphStatus PostTiling() = 0;                                              \
        virtual void DumpTilingInfo() {}                                                       \
        int64_t DefaultTilingInfoDump();                                                       \
        static uint32_t CalcTschBlockDim(uint32_t slices, uint32_t aic, uint32_t aiv);         \
        static uint32_t CalcTschNumBlocks(uint32_t slices, uint32_t aic, uint32_t aiv);        \
        template <typename T>                                                                  \
        std::string GetShapeDebugStr(const T &shape) const;                                    \
        template <typename... A>                                                               \
        std::string GetTensorDebugStr(A &&...arguments) const;                                 \
        std::string GetTilingContextDebugStr();                                                \
        std::string GetTilingDataDebugStr() const;                                             \
        gert::TilingContext *context_ = nullptr;                                               \
        std::unique_ptr<platform_ascendc::PlatformAscendC> ascendcPlatform_{nullptr};          \
        uint32_t blockDim_{0};                                                                 \
        uint32_t numBlocks_{0};                                                                \
        uint64_t workspaceSize_{0};                                                            \
        uint64_t tilingKey_{0};                                                                \
        AiCoreParams aicoreParams_;                                                            \
    };

namespace Ops {
namespace Base {
SKLINT_TILING_BASE
} // namespace Base
} // namespace Ops

// How many registered classes an operator has, the registry knows at run time; `DoTilingImpl` stands for each of them.
namespace sklint {
class TilingRegistry {
public:
    static TilingRegistry &GetInstance();
    template <typename... A>
    ge::graphStatus DoTilingImpl(gert::TilingContext *context, A &&...arguments);
};
template <typename T>
struct TilingTemplate {
    template <typename... A>
    explicit TilingTemplate(A &&...arguments);
};
} // namespace sklint

#endif
