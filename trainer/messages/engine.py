SENTENCES: dict[str, dict[str, str]] = {}
