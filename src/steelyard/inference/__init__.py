"""Inference: what can be concluded from scores and judgements."""
