import java.util.Scanner;

class Main {
    static void twice() {}

    static void often() {}

    static void others() { System.out.print("other "); }

    public static void main(String[] a) {
        int what = new Scanner(System.in).nextInt();
        child.work(what);
        other.idle();
        child.once();
        if (what == 4) child.once();
        System.out.println("done");
    }
}
