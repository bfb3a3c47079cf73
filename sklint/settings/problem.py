"""What is wrong with the settings, and where."""

from __future__ import annotations

from collections.abc import Iterable

from sklint.finding import Message, message
from sklint.nearest import nearest


class SettingsError(ValueError):
    """Settings that cannot be used; `place` is `file:line`, a file, or an option of the command line."""

    def __init__(self, place: str, text: Message) -> None:
        super().__init__(f"{place}: {text}")
        self.place = place
        self.text = text


def unknown(what: str, word: str, candidates: Iterable[str]) -> Message:
    """`unknown {what} {word}`, with the nearest candidate, or all of them when there are few."""
    known = list(candidates)
    # `what` picks a whole sentence: a sentence put together from words cannot be translated.
    key, value, rule = what == "key", what == "value", what == "rule"
    if close := nearest(word, known):
        if key:
            return message("unknown key `{word}`, did you mean `{nearest}`?", word=word, nearest=close)
        if value:
            return message("unknown value `{word}`, did you mean `{nearest}`?", word=word, nearest=close)
        if rule:
            return message("unknown rule `{word}`, did you mean `{nearest}`?", word=word, nearest=close)
        return message("unknown SoC `{word}`, did you mean `{nearest}`?", word=word, nearest=close)
    listed = ", ".join(known)
    if key:
        return message("unknown key `{word}`; the keys here are {known}", word=word, known=listed)
    if value:
        return message("unknown value `{word}`; it is one of {known}", word=word, known=listed)
    if rule:
        return message("unknown rule `{word}`; `sklint rule` lists them", word=word)
    return message("unknown SoC `{word}`; it is one of {known}", word=word, known=listed)
