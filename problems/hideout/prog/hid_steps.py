# Walks along the street.
house = 1
n = input()
while True:
    print("ask", house, flush=True)
    if input() == "here":
        break
    house += 1
