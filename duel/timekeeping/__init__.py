"""What the clock does by itself and what people do about time."""
