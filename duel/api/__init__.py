"""The API at `/api/v1/`, for programs and for the scripts of pages."""
