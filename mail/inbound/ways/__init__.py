"""The ways by which mail comes in; each ends in `mail.inbound.receipt.receive`."""
