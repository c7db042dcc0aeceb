# Touches each place in each call.
water_at = []


def measure(n, heights):
    water_at.extend(heights)


def rise(first, last, more):
    for i in range(first, last + 1):
        water_at[i] += more


def water(first, last):
    return sum(water_at[first:last + 1])
