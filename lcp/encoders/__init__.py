"""Pre-trained language models that represent targets in their sentences (extra ``transformers``)."""
