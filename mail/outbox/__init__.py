"""The way of a letter through the outbox: claimed, admitted, sent, tried again."""
