import java.util.Scanner;

class Main {
    static void must(boolean fine) {
        if (!fine) Runtime.getRuntime().halt(99);
    }

    static void digit(int x) {
        must(x >= 0 && x <= 9);
    }

    static int ask(int n, int[] v, Pair p) {
        digit(n);
        digit(p.a);
        must(v.length == n);
        for (int x : v) digit(x);
        return p.b.length() % 10;
    }

    public static void main(String[] a) {
        int seed = new Scanner(System.in).nextInt();
        for (int turn = 0; turn < 400; turn++) {
            int[] n = new int[1];
            String[] s = new String[1];
            Pair[][] pairs = new Pair[1][];
            boolean[][][] flags = new boolean[1][][];
            int[] r = child.work(seed, n, s, pairs, flags);
            int bytes = s[0].getBytes(java.nio.charset.StandardCharsets.UTF_8).length;
            must(n[0] >= 0 && n[0] <= 40 && bytes >= 1 && bytes <= 8 && r.length == n[0] && flags[0].length == n[0]);
            for (Pair pair : pairs[0]) digit(pair.a);
            for (int x : r) must(x >= 0 && x <= 50);
            if (turn % 50 == 0) {
                int[] b = child.bulk(seed);
                must(b.length == 100000);
                for (int x : b) must(x >= 0 && x <= 3);
            }
        }
        System.out.println("whole");
    }
}
