"""What players do about their seats: report, take one, revoke links, delete the account."""
