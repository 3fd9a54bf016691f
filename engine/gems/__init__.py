"""What the games of gems and cards share: colours, tables of facts, markets, moves, positions."""
