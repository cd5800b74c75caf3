"""The rules core: pure values and functions, standard library only, no clock, no chance, no I/O."""
