"""Providers: programs that are asked about texts, in processes of their own, and what they said."""
