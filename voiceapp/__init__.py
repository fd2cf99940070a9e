"""Koebo's Django app: pages, REST, admin and jobs over the voice line."""
