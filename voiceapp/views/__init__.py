"""Pages and fragments: fetch with rights, guard, act, answer."""
