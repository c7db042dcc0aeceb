// Tries a word of five letters.
const Main = require("./Main.js");

exports.open = () => (Main.try_("aaaaa"), "aaaaaa");
