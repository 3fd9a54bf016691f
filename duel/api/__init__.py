"""The API at `/api/v1/`: the table for programs, and for the page that draws it."""
