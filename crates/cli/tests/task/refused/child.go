package main

func work(what int32) {
	for i := 0; i < 2 || i == 2 && what == 1; i++ {
		twice()
	}
	for i := 0; i < 3 || i == 3 && what == 2; i++ {
		often()
	}
	if what == 3 {
		others()
	}
}

func once() {}
