"""The two blocks that the acoustic model is made of.

Both keep time and width last, (batch, time, width): a pointwise layer is then a plain matrix product, which is what a CPU
does best.
"""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional as F


class ConvNeXtBlock(nn.Module):
    """Depthwise convolution over time, then a pointwise two-layer network, around a residual (Liu et al., 2022).

    ReLU instead of the paper's GELU, which took a quarter of a training step on a CPU.
    """

    def __init__(self, width: int, kernel: int, expansion: int, dropout: float = 0.0):
        super().__init__()
        self.depthwise = nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width)
        self.norm = nn.LayerNorm(width)
        self.expand = nn.Linear(width, width * expansion)
        self.dropout = nn.Dropout(dropout)
        self.contract = nn.Linear(width * expansion, width)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """x (batch, time, width), mask (batch, time, 1) → (batch, time, width). Padding must not leak into the
        convolution."""
        y = self.depthwise((x * mask).transpose(1, 2)).transpose(1, 2)
        return x + self.contract(self.dropout(F.relu(self.expand(self.norm(y)))))


class SelfAttention(nn.Module):
    """One layer of multi-head self-attention around a residual: what a phone sounds like depends on the whole sentence.

    It knows no positions: the convolutions before it have mixed in the neighbourhood, and without positions a sentence
    longer than any in the corpus is no new situation.
    """

    def __init__(self, width: int, heads: int):
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.query_key_value = nn.Linear(width, 3 * width)
        self.out = nn.Linear(width, width)

    def forward(self, x: Tensor, mask: Tensor) -> Tensor:
        """x (batch, time, width), mask (batch, time, 1) → (batch, time, width)."""
        batch, time, width = x.shape
        heads = self.query_key_value(self.norm(x)).view(batch, time, 3, self.heads, width // self.heads)
        query, key, value = heads.permute(2, 0, 3, 1, 4)
        visible = mask.bool().transpose(1, 2).unsqueeze(1)  # (batch, 1, 1, time): keys that are no padding
        mixed = F.scaled_dot_product_attention(query, key, value, attn_mask=visible)
        return x + self.out(mixed.transpose(1, 2).reshape(batch, time, width))


def length_mask(lengths: Tensor, size: int) -> Tensor:
    """(batch,) lengths → (batch, size, 1) float: one where there is content, zero where there is padding."""
    return (torch.arange(size, device=lengths.device)[None, :] < lengths[:, None]).unsqueeze(-1).float()
