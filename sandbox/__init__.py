"""Runs strangers' bots: uploads, limits, and the backends that hold them. Knows nothing of the site."""
