"""`python -m sklint.settings` prints the JSON schema of the settings, as `docs/sklint.schema.json` holds it."""

import json
import sys

from sklint.settings.schema import json_schema

sys.stdout.reconfigure(encoding="utf-8", newline="\n")  # type: ignore[union-attr]
sys.stdout.write(json.dumps(json_schema(), indent=2, ensure_ascii=False) + "\n")
