"""Rated corpora, read into one instance table.

Its columns are ``id``, ``genre``, ``sentence``, ``token``, ``complexity`` if rated, the character
span of the target (``start``, ``end``), the corpus (``source``) and who rated it (``readers``).
"""
