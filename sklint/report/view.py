"""What an output format works from: the report, the catalogue, and how the reader wants it."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePath

from sklint.catalogue import Rule
from sklint.finding import Message, Report
from sklint.messages import marked, say, text

# The words of the data itself, which formats look up by their value.
WORDS = marked(
    {
        "error": "error",
        "warning": "warning",
        "info": "info",
        "proved": "proved",
        "likely": "likely",
        "possible": "possible",
        "aic": "cube cores",
        "aiv": "vector cores",
    }
)


@dataclass(frozen=True, slots=True)
class View:
    """A report as one reader wants to see it.

    `rules` are the active ones by code; paths are shown relative to `directory`; `width` is in terminal cells;
    `rule_url` is a template with `{code}` and `{name}` for links to rule pages, empty for the installed pages.
    """

    report: Report
    rules: Mapping[str, Rule] = field(default_factory=dict)
    directory: str = field(default_factory=os.getcwd)
    language: str = "en"
    width: int = 80
    colour: bool = False
    rule_url: str = ""

    def path(self, path: str) -> str:
        """A path relative to the working directory, with forward slashes; absolute where there is no relative one."""
        if not path:
            return ""
        try:
            relative = os.path.relpath(path, self.directory)
        except ValueError:
            # Another drive on Windows.
            relative = path
        return PurePath(relative).as_posix()

    def say(self, message: Message) -> str:
        """A message in the reader's language, its arguments as they are."""
        return say(message, self.language)

    def text(self, source: str, **args: object) -> str:
        """One of the format's own words in the reader's language."""
        return text(source, self.language, **args)

    def word(self, value: str) -> str:
        """A severity, a confidence or a kind of core in the reader's language."""
        return self.text(WORDS[value]) if value in WORDS else value

    def name(self, code: str) -> str:
        """The rule's name, empty for a code that is not in the catalogue."""
        rule = self.rules.get(code)
        return rule.name if rule else ""

    def summary(self, code: str) -> str:
        """What the rule reports, in the reader's language."""
        rule = self.rules.get(code)
        if not rule:
            return ""
        return rule.summary_zh if self.language == "zh" else rule.summary

    def link(self, code: str) -> str:
        """An address of the rule's page, empty for a code that is not in the catalogue."""
        rule = self.rules.get(code)
        if not rule:
            return ""
        if self.rule_url:
            return self.rule_url.replace("{code}", rule.code).replace("{name}", rule.name)
        return Path(rule.source).as_uri()
