"use strict";
const Main = require("./Main.js");

exports.deepest = function () {
    let low = 0, high = 1000;
    for (let step = 0; step < 50; step++) {
        const a = low + (high - low) / 3, b = high - (high - low) / 3;
        if (Main.height(a) < Main.height(b)) high = b;
        else low = a;
    }
    return low;
};
