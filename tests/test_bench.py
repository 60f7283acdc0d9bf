"""The benchmark measures what a user has."""

import pytest

from tests.bench_children import frame_times


@pytest.mark.parametrize("adapter", ["ega", "cga"])
def test_every_study_of_frames_comes_to_its_end(one_host: None, adapter: str) -> None:
    times = frame_times(1, adapter=adapter, most=1)
    assert "present" in " ".join(times)
    assert min(map(len, times.values())) >= 1
