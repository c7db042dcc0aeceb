// The way that a mistake in arithmetic ends.
exports.deepest = () => Math.sqrt(-1);
