"""Mail that comes in: received first, read afterwards, answered by whoever knows its address."""
