"""The answer file says which digit to smudge (counted from 0, modulo the note's length), or `none`.
Between the passes, the file `written` of the feedback directory remembers the number that was."""

import os
import sys

input_file, answer_file, feedback = sys.argv[1:4]


def judge(accepted, message):
    with open(feedback + "judgemessage.txt", "a") as file:
        file.write(message + "\n")
    sys.exit(42 if accepted else 43)


words = sys.stdin.read().split()
if os.path.exists(feedback + "written"):
    with open(feedback + "written") as file:
        x = file.read()
    judge(words == [x], f"read {' '.join(words) or 'nothing'}, and {x} was written")
with open(input_file) as file:
    x = int(file.read().split()[1])
with open(answer_file) as file:
    smudged = file.read().strip()
if len(words) != 1 or len(words[0]) > 30 or set(words[0]) - set("01"):
    judge(False, "a note is one line of at most 30 zeros and ones")
note = words[0]
if smudged != "none":
    place = int(smudged) % len(note)
    note = note[:place] + "10"[int(note[place])] + note[place + 1 :]
with open(feedback + "written", "w") as file:
    file.write(str(x))
with open(feedback + "nextpass.in", "w") as file:
    file.write(f"read {note}\n")
judge(True, f"wrote {words[0]}, which became {note}")
