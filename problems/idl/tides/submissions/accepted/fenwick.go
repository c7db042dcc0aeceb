package main

var slope, offset []int64

func add(tree []int64, place int32, value int64) {
	for i := int(place) + 1; i < len(tree); i += i & -i {
		tree[i] += value
	}
}

func sum(tree []int64, place int32) int64 {
	result := int64(0)
	for i := int(place); i > 0; i -= i & -i {
		result += tree[i]
	}
	return result
}

func measure(n int32, heights []int32) {
	slope = make([]int64, n+2)
	offset = make([]int64, n+2)
	for i, height := range heights {
		add(offset, int32(i), int64(height))
	}
}

func rise(first int32, last int32, more int32) {
	add(slope, first, int64(more))
	add(offset, first, -int64(more)*int64(first))
	add(slope, last+1, -int64(more))
	add(offset, last+1, int64(more)*int64(last+1))
}

func before(place int32) int64 {
	return int64(place)*sum(slope, place) + sum(offset, place)
}

func water(first int32, last int32) int64 {
	return before(last+1) - before(first)
}
