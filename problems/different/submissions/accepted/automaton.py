# The suffix automaton, in O(n).
def main():
    text = input()
    lengths, links, nexts = [0], [-1], [{}]
    last = words = 0
    for letter in text:
        here = len(lengths)
        lengths.append(lengths[last] + 1)
        links.append(0)
        nexts.append({})
        start = last
        while start != -1 and letter not in nexts[start]:
            nexts[start][letter] = here
            start = links[start]
        if start != -1:
            to = nexts[start][letter]
            if lengths[to] == lengths[start] + 1:
                links[here] = to
            else:
                copy = len(lengths)
                lengths.append(lengths[start] + 1)
                links.append(links[to])
                nexts.append(nexts[to].copy())
                while start != -1 and nexts[start].get(letter) == to:
                    nexts[start][letter] = copy
                    start = links[start]
                links[to] = links[here] = copy
        words += lengths[here] - lengths[links[here]]
        last = here
    print(words)


main()
