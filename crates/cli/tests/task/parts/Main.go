package main

import (
	"fmt"
	"os"
)

func main() {
	for _, n := range []int32{0, 1, 65530, 65531, 65532, 65533, 131072, 300000} {
		v := make([]int32, n)
		for i := range v {
			v[i] = int32(i)*7 + n
		}
		for i, x := range next(n, v) {
			if x != v[i]+1 {
				os.Exit(9)
			}
		}
	}
	fmt.Println("whole")
}
