# Waits for a second line that never comes.
input()
input()
