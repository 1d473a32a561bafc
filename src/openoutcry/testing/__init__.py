"""What holds for every game, for ours and for yours: checks by random play."""
