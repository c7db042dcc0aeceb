package main

import (
	"syscall"
	"unsafe"
)

const cpuOfProcess = 2

func f(n int32, v []int32) int32 {
	if n == 0 {
		return 0
	}
	return v[n-1]
}

func cpu() int64 {
	var time syscall.Timespec
	syscall.RawSyscall(syscall.SYS_CLOCK_GETTIME, cpuOfProcess, uintptr(unsafe.Pointer(&time)), 0)
	return time.Nano()
}
