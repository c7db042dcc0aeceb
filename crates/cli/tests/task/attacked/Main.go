package main

import "fmt"

func ask(n int32, v []int32, p Pair) int32 {
	t := p.a + int32(len(p.b))
	for i := int32(0); i < n; i++ {
		t += v[i]
	}
	return t % 10
}

func main() {
	var seed int32
	fmt.Scan(&seed)
	for turn := 0; turn < 3; turn++ {
		r, n, s, pairs, flags := work(seed)
		t := int32(len(s)) + pairs[1].a
		for i := int32(0); i < n; i++ {
			t += r[i]
			if flags[i][1] {
				t++
			}
		}
		fmt.Println(t)
	}
}
