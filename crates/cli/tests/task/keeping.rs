//! What a program in C is given as a parameter stays as it is until the function returns, whatever is called
//! meanwhile; and each element of an array is held against its range, wherever it stands.

use crate::support::Task;

const IDL: &str = "\
interface Main {
    int[n] doubled([Range(0, 70000)] int n, int[n] a);
};
interface child {
    int[n] sums([Range(0, 70000)] int n, int[n] a, long[n] b);
    int last([Range(1, 200)] int n, [Range(-5, 5)] int[n] a, [Range(0, 9)] ubyte[n] b, [Range(1, 2)] long[n] c);
};
";

/// Each calls the other while it holds arrays of its own.
const MAIN: &str = r#"
#include "task.h"
#include <stdio.h>
#include <stdlib.h>
static int depth;
int *doubled(int n, int a[]) {
    static int given[70000];
    long long b[1] = {0};
    if (n > 1 && depth < 3) {
        int one[1] = {7};
        depth++;
        free(sums(1, one, b));
        depth--;
    }
    for (int i = 0; i < n; i++) given[i] = 2 * a[i];
    return given;
}
int main(void) {
    static int a[70000], small[200];
    static long long b[70000], ones[200];
    static unsigned char bytes[200];
    const int sizes[] = {0, 1, 2, 100, 5000, 70000};
    for (int s = 0; s < 6; s++) {
        const int n = sizes[s];
        for (int i = 0; i < n; i++) a[i] = 3 * i + n, b[i] = 5LL * i - n;
        int *sum = sums(n, a, b);
        for (int i = 0; i < n; i++)
            if (sum[i] != 3 * a[i] + (int)b[i]) return 3;
        free(sum);
    }
    for (int i = 0; i < 200; i++) small[i] = i % 11 - 5, bytes[i] = (unsigned char)(i % 10), ones[i] = 1 + i % 2;
    for (int n = 1; n <= 200; n++)
        if (last(n, small, bytes, ones) != small[n - 1]) return 4;
    int place = 0, value = 0;
    if (scanf("%d %d", &place, &value) == 2) {
        small[place] = value;
        last(200, small, bytes, ones);
        return 5;
    }
    puts("kept");
    return 0;
}
"#;

const CHILD: &str = r#"
#include "task.h"
#include <stdlib.h>
int *sums(int n, int a[], long long b[]) {
    static int *given;
    int *twice = doubled(n, a), *again = doubled(n, a);
    given = realloc(given, sizeof(int) * (size_t)(n + 1));
    for (int i = 0; i < n; i++) given[i] = a[i] + twice[i] + (int)b[i] + again[i] - twice[i];
    free(twice);
    free(again);
    return given;
}
int last(int n, int a[], unsigned char b[], long long c[]) { return b[0] + c[0] > 0 ? a[n - 1] : 0; }
"#;

fn task() -> Task {
    let task = Task::new(IDL);
    task.file("Main.c", MAIN);
    task.file("child.c", CHILD);
    task
}

#[test]
fn parameters_stay_while_others_are_called() {
    let task = task();
    for transport in ["memory-yield", "memory-sleep", "pipes", "named-pipes"] {
        let more = ["--transport", transport, "--affinity", "same"];
        let result = task.run("Main.c", &["child.c"], "", &more);
        assert_eq!(result["sides"][0]["stdout"], "kept\n", "{transport}: {result:#}");
    }
}

#[test]
fn an_element_out_of_its_range_is_found_wherever_it_stands() {
    let task = task();
    for (place, value) in [(0, -6), (63, 6), (64, -6), (127, 2_000_000_000), (150, 6), (199, -6)] {
        let result = task.run("Main.c", &["child.c"], &format!("{place} {value}"), &[]);
        let said = result["sides"][0]["stderr"].as_str().unwrap_or_default();
        let expected = format!("child.last, a is {value}, and must be -5..5");
        assert!(said.contains(&expected), "{place}: {result:#}");
    }
}
