"""The people who run an event, and which of them may play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StaffRule:
    """What a document says of the people who run an event.

    Args:
        roles: their titles.
        may_play: True if they may be on the roster.
        playing_assistants: assistants who play and are enough for an impartial judge, where everybody
            on the staff plays; 0 where the document asks for none.
        leader: the role that is none of an assistant.
    """

    clause: str
    roles: tuple[str, ...]
    may_play: bool = True
    playing_assistants: int = 0
    leader: str = ""

    def has_impartial_judge(self, playing: Sequence[str], others: int) -> bool:
        """True if somebody can judge the matches in which staff play.

        Args:
            playing: the roles of those who play.
            others: the number of those who do not.

        Rule: OP, Staff participation in events.
        """
        if not playing or others or not self.playing_assistants:
            return True
        return sum(role != self.leader for role in playing) >= self.playing_assistants
