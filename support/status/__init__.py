"""The state of the service, for operators: their dashboard, work list and daily letter call it."""
