"""What the user wants: settings files, `--config`, and what they come to for a run."""

from sklint.settings.model import Launch, Limits, Pattern, Settings, SuperKernel
from sklint.settings.problem import SettingsError
from sklint.settings.read import FILE_NAMES, load, nearest_file

__all__ = [
    "FILE_NAMES",
    "Launch",
    "Limits",
    "Pattern",
    "Settings",
    "SettingsError",
    "SuperKernel",
    "load",
    "nearest_file",
]
