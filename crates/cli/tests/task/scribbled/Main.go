package main

import (
	"fmt"
	"os"
)

func must(fine bool) {
	if !fine {
		os.Exit(99)
	}
}

func digit(x int32) { must(x >= 0 && x <= 9) }

func ask(n int32, v []int32, p Pair) int32 {
	digit(n)
	digit(p.a)
	must(len(v) == int(n))
	for _, x := range v {
		digit(x)
	}
	return int32(len(p.b)) % 10
}

func main() {
	var seed int32
	fmt.Scan(&seed)
	for turn := 0; turn < 400; turn++ {
		r, n, s, pairs, flags := work(seed)
		must(n >= 0 && n <= 40 && len(s) >= 1 && len(s) <= 8 && len(r) == int(n) && len(flags) == int(n))
		for _, pair := range pairs {
			digit(pair.a)
		}
		for _, x := range r {
			must(x >= 0 && x <= 50)
		}
		if turn%50 == 0 {
			b := bulk(seed)
			must(len(b) == 100000)
			for _, x := range b {
				must(x <= 3)
			}
		}
	}
	fmt.Println("whole")
}
