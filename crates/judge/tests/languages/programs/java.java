import java.util.*;
import java.io.*;

class Helper {
    static long deep(long depth) {
        return depth == 0 ? 0 : deep(depth - 1) + 1;
    }
}

public class Solution {
    static class Node {
        byte[] room = new byte[1 << 20];
        Node next;
    }

    static volatile long count;

    public static void main(String[] arguments) throws Exception {
        BufferedReader reader = new BufferedReader(new InputStreamReader(System.in));
        long sum = 0;
        switch (reader.readLine()) {
            case "sum":
                for (String line; (line = reader.readLine()) != null;)
                    for (String number : line.trim().split("\\s+")) sum += Long.parseLong(number);
                System.out.println(sum);
                break;
            case "deep":
                System.out.println(Helper.deep(Long.parseLong(reader.readLine())));
                break;
            case "threads":
                long[] sums = new long[4];
                Thread[] threads = new Thread[4];
                for (int i = 0; i < 4; i++) {
                    int own = i;
                    threads[i] = new Thread(() -> { for (int k = 1; k <= 1000; k++) sums[own] += k; });
                    threads[i].start();
                }
                for (Thread thread : threads) thread.join();
                System.out.println(Arrays.stream(sums).sum());
                break;
            case "fail":
                throw new IllegalStateException("as asked");
            case "memory":
                for (Node all = null;;) {
                    Node node = new Node();
                    node.next = all;
                    all = node;
                }
            case "loop":
                while (true) count++;
            case "network":
                try {
                    new java.net.ServerSocket(0);
                    System.out.println("open");
                } catch (IOException refused) {
                    System.out.println("refused");
                }
        }
    }
}
