"""Which letters people do not want."""
