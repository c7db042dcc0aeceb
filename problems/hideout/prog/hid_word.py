# Takes the answer for a number.
n = int(input())
print("ask", n, flush=True)
print("ask", n - int(input()), flush=True)
