"""Running several processes as one."""
