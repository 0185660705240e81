"""What studies are made of."""
