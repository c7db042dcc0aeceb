package main

func encode(n int32, message []int32) {
	for place := int32(0); place < 8*n; place++ {
		if message[place/8]>>(place%8)&1 == 1 {
			release(place)
		}
	}
}

func decode(n int32, k int32, pigeons []int32) {
	message := make([]int32, n)
	for _, place := range pigeons {
		message[place/8] |= 1 << (place % 8)
	}
	for _, number := range message {
		say(number)
	}
}
