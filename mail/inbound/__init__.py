"""Mail that comes in: received first, read afterwards, answered by the room of its address."""
