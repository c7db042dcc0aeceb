const fs = require("fs");
const task = require("./task.js");

let before = 0;
exports.early = () => {
  before++;
};
exports.tell = (x) => {
  if (x === 9) {
    process.stdout.write("told\n");
    process.exit(0);
  }
  if (x === 8) process.abort();
};
exports.ask = (n, v) => (n > 0 ? v[0] : 0);

const n = Number(fs.readFileSync(0, "utf8"));
if (n === 22) process.abort();
if (n === 23) process.exit(5);
if (n === 24) task.leave();
if (n === 25) console.log(task.some(3)[0]);
const answer = task.work(n);
console.log(answer, before);
