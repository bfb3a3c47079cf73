"""The tables of rules in the README and the user guide; `python -m sklint.rule_tables` makes them from the catalogue.

A table stands between two comment lines, `<!-- rules: begin -->` and `<!-- rules: end -->`.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from sklint.catalogue import Rule, rules

# The pages that hold a table, from the project's root, and the language of each.
PAGES = {
    "README.md": "en",
    "README.zh-CN.md": "zh",
    "docs/rules.md": "en",
    "docs/rules.zh-CN.md": "zh",
}

FAMILIES = {
    "SK0": ("The analysis itself", "分析本身"),
    "SK1": ("All-core synchronisation", "全核同步"),
    "SK2": ("Cube : vector ratio", "cube 与 vector 的比例"),
    "SK3": ("Scalar GM access and the data cache", "GM 标量访问与数据缓存"),
    "SK4": ("TPipe", "TPipe"),
    "SK5": ("Core queries", "核查询"),
    "SK6": ("Early start", "提前启动"),
    "SK7": ("Flags and state that outlive the kernel", "核函数结束后仍保留的标志与状态"),
    "SK8": ("Kernel type and binding", "核函数类型与绑定"),
    "SK9": ("Model scripts", "模型脚本"),
}

_COLUMNS = {"en": "| Code | Name | Severity | Default | Reports |", "zh": "| 代号 | 名称 | 级别 | 默认 | 报告 |"}
_SEVERITIES = {"error": "错误", "warning": "警告", "info": "提示"}
_REGION = re.compile(r"(?<=<!-- rules: begin -->\n).*?(?=<!-- rules: end -->)", re.DOTALL)


class NoRegionError(ValueError):
    """A page without the two comment lines."""


def with_table(page: str, text: str, language: str) -> str:
    """The text of a page (its path from the project's root) with its table as it has to be; raises `NoRegionError`."""
    if not _REGION.search(text):
        raise NoRegionError(f"{page} has no `<!-- rules: begin -->` region")
    table = f"\n{table_of_rules(language, posixpath.dirname(page))}\n"
    return _REGION.sub(lambda _: table, text)


def table_of_rules(language: str, folder: str = "") -> str:
    """All rules by family as a Markdown table; links lead from a page in `folder`."""
    lines = [_COLUMNS[language], "|---|---|---|---|---|"]
    for prefix, titles in FAMILIES.items():
        rows = [rule for rule in rules().values() if rule.code.startswith(prefix)]
        lines.append(f"| **{prefix}** | | | | **{titles[language == 'zh']}** |")
        lines += (_row(rule, language, folder) for rule in rows)
    return "\n".join(lines) + "\n"


def _row(rule: Rule, language: str, folder: str) -> str:
    link = posixpath.relpath(f"rules/{rule.source.name}", folder or ".")
    chinese = language == "zh"
    cells = (
        f"[{rule.code}]({link})",
        f"`{rule.name}`",
        _SEVERITIES[rule.severity] if chinese else rule.severity,
        ("是" if chinese else "on") if rule.default else "",
        re.sub(r"([|_*])", r"\\\1", rule.summary_zh if chinese else rule.summary),
    )
    return "| " + " | ".join(cells) + " |"


def pages(root: Path) -> Iterator[tuple[Path, str]]:
    """Each page with a table, and the text it has to have."""
    for page, language in PAGES.items():
        path = root / page
        yield path, with_table(page, path.read_text(encoding="utf-8"), language)


def main() -> None:
    """Write the tables into the pages of the checkout that this module belongs to."""
    for path, text in pages(Path(__file__).parent.parent):
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
