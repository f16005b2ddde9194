"""Files of tables: one module that reads all formats, and one that writes them."""
