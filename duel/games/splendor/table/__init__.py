"""The table of Splendor, drawn for a page."""
