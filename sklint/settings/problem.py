"""What is wrong with the settings, and where."""

from __future__ import annotations

from collections.abc import Iterable

from sklint import catalogue
from sklint.finding import Message
from sklint.messages import marked
from sklint.nearest import nearest


class SettingsError(ValueError):
    """Settings that cannot be used; `place` is `file:line`, a file, or an option of the command line."""

    def __init__(self, place: str, text: Message) -> None:
        super().__init__(f"{place}: {text}")
        self.place = place
        self.text = text


# Whole sentences: one that is put together from words cannot be translated.
_UNKNOWN = marked(
    {
        "key": (
            "unknown key `{word}`, did you mean `{nearest}`?",
            "unknown key `{word}`; the keys here are {known}",
        ),
        "value": (
            "unknown value `{word}`, did you mean `{nearest}`?",
            "unknown value `{word}`; it is one of {known}",
        ),
        "rule": (
            "unknown rule `{word}`, did you mean `{nearest}`?",
            "unknown rule `{word}`; `sklint rule` lists them",
        ),
        "soc": (
            "unknown SoC `{word}`, did you mean `{nearest}`?",
            "unknown SoC `{word}`; it is one of {known}",
        ),
    }
)


def unknown(what: str, word: str, candidates: Iterable[str]) -> Message:
    """That a key, value, rule or soc is unknown, with the nearest candidate, or else with all."""
    known = list(candidates)
    close = nearest(word, known)
    likely, listing = _UNKNOWN[what]
    if close:
        return Message(likely, (("word", word), ("nearest", close)))
    args = (("word", word), ("known", ", ".join(known)))
    return Message(listing, args if "{known}" in listing else args[:1])


def unknown_rule(token: str) -> Message:
    """That a token selects no rule."""
    rules = catalogue.rules()
    return unknown("rule", token, [*rules, *(rule.name for rule in rules.values()), catalogue.ALL])
