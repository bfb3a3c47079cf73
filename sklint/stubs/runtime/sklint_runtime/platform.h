// The platform as tilings query it; the meaning of the core counts is in facts/host.toml.
#ifndef SKLINT_RUNTIME_PLATFORM_H
#define SKLINT_RUNTIME_PLATFORM_H

#include <cstdint>
#include <map>
#include <string>
#include <vector>

enum class NpuArch : uint32_t {
    DAV_1001 = 1001,
    DAV_2002 = 2002,
    DAV_2102 = 2102,
    DAV_2201 = 2201,
    DAV_3002 = 3002,
    DAV_3003 = 3003,
    DAV_3102 = 3102,
    DAV_3113 = 3113,
    DAV_3505 = 3505,
    DAV_3510 = 3510,
    DAV_3801 = 3801,
    DAV_5102 = 5102,
    DAV_RESV = 0xFFFF
};

namespace fe {

enum class LocalMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6, RESERVED };

class OptionalInfos {
public:
    void Init();
    void SetSocVersion(const std::string &version);
    void SetCoreType(const std::string &type);
    void SetAICoreNum(uint32_t count);
    std::string GetSocVersion() const;
    std::string GetCoreType() const;
    uint32_t GetAICoreNum() const;
};

class PlatFormInfos {
public:
    bool Init();
    bool GetPlatformRes(const std::string &label, const std::string &key, std::string &value);
    bool GetPlatformRes(const std::string &label, std::map<std::string, std::string> &values);
    void SetPlatformRes(const std::string &label, std::map<std::string, std::string> &values);
    bool GetPlatformResWithLock(const std::string &label, const std::string &key, std::string &value);
    bool GetPlatformResWithLock(const std::string &label, std::map<std::string, std::string> &values);
    void SetCoreNum(const uint32_t &count);
    uint32_t GetCoreNum() const;
    uint32_t GetCoreNumByType(const std::string &type);
    void SetCoreNumByCoreType(const std::string &type);
    void GetLocalMemSize(const LocalMemType &type, uint64_t &size);
    void GetLocalMemBw(const LocalMemType &type, uint64_t &bandwidth);
    std::map<std::string, std::vector<std::string>> GetAICoreIntrinsicDtype();
    std::map<std::string, std::vector<std::string>> GetVectorCoreIntrinsicDtype();
};

class PlatformInfoManager {
public:
    static PlatformInfoManager &Instance();
    static PlatformInfoManager &GeInstance();
    uint32_t InitializePlatformInfo();
    uint32_t InitRuntimePlatformInfos(const std::string &version);
    uint32_t GetPlatformInfos(const std::string &version, PlatFormInfos &platform, OptionalInfos &optional);
    uint32_t GetPlatformInfoWithOutSocVersion(PlatFormInfos &platform, OptionalInfos &optional);
    uint32_t GetRuntimePlatformInfosByDevice(const uint32_t &device, PlatFormInfos &platform, bool sync = false);
    void SetOptionalCompilationInfo(OptionalInfos &optional);
};

} // namespace fe

namespace platform_ascendc {

enum class CoreMemType { L0_A = 0, L0_B = 1, L0_C = 2, L1 = 3, L2 = 4, UB = 5, HBM = 6, FB = 7, BT = 8, RESERVED };

enum class SocVersion {
    ASCEND910 = 0,
    ASCEND910B,
    ASCEND310P,
    ASCEND310B,
    ASCEND950,
    ASCEND910_55,
    AS31XM1,
    ASCEND031,
    ASCEND035,
    ASCEND310,
    ASCEND610,
    ASCEND610Lite,
    ASCEND910_93,
    BS9SX1A,
    BS9SX2A,
    HI3796CV300CS,
    HI3796CV300ES,
    MC61AM21A,
    MC62,
    MC62CM12A,
    SD3403,
    KIRINX90,
    KIRIN9030,
    MC32DM11A,
    ASCEND350,
    ASCEND910_95 = ASCEND950,
    ASCEND910_93_RESERVED = 99998,
    RESERVED_VERSION = 99999
};

enum class ReservedSize { RESERVED_SIZE_8K, RESERVED_SIZE_16K, RESERVED_SIZE_32K };

class PlatformAscendC {
public:
    explicit PlatformAscendC(fe::PlatFormInfos *platform);
    uint32_t GetCoreNum() const;
    uint32_t GetCoreNumAic() const;
    uint32_t GetCoreNumAiv() const;
    uint32_t GetCoreNumVector() const;
    uint32_t CalcTschBlockDim(uint32_t slices, uint32_t aic, uint32_t aiv) const;
    uint32_t CalcTschNumBlocks(uint32_t slices, uint32_t aic, uint32_t aiv) const;
    uint32_t GetLibApiWorkSpaceSize() const;
    uint32_t GetResCubeGroupWorkSpaceSize() const;
    uint32_t GetResGroupBarrierWorkSpaceSize() const;
    void GetCoreMemSize(const CoreMemType &type, uint64_t &size) const;
    void GetCoreMemBw(const CoreMemType &type, uint64_t &bandwidth) const;
    void ReserveLocalMemory(ReservedSize size);
    SocVersion GetSocVersion() const;
    NpuArch GetCurNpuArch() const;
    uint32_t GetVecRegLen() const;
};

class PlatformAscendCManager {
public:
    static PlatformAscendC *GetInstance();
    static PlatformAscendC *GetInstance(const char *version);
};

} // namespace platform_ascendc

#endif
