"use strict";
const Main = require("./Main.js");

exports.find = function (holes) {
    let low = 1, high = holes;
    while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if (Main.before(middle)) high = middle;
        else low = middle + 1;
    }
    return low;
};
