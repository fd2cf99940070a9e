"""Settings, URLs, WSGI and logging: the only place that reads the environment."""
