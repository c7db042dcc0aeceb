# A trie walked recursively: the interpreter gives up at a depth of a thousand.
import sys


def insert(node, text, start):
    if start == len(text):
        return 0
    new = text[start] not in node
    return new + insert(node.setdefault(text[start], {}), text, start + 1)


text = sys.stdin.readline().strip()
root = {}
print(sum(insert(root, text, start) for start in range(len(text))))
