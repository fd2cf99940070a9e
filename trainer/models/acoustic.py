"""The acoustic model: phones in, mel spectrogram out.

    symbols, tones ──┬──► predictor ──► durations, pitch and energy
                     └──► encoder ──► + pitch, energy ──► repeated by durations, + place in the phone ──► decoder ──► mel

Durations come from `trainer.align` in training, pitch and energy from `trainer.prosody`, all three from the predictor when
speaking. Durations are real numbers of mel frames: a phone may end within a frame, and a frame belongs to the phone
that holds its centre.

Shapes: (batch, phones), (batch, frames, mels). Mel spectrograms are normalised per corpus inside (`mel_mean`,
`mel_scale`), so both ends of the model speak natural-log mels as the vocoder wants them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional as F

from trainer.modules.blocks import ConvNeXtBlock, SelfAttention, length_mask
from trainer.prosody import CHANNELS
from trainer.recipe import Recipe
from trainer.shape import AcousticConfig

# Of a phone, 80 ms: where the duration predictor starts, lest its first errors drown the gradient of all else.
TYPICAL_FRAMES = 7.0


@dataclass(frozen=True)
class AcousticOutput:
    """What the losses need. Mels are normalised; the masks (batch, frames, 1) and (batch, phones) are 1 or 0."""

    mel: Tensor  # (batch, frames, mels)
    target: Tensor  # (batch, frames, mels)
    log_durations: Tensor  # (batch, phones) predicted, natural logarithm of frames
    durations: Tensor  # (batch, phones) of the recording, in frames
    prosody: Tensor  # (batch, phones, 2) predicted pitch and energy, normalised
    prosody_target: Tensor  # (batch, phones, 2)
    phone_mask: Tensor
    frame_mask: Tensor


class Predictor(nn.Module):
    """How long each phone lasts, how high and how loud it is, from the phones and their neighbours alone.

    It shares nothing with the encoder, sees four phones on either side, and loses much of what it sees while it learns: it has
    one value a phone to learn from. Fed with the encoder's vectors, which come to know every sentence of a small
    corpus, it recited the durations of those sentences, and spoke others 8 % too fast (docs/experiments.md).
    """

    def __init__(self, config: AcousticConfig, recipe: Recipe):
        super().__init__()
        width = config.width
        self.symbol_embedding = nn.Embedding(config.symbols, width)
        self.tone_embedding = nn.Embedding(config.tones, width)
        embeddings_init(self.symbol_embedding, self.tone_embedding)
        self.dropout = nn.Dropout(recipe.predictor_input_dropout)
        self.blocks = blocks(
            config.predictor_blocks, width, config.predictor_kernel, config.expansion, recipe.predictor_dropout
        )
        self.norm = nn.LayerNorm(width)
        self.duration_out = nn.Linear(width, 1)
        nn.init.constant_(self.duration_out.bias, math.log(TYPICAL_FRAMES))
        self.prosody_out = nn.Linear(width, CHANNELS)

    def forward(self, symbols: Tensor, tones: Tensor, phone_mask: Tensor) -> tuple[Tensor, Tensor]:
        """(batch, phones) twice → natural logarithm of frames (batch, phones), normalised prosody (batch, phones, 2)."""
        x = self.dropout(self.symbol_embedding(symbols) + self.tone_embedding(tones))
        for block in self.blocks:
            x = block(x, phone_mask)
        x = self.norm(x)
        return self.duration_out(x).squeeze(-1), self.prosody_out(x)


class AcousticModel(nn.Module):
    def __init__(self, config: AcousticConfig, recipe: Recipe = Recipe()):  # noqa: B008 - frozen
        super().__init__()
        self.config = config
        width = config.width
        self.symbol_embedding = nn.Embedding(config.symbols, width)
        self.tone_embedding = nn.Embedding(config.tones, width)
        embeddings_init(self.symbol_embedding, self.tone_embedding)
        self.predictor = Predictor(config, recipe)
        self.encoder = self._blocks(config.encoder_blocks, recipe.encoder_dropout)
        self.attention = SelfAttention(width, config.heads)
        self.encoder_norm = nn.LayerNorm(width)
        self.prosody_in = nn.Linear(CHANNELS, width)
        self.place_in = nn.Linear(PLACE_FEATURES, width)
        self.fold_in = nn.Linear(config.fold * width, width)
        self.decoder = self._blocks(config.decoder_blocks, recipe.decoder_dropout)
        self.decoder_norm = nn.LayerNorm(width)
        self.decoder_out = nn.Linear(width, config.fold * config.mels)
        self.register_buffer("mel_mean", torch.zeros(config.mels))
        self.register_buffer("mel_scale", torch.ones(config.mels))
        self.register_buffer("prosody_mean", torch.zeros(CHANNELS))
        self.register_buffer("prosody_scale", torch.ones(CHANNELS))

    def _blocks(self, count: int, dropout: float) -> nn.ModuleList:
        config = self.config
        return blocks(count, config.width, config.kernel, config.expansion, dropout)

    def normalise(self, mel: tuple[np.ndarray, np.ndarray], prosody: tuple[np.ndarray, np.ndarray]) -> None:
        """Take over a corpus's statistics, mean and scale of each: (mels,) and (2,)."""
        buffers = (self.mel_mean, self.mel_scale, self.prosody_mean, self.prosody_scale)
        for buffer, value in zip(buffers, (*mel, *prosody), strict=True):
            buffer.copy_(torch.from_numpy(value))

    def forward(
        self,
        symbols: Tensor,
        tones: Tensor,
        phone_counts: Tensor,
        ends: Tensor,
        prosody: Tensor,
        mels: Tensor,
        frame_counts: Tensor,
    ) -> AcousticOutput:
        """One training pass. symbols, tones (batch, phones) int64; ends (batch, phones) where each phone ends, in
        frames; prosody (batch, phones, 2) log F0 and log energy, NaN where there is none; mels (batch, frames, mels)
        natural-log; counts (batch,)."""
        phone_mask, frame_mask = length_mask(phone_counts, symbols.shape[1]), length_mask(frame_counts, mels.shape[1])
        hidden = self.encode(symbols, tones, phone_mask)
        prosody = ((prosody - self.prosody_mean) / self.prosody_scale).nan_to_num()
        log_durations, predicted = self.predictor(symbols, tones, phone_mask)
        return AcousticOutput(
            mel=self.decode(self.colour(hidden, prosody), ends, frame_mask).float(),
            target=(mels - self.mel_mean) / self.mel_scale,
            log_durations=log_durations.float(),
            durations=ends - _starts(ends),
            prosody=predicted.float(),
            prosody_target=prosody,
            phone_mask=phone_mask.squeeze(-1),
            frame_mask=frame_mask,
        )

    def encode(self, symbols: Tensor, tones: Tensor, phone_mask: Tensor) -> Tensor:
        """(batch, phones) → (batch, phones, width)."""
        x = self.symbol_embedding(symbols) + self.tone_embedding(tones)
        for block in self.encoder:
            x = block(x, phone_mask)
        return self.encoder_norm(self.attention(x, phone_mask))

    def colour(self, hidden: Tensor, prosody: Tensor) -> Tensor:
        """(batch, phones, width) with normalised pitch and energy (batch, phones, 2) added."""
        return hidden + self.prosody_in(prosody)

    def decode(self, hidden: Tensor, ends: Tensor, frame_mask: Tensor) -> Tensor:
        """Repeat the phones by their durations and paint the frames.

        (batch, phones, width) → (batch, frames, mels), normalised.
        """
        batch, frames, _ = frame_mask.shape
        fold = self.config.fold
        steps = (frames + fold - 1) // fold
        phone_of_frame, place = frames_place(ends, steps * fold)
        x = hidden.gather(1, phone_of_frame.unsqueeze(-1).expand(-1, -1, hidden.shape[-1])) + self.place_in(place)
        # A last frame without a partner is folded with nothing, beside a longer clip as well as alone.
        x = x * F.pad(frame_mask, (0, 0, 0, steps * fold - frames))
        x = self.fold_in(x.view(batch, steps, -1))
        step_mask = frame_mask[:, ::fold]
        for block in self.decoder:
            x = block(x, step_mask)
        return self.decoder_out(self.decoder_norm(x)).view(batch, steps * fold, -1)[:, :frames]

    def speak(self, symbols: Tensor, tones: Tensor, length_scale: Tensor) -> tuple[Tensor, Tensor]:
        """One sentence without a recording.

        (1, phones), (1, phones), (1,) → mel (1, frames, mels) natural-log, ends (1, phones).
        `length_scale` stretches time: 2.0 is half the speed. This is the graph that is exported.
        """
        phone_mask = torch.ones_like(symbols).unsqueeze(-1).float()
        hidden = self.encode(symbols, tones, phone_mask)
        log_durations, prosody = self.predictor(symbols, tones, phone_mask)
        ends = torch.cumsum(torch.exp(log_durations) * length_scale, dim=1)
        count = ends[0, -1].ceil().long().item()
        torch._check(count >= 1)  # for the exporter, to which the count is unknown
        frames = torch.arange(count, device=symbols.device)
        mel = self.decode(self.colour(hidden, prosody), ends, torch.ones_like(frames[None, :, None]).float())
        return mel * self.mel_scale + self.mel_mean, ends


def embeddings_init(*embeddings: nn.Embedding) -> None:
    """For vectors that are added up: their sum has the unit variance that the first block expects."""
    for embedding in embeddings:
        nn.init.normal_(embedding.weight, std=len(embeddings) ** -0.5)


def blocks(count: int, width: int, kernel: int, expansion: int, dropout: float) -> nn.ModuleList:
    return nn.ModuleList(ConvNeXtBlock(width, kernel, expansion, dropout) for _ in range(count))


PLACE_FEATURES = 4


def frames_place(ends: Tensor, frames: int) -> tuple[Tensor, Tensor]:
    """Which phone each frame is in, and where in it: (batch, phones) → (batch, frames) int64, (batch, frames, 4).

    The four: the relative place, the frames since the phone's start and until its end (tenths, to stay near one), the
    logarithm of its length. Without them all frames of a phone would look alike to the decoder. `ends` must not fall,
    padding included; frames after the last end belong to the last phone.
    """
    centres = torch.arange(frames, device=ends.device)[None, :] + 0.5
    phone_of_frame = (centres.unsqueeze(-1) >= ends.unsqueeze(1)).sum(-1).clamp(max=ends.shape[1] - 1)
    start, end = _starts(ends).gather(1, phone_of_frame), ends.gather(1, phone_of_frame)
    length = (end - start).clamp(min=0.5)
    since, until = centres - start, end - centres
    return phone_of_frame, torch.stack([since / length, since / 10, until / 10, torch.log(length)], dim=-1)


def _starts(ends: Tensor) -> Tensor:
    return torch.cat([torch.zeros_like(ends[:, :1]), ends[:, :-1]], dim=1)
