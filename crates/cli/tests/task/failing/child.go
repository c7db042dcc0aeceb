package main

import (
	"fmt"
	"io"
	"os"
	"syscall"
	"time"
)

func init() { early() }

func up(bytes []byte) {
	file, err := os.OpenFile("/channel/up", os.O_WRONLY, 0)
	if err != nil {
		os.Exit(99)
	}
	file.Write(bytes)
}

func work(what int32) int32 {
	for what == 4 {
	}
	switch what {
	case 1:
		// Other signals are caught by Go itself.
		syscall.Kill(syscall.Getpid(), syscall.SIGKILL)
		select {}
	case 2:
		os.Exit(0)
	case 3:
		os.Exit(7)
	case 5:
		time.Sleep(100 * time.Second)
	case 6:
		return 101
	case 7:
		tell(10)
	case 8:
		for i := 0; i < 64; i++ {
			syscall.Close(i)
		}
		time.Sleep(100 * time.Second)
	case 9:
		fmt.Print("half")
		fmt.Fprint(os.Stderr, "line")
		all, err := io.ReadAll(os.Stdin)
		if err == nil && len(all) == 0 {
			return 9
		}
		return 0
	case 10:
		sevens := make([]byte, 64)
		for i := range sevens {
			sevens[i] = 7
		}
		up(sevens)
	case 11:
		tell(9)
	case 12:
		tell(8)
	case 13:
		large := make([]byte, 1<<30)
		for i := 0; i < len(large); i += 4096 {
			large[i] = 1
		}
		return int32(large[5])
	case 14:
		up([]byte("abc"))
		os.Exit(0)
	case 15:
		panic("nobody catches it")
	case 16:
		return ask(3, []int32{1, 2})
	case 17:
		return ask(2, []int32{1, 2})
	}
	return what
}

func leave() { os.Exit(0) }

func some(n int32) []int32 { return make([]int32, n-1) }
