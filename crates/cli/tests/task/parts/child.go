package main

func next(n int32, v []int32) []int32 {
	r := make([]int32, n)
	for i, x := range v {
		r[i] = x + 1
	}
	return r
}
