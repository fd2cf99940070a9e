"""Sentences about lines of a corpus that look wrong beside their recording or their neighbours."""

SENTENCES: dict[str, dict[str, str]] = {}
