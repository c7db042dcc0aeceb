// Compares the islands that are found with those that the case names. Input: height, width, the map, the
// number of islands and their members.
package main

import (
	"bufio"
	"fmt"
	"os"
)

func main() {
	input := bufio.NewReader(os.Stdin)
	var height, width, count int32
	fmt.Fscan(input, &height, &width)
	chart := make([][]byte, height)
	for i := range chart {
		var row string
		fmt.Fscan(input, &row)
		chart[i] = []byte(row)
	}
	fmt.Fscan(input, &count)
	found, _ := survey(height, width, chart)
	if len(found) != int(count) {
		fmt.Fprintf(os.Stderr, "%d islands instead of %d\n", len(found), count)
		os.Exit(43)
	}
	for i, island := range found {
		var expected Island
		fmt.Fscan(input, &expected.fields, &expected.top, &expected.left, &expected.bottom, &expected.right)
		if island != expected {
			fmt.Fprintf(os.Stderr, "island %d is %v and not %v\n", i, expected, island)
			os.Exit(43)
		}
	}
	fmt.Println("correct")
}
