import java.util.Scanner;

class Main {
    static int ask(int n, int[] v, Pair p) {
        int t = p.a + p.b.length();
        for (int i = 0; i < n; i++) t += v[i];
        return t % 10;
    }

    public static void main(String[] a) {
        int seed = new Scanner(System.in).nextInt();
        for (int turn = 0; turn < 3; turn++) {
            int[] n = new int[1];
            String[] s = new String[1];
            Pair[][] pairs = new Pair[1][];
            boolean[][][] flags = new boolean[1][][];
            int[] r = child.work(seed, n, s, pairs, flags);
            int t = s[0].length() + pairs[0][1].a;
            for (int i = 0; i < n[0]; i++) t += r[i] + (flags[0][i][1] ? 1 : 0);
            System.out.println(t);
        }
    }
}
