"""The catalogue of rules: the pages in `rules/`, their metadata, and the tokens that select them."""

from __future__ import annotations

import functools
import importlib.resources
import re
import sys
from dataclasses import dataclass, fields
from pathlib import Path

from sklint.finding import SEVERITIES
from sklint.nearest import nearest

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ALL = "ALL"
CATEGORIES = ("hang", "corruption", "build", "performance", "upkeep")
PRODUCTS = ("A2", "A3", "950")
PATHS = ("ge", "aclnn", "direct")
FIXES = ("none", "safe", "unsafe")
LANGUAGES = ("en", "zh")

_FENCE = "+++"
_CHINESE = "# 中文"
_CODE = re.compile(r"SK\d{3}")
_PREFIX = re.compile(r"SK\d{0,2}")
_INSERT = re.compile(r"^<!-- case: ([\w-]+) -->$", re.MULTILINE)
_BLOCK = re.compile(r"^```\w+[^\n]*\bcase=([\w-]+)[^\n]*\n.*?^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule as its page's front matter describes it.

    `severity` is the usual one (a finding may carry another); `default` is whether it runs unasked; `products` and
    `paths` are where it applies; `fix` is none, safe or unsafe; `source` is the page.
    """

    code: str
    name: str
    severity: str
    category: str
    default: bool
    products: tuple[str, ...]
    paths: tuple[str, ...]
    since: str
    summary: str
    summary_zh: str
    aliases: tuple[str, ...]
    fix: str
    source: Path


class UnknownRule(ValueError):  # noqa: N818
    """A token that selects no rule; `nearest` is the most similar one that does, or empty."""

    def __init__(self, token: str, nearest: str) -> None:
        super().__init__(f"unknown rule `{token}`" + (f", did you mean `{nearest}`?" if nearest else ""))
        self.token = token
        self.nearest = nearest


class PageError(ValueError):
    """A page whose front matter is missing, incomplete or says what no rule can say."""


@functools.cache
def rules() -> dict[str, Rule]:
    """All rules by code, in order of code; raises `PageError` for a page that cannot be read."""
    found: dict[str, Rule] = {}
    for source in sorted(_folder().glob("SK*.md")):
        rule = read_rule(source)
        if rule.code in found:
            raise PageError(f"{source.name}: {rule.code} is also the code of {found[rule.code].source.name}")
        found[rule.code] = rule
    return found


def resolve(token: str) -> frozenset[str]:
    """The codes that a code, a prefix of codes, a name, an alias or `ALL` selects; raises `UnknownRule`."""
    known = rules()
    text = token.strip()
    if text == ALL:
        return frozenset(known)
    if text in known:
        return frozenset([text])
    if _PREFIX.fullmatch(text):
        selected = frozenset(code for code in known if code.startswith(text))
        if selected:
            return selected
    named = _names().get(text)
    if named is None:
        raise UnknownRule(token, _nearest(text))
    return frozenset([named])


def page(code: str, language: str = "en") -> str:
    """The text of a rule's page in English (`en`) or Chinese (`zh`), as Markdown; `KeyError` for an unknown code.

    A Chinese page names the examples of the English one (`<!-- case: NAME -->`); they are put in here.
    """
    rule = rules()[code]
    _, body = _split(rule.source)
    english, found, chinese = body.partition(f"\n{_CHINESE}\n")
    if not found:
        raise PageError(f"{rule.source.name}: no `{_CHINESE}` half")
    if language == "en":
        return english.strip() + "\n"
    blocks: dict[str, list[str]] = {}
    for block in _BLOCK.finditer(english):
        blocks.setdefault(block[1], []).append(block[0])
    text = _INSERT.sub(lambda place: "\n\n".join(blocks[place[1]]), chinese)
    return f"# {rule.code} {rule.name}\n\n{text.strip()}\n"


def read_rule(source: Path) -> Rule:
    """The rule that one page describes; raises `PageError` with the page's name and what is wrong."""
    front, _ = _split(source)
    try:
        data = tomllib.loads(front)
    except tomllib.TOMLDecodeError as error:
        raise PageError(f"{source.name}: {error}") from error
    wanted = {entry.name for entry in fields(Rule)} - {"source"}
    if set(data) != wanted:
        raise PageError(f"{source.name}: missing {sorted(wanted - set(data))}, unknown {sorted(set(data) - wanted)}")
    for key in ("products", "paths", "aliases"):
        data[key] = tuple(data[key])
    rule = Rule(**data, source=source)
    for value, allowed in (
        ({rule.severity}, SEVERITIES),
        ({rule.category}, CATEGORIES),
        ({rule.fix}, FIXES),
        (set(rule.products), PRODUCTS),
        (set(rule.paths), PATHS),
    ):
        if not value <= set(allowed):
            raise PageError(f"{source.name}: {sorted(value - set(allowed))} is none of {', '.join(allowed)}")
    if not _CODE.fullmatch(rule.code) or source.name != f"{rule.code}-{rule.name}.md":
        raise PageError(f"{source.name}: the file is named after the code and the name, `{rule.code}-{rule.name}.md`")
    return rule


def _folder() -> Path:
    """The pages: inside the installed package, or beside it in a checkout."""
    installed = Path(str(importlib.resources.files("sklint"))) / "rules"
    return installed if installed.is_dir() else Path(__file__).parent.parent / "rules"


def _split(source: Path) -> tuple[str, str]:
    """Front matter and body of a page."""
    before, opened, rest = source.read_text(encoding="utf-8").partition(f"{_FENCE}\n")
    front, closed, body = rest.partition(f"\n{_FENCE}\n")
    if before or not opened or not closed:
        raise PageError(f"{source.name}: no front matter between `{_FENCE}` lines")
    return front, body


@functools.cache
def _names() -> dict[str, str]:
    """Names and aliases with their codes; a name wins over another rule's alias."""
    known = rules().values()
    return {alias: rule.code for rule in known for alias in rule.aliases} | {rule.name: rule.code for rule in known}


def _nearest(text: str) -> str:
    return nearest(text, (*rules(), *_names(), ALL))
