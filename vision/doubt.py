"""Says when a person should look again, and what would make a better photograph."""

from __future__ import annotations

ADVICE = ("too-dark", "blurred", "too-far", "cocked", "overlap", "wrong-count", "no-dice")
