import java.util.Scanner;

class Main {
    static int before = 0;

    static void early() { before++; }

    static void tell(int x) {
        if (x == 9) {
            System.out.println("told");
            System.exit(0);
        }
        if (x == 8) crash();
    }

    static int ask(int n, int[] v) { return n > 0 ? v[0] : 0; }

    /** Writes where nothing is, which only native code can. */
    static void crash() {
        try {
            Class<?> type = Class.forName("sun.misc.Unsafe");
            var field = type.getDeclaredField("theUnsafe");
            field.setAccessible(true);
            type.getMethod("putAddress", long.class, long.class).invoke(field.get(null), 0L, 0L);
        } catch (ReflectiveOperationException error) {
            throw new IllegalStateException(error);
        }
    }

    public static void main(String[] a) {
        int n = new Scanner(System.in).nextInt();
        if (n == 22) crash();
        if (n == 23) System.exit(5);
        if (n == 24) child.leave();
        if (n == 25) System.out.println(child.some(3)[0]);
        int answer = child.work(n);
        System.out.println(answer + " " + before);
    }
}
