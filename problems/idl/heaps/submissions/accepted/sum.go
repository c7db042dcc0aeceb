package main

func play(n int32, heaps []int32) Move {
	sum := int32(0)
	for _, heap := range heaps {
		sum ^= heap
	}
	for i, heap := range heaps {
		if heap^sum < heap {
			return Move{heap: int32(i), stones: heap - (heap ^ sum)}
		}
	}
	return Move{}
}
