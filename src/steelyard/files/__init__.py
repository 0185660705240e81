"""Files: opened, replaced in one step, read as rows or as trees."""
