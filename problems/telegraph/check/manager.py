"""Between the two processes. Arguments: for each process a pipe from it and a pipe to it. The score goes
to standard output, a message to standard error."""

import os
import sys


def end(score, message):
    print(score, flush=True)
    print(message, file=sys.stderr, flush=True)
    # What a process did not read is not to be written again on the way out.
    os._exit(0)


def ask(index, text):
    try:
        writers[index].write(text + "\n")
        writers[index].flush()
    except BrokenPipeError:
        pass
    return readers[index].readline().rstrip("\n")


x = sys.stdin.readline().strip()
pipes = sys.argv[1:]
readers, writers = [], []
for index in range(2):
    readers.append(open(pipes[2 * index]))
    writers.append(open(pipes[2 * index + 1], "w"))
signal = ask(0, "encode " + x)
if set(signal) - set(".-") or len(signal) > 80:
    end(0.0, "no signal of at most 80 dots and dashes")
answer = ask(1, "decode " + signal)
if answer != x:
    end(0.0, f"decoded {answer or 'nothing'}, and {x} was sent")
end(1.0 if len(signal) <= 20 else 0.5, f"{len(signal)} signs")
