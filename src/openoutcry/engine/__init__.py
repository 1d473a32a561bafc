"""What games are made of. Imports NumPy and Numba, nothing else of the project."""
