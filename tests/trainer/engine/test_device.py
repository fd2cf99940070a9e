import pytest
import torch

from trainer.engine.device import device_choose, memory_errors_named
from trainer.errors import OutOfMemory


def test_threads_are_chosen_and_never_more_than_asked_for():
    assert device_choose(threads=1).threads == torch.get_num_threads() == 1
    assert 1 <= device_choose().threads <= 8


def test_the_precision_is_one_of_two_and_can_be_given():
    assert device_choose(1).precision in ("float32", "bfloat16")
    assert device_choose(1, "float32").precision == "float32"


@pytest.mark.parametrize("exhaust", [lambda: torch.empty(2**50), lambda: bytearray(2**60)])
def test_memory_that_ran_out_is_named(exhaust):
    with pytest.raises(OutOfMemory) as caught, memory_errors_named():
        exhaust()
    assert caught.value.exit_code == 5


def test_other_errors_are_not_taken_for_it():
    with pytest.raises(RuntimeError), memory_errors_named():
        torch.zeros(2) @ torch.zeros(3)
