# Reads the number of coins and goes.
input()
