"""Pre-trained language models (extras ``transformers`` and ``onnx``)."""
