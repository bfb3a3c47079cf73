"""Which settings rule over which path of a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from sklint.settings.model import Settings
from sklint.settings.read import load, nearest_file


class SettingsTree:
    """The settings of every path: those of the nearest file at or above it, with the command line's on top.

    `file` stands for all of them where it is given; without `search` there are none. `overrides` are texts of the form
    `key=value`; `adjust` is applied last.
    """

    def __init__(
        self,
        *,
        file: Path | None = None,
        search: bool = True,
        overrides: Iterable[str] = (),
        adjust: Callable[[Settings], Settings] | None = None,
    ) -> None:
        self._overrides = tuple(overrides)
        self._adjust = adjust
        self._by_folder: dict[str, Settings] = {}
        self._by_file: dict[Path | None, Settings] = {}
        self._one = self._loaded(file) if file or not search else None

    @classmethod
    def constant(cls, settings: Settings) -> SettingsTree:
        """A tree in which the same settings rule everywhere."""
        return cls(search=False, adjust=lambda _: settings)

    def of(self, path: str) -> Settings:
        """The settings for an absolute path; raises `SettingsError`."""
        if self._one is not None:
            return self._one
        asked = Path(path)
        folder = str(asked if asked.is_dir() else asked.parent)
        known = self._by_folder.get(folder)
        if known is None:
            known = self._by_folder[folder] = self._loaded(nearest_file(Path(folder)))
        return known

    def _loaded(self, file: Path | None) -> Settings:
        known = self._by_file.get(file)
        if known is None:
            known = load(file, self._overrides)
            known = self._by_file[file] = self._adjust(known) if self._adjust else known
        return known
