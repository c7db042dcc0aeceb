# Leaves out the last place.
water_at = []


def measure(n, heights):
    water_at.extend(heights)


def rise(first, last, more):
    for i in range(first, last):
        water_at[i] += more


def water(first, last):
    return sum(water_at[first:last])
