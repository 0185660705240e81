"""Text as tokens: tokenisers and views, all in batches."""

from steelyard.text.batch import SENTENCES, Batch, ChunkViews, Sentences
from steelyard.text.pairs import PairViews
from steelyard.text.view import View
from steelyard.text.words.keys import Keys

__all__ = ["SENTENCES", "Batch", "ChunkViews", "Keys", "PairViews", "Sentences", "View"]
