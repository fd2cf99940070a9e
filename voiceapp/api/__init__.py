"""REST under /api/v1/: tokens in, JSON and problem+json out."""
