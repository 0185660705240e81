"""Text as tokens: tokenisers and views, all in batches."""

from steelyard.text.batch import SENTENCES, Batch, ChunkViews, PairViews, Sentences
from steelyard.text.keys import Keys
from steelyard.text.view import View

__all__ = ["SENTENCES", "Batch", "ChunkViews", "Keys", "PairViews", "Sentences", "View"]
