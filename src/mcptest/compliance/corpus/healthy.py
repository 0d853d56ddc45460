"""The correct server, as a file that the mock serves."""

from __future__ import annotations

from pathlib import Path
from typing import Final

HEALTHY: Final = Path(__file__).parent / "healthy.yaml"
