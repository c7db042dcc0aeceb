# Keeps a word, and tries each letter in each place: 31 tries at most.
import Main


def crack():
    word = ["a"] * 6
    right = Main.try_("".join(word)).right
    for place in range(6):
        for letter in "bcdef":
            tried = word[:place] + [letter] + word[place + 1:]
            now = Main.try_("".join(tried)).right
            if now != right:
                if now > right:
                    word, right = tried, now
                break
    return "".join(word)
