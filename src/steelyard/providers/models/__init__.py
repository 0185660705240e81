"""Models of embeddings, given as files."""
