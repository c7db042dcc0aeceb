import java.util.Scanner;

public class Main {
    static int asked;
    static int[] v;

    static int ask(int i) {
        asked++;
        return Math.min(v[i] + 1, Constants.MOST);
    }

    static void note(String text) {
        System.out.println(text);
    }

    public static void main(String[] arguments) {
        Scanner input = new Scanner(System.in);
        v = new int[input.nextInt()];
        for (int i = 0; i < v.length; i++) {
            v[i] = input.nextInt();
        }
        long total = solution.total(v.length, v);
        Point p = solution.mirror(new Point(1, 2));
        System.out.println(total);
        System.out.println(p.x + " " + p.y);
        System.out.println("asked " + asked);
    }
}
