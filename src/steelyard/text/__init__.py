"""Text as tokens: tokenisers and views, all in batches."""

from steelyard.text.batch import Batch, ChunkViews
from steelyard.text.view import View

__all__ = ["Batch", "ChunkViews", "View"]
