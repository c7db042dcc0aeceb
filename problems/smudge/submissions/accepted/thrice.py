kind, text = input().split()
if kind == "write":
    print(f"{int(text):010b}" * 3)
else:
    digits = zip(text[:10], text[10:20], text[20:])
    print(int("".join("1" if three.count("1") > 1 else "0" for three in digits), 2))
