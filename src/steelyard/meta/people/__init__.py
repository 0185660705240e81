"""Measures held against human judgements."""
