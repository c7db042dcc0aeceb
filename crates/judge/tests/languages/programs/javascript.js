const { readFileSync } = require("fs");
const net = require("net");
const { Worker } = require("worker_threads");

const deep = (depth) => (depth === 0 ? 0 : deep(depth - 1) + 1);

const [word, ...lines] = readFileSync(0, "utf8").split("\n");
const numbers = lines.join(" ").split(/\s+/).filter(Boolean).map(Number);
switch (word) {
    case "sum":
        console.log(numbers.reduce((sum, number) => sum + number, 0));
        break;
    case "deep":
        console.log(deep(numbers[0]));
        break;
    case "threads": {
        const code = `let sum = 0; for (let i = 1; i <= 1000; i++) sum += i;
            require("worker_threads").parentPort.postMessage(sum)`;
        let sum = 0;
        let left = 2;
        for (let i = 0; i < 2; i++) {
            new Worker(code, { eval: true }).on("message", (part) => {
                sum += 2 * part;
                if (--left === 0) console.log(sum);
            });
        }
        break;
    }
    case "fail":
        throw new Error("as asked");
    case "memory": {
        const all = [];
        for (;;) all.push(new Array(1 << 17).fill(all.length));
    }
    case "loop":
        for (;;);
    case "network":
        net.createServer()
            .on("error", () => console.log("refused"))
            .on("listening", () => { console.log("open"); process.exit(); })
            .listen(0, "127.0.0.1");
}
