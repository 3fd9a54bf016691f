"""Commands about games for operators."""
