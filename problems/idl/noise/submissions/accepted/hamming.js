// Hamming's code, as in hamming.cpp.
"use strict";
const isCheck = (place) => (place & (place - 1)) === 0;
const sum = (signals) => signals.reduce((sum, signal, i) => (signal ? sum ^ (i + 1) : sum), 0);

exports.encode = function (n, message) {
    const signals = [];
    for (let i = 0; i < n;) signals.push(isCheck(signals.length + 1) ? false : message[i++]);
    const wanted = sum(signals);
    for (let place = 1; place <= signals.length; place *= 2) if (wanted & place) signals[place - 1] = true;
    return [signals.length, signals];
};

exports.decode = function (n, k, signals) {
    const wrong = sum(signals);
    if (wrong > 0 && wrong <= k) signals[wrong - 1] = !signals[wrong - 1];
    return signals.filter((_, i) => !isCheck(i + 1));
};
