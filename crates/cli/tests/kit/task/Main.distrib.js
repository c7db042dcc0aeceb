"use strict";
const mirror = require("./mirror.js");
let asked = 0;
let v = [];
exports.ask = (i) => {
    asked++;
    return Math.min(v[i] + 1, mirror.MOST);
};
exports.note = (text) => console.log(text);
v = require("fs").readFileSync(0, "utf8").split("\n")[1].trim().split(" ").map(Number);
const total = mirror.total(v.length, v);
const p = mirror.mirror(new mirror.Point(1, 2));
console.log(`${total}\n${p.x} ${p.y}\nasked ${asked}`);
