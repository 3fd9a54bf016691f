"""Replies by mail: `duel.apps` registers the readers that the worker for mail calls."""
