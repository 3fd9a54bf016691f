"""What templates may ask the games for."""
