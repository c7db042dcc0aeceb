package main

import (
	"bufio"
	"fmt"
	"net"
	"os"
	"sync"
)

func deep(depth int) int {
	var room [160]byte
	room[depth%160] = 1
	if depth == 0 {
		return 0
	}
	return deep(depth-1) + int(room[depth%160])
}

func main() {
	reader := bufio.NewReader(os.Stdin)
	var word string
	fmt.Fscan(reader, &word)
	sum := 0
	switch word {
	case "sum":
		var number int
		for {
			if _, err := fmt.Fscan(reader, &number); err != nil {
				break
			}
			sum += number
		}
		fmt.Println(sum)
	case "deep":
		var depth int
		fmt.Fscan(reader, &depth)
		fmt.Println(deep(depth))
	case "threads":
		var group sync.WaitGroup
		sums := make([]int, 4)
		for i := range sums {
			group.Add(1)
			go func(own int) {
				defer group.Done()
				for k := 1; k <= 1000; k++ {
					sums[own] += k
				}
			}(i)
		}
		group.Wait()
		fmt.Println(sums[0] + sums[1] + sums[2] + sums[3])
	case "fail":
		panic("as asked")
	case "memory":
		var all [][]byte
		for {
			piece := make([]byte, 1<<20)
			for i := range piece {
				piece[i] = 1
			}
			all = append(all, piece)
		}
	case "loop":
		for {
			sum++
		}
	case "network":
		if _, err := net.Listen("tcp", "127.0.0.1:0"); err != nil {
			fmt.Println("refused")
		} else {
			fmt.Println("open")
		}
	}
}
