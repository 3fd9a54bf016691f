"""The site's pages: each parses, calls a service or selector, and answers."""
