package main

import "fmt"

func twice()  {}
func often()  {}
func others() { fmt.Print("other ") }

func main() {
	var what int32
	fmt.Scan(&what)
	work(what)
	idle()
	once()
	if what == 4 {
		once()
	}
	fmt.Println("done")
}
