"""From words to a message, and the connection on which it leaves."""
