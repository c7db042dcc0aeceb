const task = require("./task.js");

exports.ask = (n, v, p) => (p.a + p.b.length + v.slice(0, n).reduce((a, b) => a + b, 0)) % 10;

const seed = Number(require("fs").readFileSync(0, "utf8"));
for (let turn = 0; turn < 3; turn++) {
  const [r, n, s, pairs, flags] = task.work(seed);
  let t = s.length + pairs[1].a;
  for (let i = 0; i < n; i++) t += r[i] + flags[i][1];
  console.log(t);
}
