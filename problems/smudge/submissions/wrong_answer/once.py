# Trusts that nothing is smudged.
kind, text = input().split()
print(f"{int(text):b}" if kind == "write" else int(text, 2))
