// Takes nothing, which is no move.
exports.play = function (n, heaps) {
    return { heap: n - 1, stones: 0 * heaps[0] };
};
