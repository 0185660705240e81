"""Language tasks other than scoring texts: parsers by the relations they find, searches by the answers they return."""
