# Notices a smudge and gives up.
kind, text = input().split()
if kind == "write":
    digits = f"{int(text):010b}"
    print(digits + str(digits.count("1") % 2))
else:
    assert text[:-1].count("1") % 2 == int(text[-1]), "smudged"
    print(int(text[:-1], 2))
