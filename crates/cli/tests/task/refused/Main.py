import task


def twice(): pass
def often(): pass
def others(): print("other", end=" ")


what = int(input())
task.work(what)
task.idle()
task.once()
if what == 4:
    task.once()
print("done")
