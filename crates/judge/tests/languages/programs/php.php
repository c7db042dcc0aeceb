<?php
function deep(int $depth): int { return $depth === 0 ? 0 : deep($depth - 1) + 1; }

switch (trim(fgets(STDIN))) {
    case "sum":
        echo array_sum(array_map('intval', preg_split('/\s+/', stream_get_contents(STDIN)))), "\n";
        break;
    case "deep":
        echo deep((int) fgets(STDIN)), "\n";
        break;
    case "fail":
        throw new Exception("as asked");
    case "memory":
        $all = [];
        while (true) $all[] = str_repeat("x", 1 << 20);
    case "loop":
        while (true);
    case "network":
        echo @stream_socket_server("tcp://127.0.0.1:0") === false ? "refused" : "open", "\n";
        break;
}
