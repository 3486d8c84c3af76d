"""The games: pure functions from (state, action) to state. Dice always come from outside."""
