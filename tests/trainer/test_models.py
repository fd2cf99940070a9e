import pytest
import torch

from trainer.losses import acoustic_losses
from trainer.models.acoustic import AcousticConfig, AcousticModel, frames_place
from trainer.modules.blocks import length_mask


@pytest.fixture
def model():
    torch.manual_seed(0)
    return AcousticModel(AcousticConfig(symbols=20, tones=3, width=32, encoder_blocks=1, decoder_blocks=2)).eval()


def batch(*clips: tuple[list[int], list[float]], frames: int):
    """Clips of (symbols, ends) padded into one batch: symbols, tones, phone_counts, ends, mels, frame_counts."""
    phones = max(len(symbols) for symbols, _ in clips)
    symbols = torch.tensor([ids + [0] * (phones - len(ids)) for ids, _ in clips])
    ends = torch.tensor([its + [its[-1]] * (phones - len(its)) for _, its in clips])
    counts = torch.tensor([len(ids) for ids, _ in clips])
    frame_counts = torch.tensor([int(its[-1]) for _, its in clips])
    mels = torch.randn(len(clips), frames, 80) * length_mask(frame_counts, frames)
    prosody = torch.stack([symbols / 10, -symbols / 5], dim=-1)
    return symbols, symbols % 3, counts, ends, prosody, mels, frame_counts


def test_a_frame_belongs_to_the_phone_that_holds_its_centre():
    phone_of_frame, place = frames_place(torch.tensor([[1.6, 1.9, 4.0]]), frames=5)
    assert phone_of_frame.tolist() == [[0, 0, 2, 2, 2]]  # the second phone lies between two centres
    assert place.shape == (1, 5, 4)


def test_the_relative_place_runs_through_the_phone():
    _, place = frames_place(torch.tensor([[4.0, 6.0]]), frames=6)
    assert place[0, :, 0].tolist() == pytest.approx([1 / 8, 3 / 8, 5 / 8, 7 / 8, 1 / 4, 3 / 4])


def test_padding_changes_nothing(model):
    """A short clip gives the same mel and durations alone and beside a longer one."""
    short, long = ([3, 4, 5], [4.0, 6.5, 9.0]), ([7, 8, 9, 10, 11], [3.0, 8.0, 10.0, 14.0, 20.0])
    alone, together = model(*batch(short, frames=9)), model(*batch(short, long, frames=20))
    assert torch.allclose(alone.mel[0], together.mel[0, :9], atol=1e-5)
    assert torch.allclose(alone.log_durations[0], together.log_durations[0, :3], atol=1e-5)


def test_padding_is_not_learned_from(model):
    output = model(*batch(([3, 4, 5], [4.0, 6.5, 9.0]), ([7, 8, 9, 10, 11], [3.0, 8.0, 10.0, 14.0, 20.0]), frames=20))
    before = {name: loss.item() for name, loss in acoustic_losses(output).items()}
    output.mel.data[0, 9:] += 100
    output.log_durations.data[0, 3:] += 100
    assert {name: loss.item() for name, loss in acoustic_losses(output).items()} == pytest.approx(before)


@pytest.mark.parametrize(("term", "head"), [("duration", "duration_out"), ("prosody", "prosody_out")])
def test_the_predictor_does_not_pull_at_the_encoder(model, term, head):
    output = model(*batch(([3, 4, 5], [4.0, 6.5, 9.0]), frames=9))
    acoustic_losses(output)[term].backward()
    assert model.symbol_embedding.weight.grad is None
    assert getattr(model.predictor, head).weight.grad is not None


def test_the_predictor_sees_four_phones_on_either_side_and_no_further(model):
    """Whole sentences it would learn by heart. The encoder sees all of them."""
    symbols, mask = torch.ones(1, 21, dtype=torch.long), torch.ones(1, 21, 1)
    changed = symbols.clone()
    changed[0, 10] = 7
    with torch.no_grad():
        (log_durations, prosody), (others, its_prosody) = (model.predictor(s, s % 3, mask) for s in (symbols, changed))
    differs = ~torch.isclose(log_durations, others, rtol=0, atol=1e-7)[0]
    assert differs.nonzero().flatten().tolist() == list(range(6, 15))
    assert torch.equal(prosody[0, :6], its_prosody[0, :6]) and torch.equal(prosody[0, 15:], its_prosody[0, 15:])


def test_the_mel_follows_the_pitch_that_it_is_given(model):
    inputs = list(batch(([3, 4, 5], [4.0, 6.5, 9.0]), frames=9))
    low = model(*inputs)
    inputs[4] = inputs[4] + 1.0
    high = model(*inputs)
    assert not torch.allclose(low.mel, high.mel, atol=1e-3)
    assert torch.equal(low.prosody, high.prosody)  # what is predicted follows from the phones alone


def test_pitch_that_a_clip_does_not_have_counts_as_the_average(model):
    model.prosody_mean.copy_(torch.tensor([5.0, -4.0]))
    inputs = list(batch(([3, 4, 5], [4.0, 6.5, 9.0]), frames=9))
    inputs[4] = torch.full_like(inputs[4], float("nan"))
    without = model(*inputs)
    inputs[4] = model.prosody_mean.expand_as(inputs[4])
    assert torch.equal(without.mel, model(*inputs).mel) and without.mel.isfinite().all()


def test_speaking_twice_as_slowly_doubles_the_frames(model):
    symbols = torch.randint(1, 20, (1, 12))
    with torch.no_grad():
        (mel, ends), (slow, slow_ends) = (model.speak(symbols, symbols % 3, torch.tensor([s])) for s in (1.0, 2.0))
    assert torch.allclose(slow_ends, 2 * ends)
    assert mel.shape[1] == int(ends[0, -1].ceil()) and slow.shape[1] == int(slow_ends[0, -1].ceil())


def test_the_mel_comes_out_in_the_scale_of_the_corpus(model):
    model.mel_mean.fill_(-5.0)
    model.mel_scale.fill_(0.0)
    with torch.no_grad():
        mel, _ = model.speak(torch.tensor([[1, 2]]), torch.tensor([[0, 0]]), torch.tensor([1.0]))
    assert (mel == -5.0).all()
