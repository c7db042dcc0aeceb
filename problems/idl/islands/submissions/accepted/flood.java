import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

class surveyor {
    static Island[] survey(int height, int width, char[][] map, int[] count) {
        List<Island> islands = new ArrayList<>();
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                if (map[y][x] == '#') islands.add(flood(map, y, x));
            }
        }
        count[0] = islands.size();
        return islands.toArray(new Island[0]);
    }

    private static Island flood(char[][] map, int y, int x) {
        Island island = new Island();
        island.top = island.bottom = y;
        island.left = island.right = x;
        ArrayDeque<int[]> fields = new ArrayDeque<>();
        fields.add(new int[] {y, x});
        map[y][x] = '.';
        while (!fields.isEmpty()) {
            int[] field = fields.remove();
            island.fields++;
            island.left = Math.min(island.left, field[1]);
            island.bottom = Math.max(island.bottom, field[0]);
            island.right = Math.max(island.right, field[1]);
            for (int[] step : new int[][] {{-1, 0}, {0, -1}, {1, 0}, {0, 1}}) {
                int a = field[0] + step[0], b = field[1] + step[1];
                if (a >= 0 && b >= 0 && a < map.length && b < map[a].length && map[a][b] == '#') {
                    map[a][b] = '.';
                    fields.add(new int[] {a, b});
                }
            }
        }
        return island;
    }
}
