"""Who helps to run an event, and who of them may play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class StaffRule:
    """Who helps to run an event, and who of them may play.

    Args:
        clause: the rule that is cited.
        roles: what they may be called.
        may_play: whether somebody on the staff may be on the roster.
        playing_assistants: so many assistants who play are enough where everybody on the staff does,
            so that there is an impartial judge; 0 where the document asks for none.
        leader: the role that is none of an assistant.
    """

    clause: str
    roles: tuple[str, ...]
    may_play: bool = True
    playing_assistants: int = 0
    leader: str = ""

    def has_impartial_judge(self, playing: Sequence[str], others: int) -> bool:
        """Whether there is somebody to judge the matches in which staff play.

        Args:
            playing: the roles of those who play.
            others: how many on the staff do not.

        Rule: OP, Staff participation in events.
        """
        if not playing or others or not self.playing_assistants:
            return True
        return sum(role != self.leader for role in playing) >= self.playing_assistants
