print("!", (int(input()) + 1) // 2, flush=True)
