// Goes through the map column by column, and believes that an island begins where it was found.
package main

func flood(m [][]byte, y, x int, one *Island) {
	if y < 0 || x < 0 || y >= len(m) || x >= len(m[0]) || m[y][x] != '#' {
		return
	}
	m[y][x] = '.'
	one.fields++
	if int32(y) < one.top {
		one.top = int32(y)
	}
	if int32(y) > one.bottom {
		one.bottom = int32(y)
	}
	one.right = int32(x)
	flood(m, y-1, x, one)
	flood(m, y, x-1, one)
	flood(m, y+1, x, one)
	flood(m, y, x+1, one)
}

func survey(height int32, width int32, m [][]byte) ([]Island, int32) {
	islands := []Island{}
	for x := range m[0] {
		for y := range m {
			if m[y][x] == '#' {
				one := Island{0, int32(y), int32(x), int32(y), int32(x)}
				flood(m, y, x, &one)
				islands = append(islands, one)
			}
		}
	}
	return islands, int32(len(islands))
}
