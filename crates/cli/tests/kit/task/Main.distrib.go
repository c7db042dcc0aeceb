package main

import "fmt"

var asked int
var v []int32

func ask(i int32) int32 {
	asked++
	return min(v[i]+1, MOST)
}

func note(text string) {
	fmt.Println(text)
}

func main() {
	var n int32
	fmt.Scan(&n)
	v = make([]int32, n)
	for i := range v {
		fmt.Scan(&v[i])
	}
	sum := total(n, v)
	p := mirror(Point{1, 2})
	fmt.Printf("%d\n%d %d\nasked %d\n", sum, p.x, p.y, asked)
}
