"use strict";
const Main = require("./Main.js");
exports.total = (n, v) => {
    Main.note("mirrored");
    return BigInt(v.reduce((one, other) => one + other, 0) + Main.ask(0));
};
exports.mirror = (p) => new Main.Point(p.y, p.x);
