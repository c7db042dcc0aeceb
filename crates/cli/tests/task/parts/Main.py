import task

for n in [0, 1, 65530, 65531, 65532, 65533, 131072, 300000]:
    v = [i * 7 + n for i in range(n)]
    if task.next(n, v) != [x + 1 for x in v]:
        raise SystemExit(9)
print("whole")
