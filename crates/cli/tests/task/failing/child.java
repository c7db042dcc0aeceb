import java.io.FileOutputStream;
import java.io.IOException;
import java.util.Arrays;

class child {
    static {
        Main.early();
    }

    static void up(byte[] bytes) {
        try (FileOutputStream file = new FileOutputStream("/channel/up")) {
            file.write(bytes);
        } catch (IOException error) {
            System.exit(99);
        }
    }

    static void sleep() {
        try {
            Thread.sleep(100000);
        } catch (InterruptedException error) {
            System.exit(99);
        }
    }

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

    static int work(int what) {
        while (what == 4) Thread.onSpinWait();
        switch (what) {
            case 1: crash(); break;
            case 2: System.exit(0); break;
            case 3: System.exit(7); break;
            case 5: sleep(); break;
            case 6: return 101;
            case 7: Main.tell(10); break;
            case 9: {
                System.out.print("half");
                System.err.print("line");
                System.out.flush();
                try {
                    return System.in.read() < 0 ? 9 : 0;
                } catch (IOException error) {
                    return 0;
                }
            }
            case 10: {
                byte[] sevens = new byte[64];
                Arrays.fill(sevens, (byte) 7);
                up(sevens);
                break;
            }
            case 11: Main.tell(9); break;
            case 12: Main.tell(8); break;
            case 13: {
                byte[] large = new byte[1 << 30];
                return large[5];
            }
            case 14: up(new byte[] {'a', 'b', 'c'}); Runtime.getRuntime().halt(0); break;
            case 15: throw new IllegalStateException("nobody catches it");
            case 16: return Main.ask(3, new int[] {1, 2});
            case 17: return Main.ask(2, new int[] {1, 2});
        }
        return what;
    }

    static void leave() { System.exit(0); }

    static int[] some(int n) { return new int[n - 1]; }
}
