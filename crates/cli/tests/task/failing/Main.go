package main

import (
	"fmt"
	"os"
	"syscall"
)

var before = 0

func early() { before++ }

func tell(x int32) {
	if x == 9 {
		fmt.Println("told")
		os.Exit(0)
	}
	if x == 8 {
		crash()
	}
}

func ask(n int32, v []int32) int32 {
	if n > 0 {
		return v[0]
	}
	return 0
}

// Other signals are caught by Go itself.
func crash() {
	syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
	select {}
}

func main() {
	var n int32
	fmt.Scan(&n)
	if n == 22 {
		crash()
	}
	if n == 23 {
		os.Exit(5)
	}
	if n == 24 {
		leave()
	}
	if n == 25 {
		fmt.Println(some(3)[0])
	}
	answer := work(n)
	fmt.Println(answer, before)
}
