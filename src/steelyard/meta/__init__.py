"""Meta-evaluation: measures held against human judgements."""
