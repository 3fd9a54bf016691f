"""Commands of the games for operators."""
