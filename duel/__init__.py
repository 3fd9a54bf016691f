"""The games: log, seats, clocks, links, notices, replies, pages, admin and API."""
