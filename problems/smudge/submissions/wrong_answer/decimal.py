kind, text = input().split()
print(text)
