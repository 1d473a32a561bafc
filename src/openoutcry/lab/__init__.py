"""Experiments with games: many games at once, and what they tell."""
