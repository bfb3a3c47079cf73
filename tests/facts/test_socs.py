from pathlib import Path

import pytest

from sklint.facts.socs import PlatformFileError, UnknownSocError, product_names, read_platform_file, soc_named, socs
from sklint.host.intervals import FEWEST_CORES


def test_every_soc_states_its_cores_and_their_source() -> None:
    for name, soc in socs().items():
        assert soc.name == name
        assert soc.aic > 0 and soc.aiv > 0
        assert soc.source


def test_fusible_socs_have_two_vector_cores_a_cube_core() -> None:
    assert all(soc.aiv == 2 * soc.aic for soc in socs().values() if soc.superkernel)


def test_no_soc_has_a_core_that_is_alone() -> None:
    assert all(min(soc.aic, soc.aiv) >= FEWEST_CORES for soc in socs().values())


def test_only_the_three_families_of_the_operator_compiler_fuse() -> None:
    assert {soc.short for soc in socs().values() if soc.superkernel} == {"Ascend910B", "Ascend910_93", "Ascend950"}


def test_every_product_name_leads_to_a_soc() -> None:
    for name, target in product_names().items():
        assert soc_named(name).name == target


@pytest.mark.parametrize("name", ["ascend910b4", "ASCEND910B4", " Ascend910B4 ", "910B4", "910b4"])
def test_names_are_taken_in_any_case_and_without_the_maker(name: str) -> None:
    assert (soc_named(name).aic, soc_named(name).aiv) == (20, 40)


def test_an_unknown_name_brings_the_nearest() -> None:
    with pytest.raises(UnknownSocError, match="did you mean Ascend910B3"):
        soc_named("ascend910b33")


def test_a_name_like_no_other_brings_none() -> None:
    with pytest.raises(UnknownSocError) as raised:
        soc_named("Hopper")
    assert raised.value.nearest == ""


def test_a_platform_file_states_its_own_counts(tmp_path: Path) -> None:
    path = tmp_path / "Ascend910B1.ini"
    path.write_text(
        "[version]\nSoC_version=Ascend910B1\nShort_SoC_version=Ascend910B\nNpuArch=2201\n"
        "[SoCInfo]\nai_core_cnt=22\ncube_core_cnt=22\nvector_core_cnt=44\n"
    )
    soc = read_platform_file(path)
    assert (soc.name, soc.product, soc.architecture, soc.aic, soc.aiv) == ("Ascend910B1", "A2", 2201, 22, 44)
    assert soc.superkernel


def test_a_platform_file_of_an_unknown_soc_is_read_too(tmp_path: Path) -> None:
    path = tmp_path / "AscendNew.ini"
    path.write_text("[SoCInfo]\nai_core_cnt=30\nvector_core_cnt=60\n")
    soc = read_platform_file(path)
    assert (soc.name, soc.aic, soc.aiv, soc.superkernel) == ("AscendNew", 30, 60, False)


@pytest.mark.parametrize("text", ["", "[SoCInfo]\n", "[SoCInfo]\nai_core_cnt=many\n", "no section\n", "\xff\xfe"])
def test_a_file_without_counts_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "bad.ini"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(PlatformFileError):
        read_platform_file(path)
