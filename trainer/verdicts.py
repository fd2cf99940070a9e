"""A verdict: what was found about one file, line or text, how serious it is, and the sentence that says so."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Literal

from trainer.messages import sentence

Level = Literal["reject", "fix", "warn"]
LEVELS: tuple[Level, ...] = ("reject", "fix", "warn")


@dataclass(frozen=True)
class Verdict:
    """`reject`: cannot be used. `fix`: was repaired on the way in. `warn`: usable, but an operator should look.

    `measured` and `limit` carry the figures, `file`, `line` (from 1) and `position` (character, from 0) the place,
    `params` what else the sentence names. All of it must survive JSON.
    """

    level: Level
    code: str
    measured: Any = None
    limit: Any = None
    file: str | None = None
    line: int | None = None
    position: int | None = None
    params: dict[str, Any] = field(default_factory=dict, hash=False)

    def __post_init__(self):
        if self.level not in LEVELS:
            raise ValueError(f"verdict level {self.level!r} is none of {', '.join(LEVELS)}")

    @property
    def is_rejection(self) -> bool:
        return self.level == "reject"

    def message(self, locale: str = "en") -> str:
        place = {"file": self.file, "line": self.line, "position": self.position}
        return sentence(self.code, locale, **{**place, "measured": self.measured, "limit": self.limit, **self.params})

    def as_json(self) -> dict[str, Any]:
        return {
            "file": self.file,
            "line": self.line,
            "position": self.position,
            "level": self.level,
            "code": self.code,
            "measured": self.measured,
            "limit": self.limit,
            "params": self.params,
            "message": self.message("en"),
        }

    @classmethod
    def from_json(cls, data: dict[str, Any]) -> Verdict:
        """Rebuild from `as_json`. The message is not read back: it follows from the rest."""
        return cls(
            level=data["level"],
            code=data["code"],
            measured=data.get("measured"),
            limit=data.get("limit"),
            file=data.get("file"),
            line=data.get("line"),
            position=data.get("position"),
            params=data.get("params") or {},
        )
