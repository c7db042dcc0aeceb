package main

func total(n int32, v []int32) int64 {
	var sum int64
	for _, one := range v {
		sum += int64(one)
	}
	note("mirrored")
	return sum + int64(ask(0))
}

func mirror(p Point) Point {
	return Point{p.y, p.x}
}
