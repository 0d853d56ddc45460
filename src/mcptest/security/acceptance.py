"""Apply suppressions and the baseline to findings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date

from mcptest.model.counted import counted
from mcptest.security.engine import Located
from mcptest.security.suppress import SecuritySuppression


@dataclass(slots=True)
class Acceptance:
    """Remembers what it hid, and everything that it was asked about."""

    suppressions: Sequence[SecuritySuppression] = ()
    baseline: Mapping[str, str] = field(default_factory=dict)
    today: date = field(default_factory=date.today)
    met: list[Located] = field(default_factory=list)
    _used: set[int] = field(default_factory=set)
    _known: set[str] = field(default_factory=set)
    _suppressed: int = 0
    _accepted: int = 0

    def kept(self, found: Iterable[Located]) -> list[Located]:
        """What is neither suppressed nor in the baseline."""
        every = list(found)
        self.met += every
        return [one for one in every if not self._is_suppressed(one) and not self._is_known(one)]

    def _is_suppressed(self, located: Located) -> bool:
        matching = {i for i, one in enumerate(self.suppressions) if one.covers(located)}
        valid = {i for i in matching if self.suppressions[i].until >= self.today}
        self._used |= matching
        self._suppressed += bool(valid)
        return bool(valid)

    def _is_known(self, located: Located) -> bool:
        """In the baseline, and about the same text: a changed one has to be looked at again."""
        facts = located.finding.security
        if facts is None or facts.fingerprint not in self.baseline:
            return False
        self._known.add(facts.fingerprint)
        same = self.baseline[facts.fingerprint] == facts.text_hash
        self._accepted += same
        return same

    def notes(self) -> list[str]:
        """What a reader should know: how much is hidden, and what hides nothing any more."""
        told = []
        if self._suppressed:
            told.append(f"{counted(self._suppressed, 'finding')} suppressed, with reasons")
        if self._accepted:
            told.append(f"{counted(self._accepted, 'finding')} accepted by the baseline")
        for index, one in enumerate(self.suppressions):
            place = f" ({one.where})" if one.where else ""
            if one.until < self.today:
                told.append(f"expired suppression: {one}, until {one.until}{place}")
            elif index not in self._used:
                told.append(f"unused suppression: {one}{place}")
        gone = len(self.baseline.keys() - self._known)
        if gone:
            told.append(f"{counted(gone, 'entry', 'entries')} of the baseline no longer found")
        return told
