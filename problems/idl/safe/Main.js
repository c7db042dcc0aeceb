// The lock of a safe. Input: the word.
"use strict";
const fs = require("fs");
const safe = require("./safe.js");

const word = fs.readFileSync(0, "utf8").trim();

function wrong(why) {
    console.error(why);
    process.exit(43);
}

exports.try_ = function (tried) {
    if (!/^[a-f]*$/.test(tried)) wrong(`${tried} has other letters than a to f`);
    let right = 0, common = 0;
    for (let i = 0; i < word.length; i++) right += word[i] === tried[i];
    for (const letter of "abcdef") {
        common += Math.min(word.split(letter).length, tried.split(letter).length) - 1;
    }
    return { right, elsewhere: common - right };
};

const said = safe.crack();
if (said !== word) wrong(`${said} is not ${word}`);
console.log("correct");
