const Main = require("./Main.js");

exports.work = (what) => {
  for (let i = 0; i < (what === 1 ? 3 : 2); i++) Main.twice();
  for (let i = 0; i < (what === 2 ? 4 : 3); i++) Main.often();
  if (what === 3) Main.others();
};
exports.once = () => {};
