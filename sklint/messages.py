"""The words of sklint in the user's language: English in the source, other languages from gettext catalogues."""

from __future__ import annotations

import functools
import gettext
import locale
import os
from pathlib import Path
from typing import TypeVar

from sklint.finding import Message

Words = TypeVar("Words")

LANGUAGES = ("en", "zh")
CATALOGUES = Path(__file__).parent / "locale"
DOMAIN = "sklint"
LOCALES = {"en": "en", "zh": "zh_CN"}
# The arguments that say something in words, and do not quote the linted text.
_WORDED = frozenset({"reason", "by", "kind", "owner", "when", "consequence"})


def language_of(wanted: str) -> str:
    """`en` or `zh` as they are; for `auto` the language of the environment (LC_ALL, LC_MESSAGES, LANG)."""
    if wanted != "auto":
        return wanted
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := os.environ.get(variable):
            return "zh" if value.lower().startswith("zh") else "en"
    # Windows and macOS windows sessions set none of these, but know the user's locale.
    return "zh" if (locale.getlocale()[0] or "").lower().startswith(("zh", "chinese")) else "en"


def text(source: str, language: str, **args: object) -> str:
    """An English text in `language`, English where the catalogue lacks it, with its `{named}` places filled."""
    return _fill(_catalogue(language).gettext(source) if source else "", {name: str(arg) for name, arg in args.items()})


def marked(source: Words) -> Words:
    """A text, or several, that is looked up later under a name: the catalogue holds it because it stands here."""
    return source


def say(message: Message, language: str = "en") -> str:
    """A message in `language`, with its arguments put in as they are, but for those that hold words of ours."""
    catalogue = _catalogue(language)
    args: dict[str, str] = {}
    for name, arg in message.args:
        if isinstance(arg, Message):
            args[name] = say(arg, language)
        else:
            args[name] = catalogue.gettext(arg) if name in _WORDED and arg else arg
    return _fill(catalogue.gettext(message.template), args)


def _fill(template: str, args: dict[str, str]) -> str:
    return template.format_map(args) if args else template


@functools.cache
def _catalogue(language: str) -> gettext.NullTranslations:
    if language == "en":
        return gettext.NullTranslations()
    return gettext.translation(DOMAIN, CATALOGUES, [LOCALES[language]], fallback=True)
