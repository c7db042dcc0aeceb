// Tries a word of five letters.
const Main = require("./Main.js");

exports.crack = () => (Main.try_("aaaaa"), "aaaaaa");
