import java.util.Arrays;
import java.util.Scanner;

/** A radio that gets one signal wrong, each in turn. Input: most signals that may be added, the message. */
class Main {
    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        int more = input.nextInt();
        String text = input.next();
        int n = text.length();
        boolean[] message = new boolean[n];
        for (int i = 0; i < n; i++) message[i] = text.charAt(i) == '1';

        int[] k = new int[1];
        boolean[][] signals = new boolean[1][];
        station.encode(n, message, k, signals);
        if (k[0] > n + more) wrong(k[0] + " signals for " + n + ", at most " + more + " more are allowed");
        for (int wrong = -1; wrong < k[0]; wrong++) {
            boolean[] arrived = signals[0].clone();
            if (wrong >= 0) arrived[wrong] = !arrived[wrong];
            if (!Arrays.equals(probe.decode(n, k[0], arrived), message)) {
                wrong(wrong < 0 ? "another message arrived" : "not understood with signal " + wrong + " wrong");
            }
        }
        System.out.println("correct");
    }

    private static void wrong(String why) {
        System.err.println(why);
        System.exit(43);
    }
}
