"use strict";
const Main = require("./Main.js");

exports.crack = function () {
    const word = Array(6).fill("a");
    let right = Main.try_(word.join("")).right;
    for (let place = 0; place < 6; place++) {
        for (const letter of "bcdef") {
            const tried = word.slice();
            tried[place] = letter;
            const now = Main.try_(tried.join("")).right;
            if (now === right) continue;
            if (now > right) {
                word[place] = letter;
                right = now;
            }
            break;
        }
    }
    return word.join("");
};
