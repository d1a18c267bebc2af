"""Whatever is reported, and whatever happens in between: no wrong result, and every conflict is named."""

from __future__ import annotations

import pytest
from report_histories import faults_of

from campaigns import some

PARTS = 2


@pytest.mark.parametrize("part", range(PARTS))
def test_random_histories_never_leave_a_wrong_result(tmp_path, part):
    """What is in the cells after Take results is what a model without any code of the program says.

    With ``--campaign 10`` there are 10,000.
    """
    many = some(1_000) // PARTS
    faults = []
    for seed in range(part * many, (part + 1) * many):
        faults += faults_of(seed, tmp_path)
    assert faults == []
