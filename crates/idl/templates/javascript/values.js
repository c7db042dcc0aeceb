// The payload of a frame; what is wrong with a value is the fault of this side.
class Writer {
    constructor(link, name) {
        this.link = link;
        this.name = name;
        this.bytes = Buffer.allocUnsafe(256);
        this.length = HEADER;
    }

    fail(where, value, bound) {
        fail(this.link, "own_fault", [this.name, where], value, bound);
    }

    // Room for so many bytes more; gives where they begin. `bytes` may be another buffer afterwards.
    room(count) {
        const at = this.length;
        if (at + count > this.bytes.length) {
            const bytes = Buffer.allocUnsafe((at + count) * 2);
            this.bytes.copy(bytes, 0, 0, at);
            this.bytes = bytes;
        }
        this.length = at + count;
        return at;
    }

    sameLength(values, count, where) {
        const length = values === null || values === undefined ? undefined : values.length;
        if (length !== count) this.fail(where, `${length} elements`, `${count} elements`);
    }

    putString(value, where, low, high) {
        if (typeof value !== "string") this.fail(where, String(value), "a string");
        const bytes = Buffer.from(value);
        if (bytes.length < low || bytes.length > high) this.fail(where, `text of ${bytes.length} bytes`, `${low}..${high} bytes`);
        if (bytes.includes(0)) this.fail(where, "text", "UTF-8 without the character 0");
        const at = this.room(4 + bytes.length);
        this.bytes.writeUInt32LE(bytes.length, at);
        bytes.copy(this.bytes, at + 4);
    }
}

// The payload of a frame, read; what is wrong with a value is the fault of the other side.
class Reader {
    constructor(link, name, bytes) {
        this.link = link;
        this.name = name;
        this.bytes = bytes;
        this.at = 0;
    }

    fail(where, value, bound) {
        fail(this.link, "violation", [this.name, where], value, bound);
    }

    need(count) {
        if (this.bytes.length - this.at < count) fail(this.link, "protocol", [this.name, ""], "a message that is too short");
    }

    // The place of so many bytes, which it passes.
    part(count) {
        this.need(count);
        this.at += count;
        return this.at - count;
    }

    times(count, smallest) {
        this.need(count * smallest);
        return count;
    }

    takeString(where, low, high) {
        const count = this.bytes.readUInt32LE(this.part(4));
        if (count < low || count > high) this.fail(where, `text of ${count} bytes`, `${low}..${high} bytes`);
        const at = this.part(count);
        let text = "\0";
        try {
            text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(this.bytes.subarray(at, at + count));
        } catch {
            text = "\0";
        }
        if (text.includes("\0")) this.fail(where, "text", "UTF-8 without the character 0");
        return text;
    }

    finish() {
        if (this.at !== this.bytes.length) fail(this.link, "protocol", [this.name, ""], "a message that is too long");
    }
}

// Adds what a type needs: its bytes, how it is written and read, its least and greatest value.
function define(name, size, word, least, greatest, right) {
    Writer.prototype[`put_${name}`] = function (value, where, low = least, high = greatest) {
        if (!right(value)) this.fail(where, String(value), name);
        if (!(value >= low && value <= high)) this.fail(where, String(value), `${low}..${high}`);
        const at = this.room(size);
        this.bytes[`write${word}`](value, at);
    };
    Reader.prototype[`take_${name}`] = function (where, low, high) {
        const value = this.bytes[`read${word}`](this.part(size));
        if (low !== undefined && !(value >= low && value <= high)) this.fail(where, String(value), `${low}..${high}`);
        return value;
    };
}

define("ubyte", 1, "UInt8", 0, 255, Number.isInteger);
define("short", 2, "Int16LE", -32768, 32767, Number.isInteger);
define("ushort", 2, "UInt16LE", 0, 65535, Number.isInteger);
define("int", 4, "Int32LE", -2147483648, 2147483647, Number.isInteger);
define("uint", 4, "UInt32LE", 0, 4294967295, Number.isInteger);
define("long", 8, "BigInt64LE", -(2n ** 63n), 2n ** 63n - 1n, (value) => typeof value === "bigint");
define("ulong", 8, "BigUInt64LE", 0n, 2n ** 64n - 1n, (value) => typeof value === "bigint");

for (const [name, size, word] of [["float", 4, "FloatLE"], ["double", 8, "DoubleLE"]]) {
    Writer.prototype[`put_${name}`] = function (value, where, low, high) {
        if (typeof value !== "number") this.fail(where, String(value), name);
        if (low !== undefined && !(value >= low && value <= high)) this.fail(where, String(value), `${low}..${high}`);
        const at = this.room(size);
        this.bytes[`write${word}`](value, at);
    };
    Reader.prototype[`take_${name}`] = function (where, low, high) {
        const value = this.bytes[`read${word}`](this.part(size));
        if (low !== undefined && !(value >= low && value <= high)) this.fail(where, String(value), `${low}..${high}`);
        return value;
    };
}

Writer.prototype.put_bool = function (value, where) {
    if (typeof value !== "boolean") this.fail(where, String(value), "true or false");
    const at = this.room(1);
    this.bytes[at] = value ? 1 : 0;
};
Reader.prototype.take_bool = function () {
    return this.bytes[this.part(1)] !== 0;
};
Writer.prototype.put_char = function (value, where, low = 0, high = 255) {
    if (typeof value !== "string" || value.length !== 1) this.fail(where, String(value), "one character");
    const code = value.charCodeAt(0);
    if (code < low || code > high) this.fail(where, String(code), `${low}..${high}`);
    const at = this.room(1);
    this.bytes[at] = code;
};
Reader.prototype.take_char = function (where, low = 0, high = 255) {
    const code = this.bytes[this.part(1)];
    if (code < low || code > high) this.fail(where, String(code), `${low}..${high}`);
    return String.fromCharCode(code);
};

