class Link {
    constructor(place) {
        this.place = place;
        this.peer = PEERS[place];
        this.sequence = 0;
        this.key = parseInt(SETTINGS.key || "0", 16);
        this.greeted = false;
        this.ownTurn = IS_MAIN;
        this.parked = null;
        this.calls = 0;
        this.bytes = 0;
        this.counts = new Map();
        this.since = 0n;
        // How long the turns were, of this side and of the other, nanoseconds.
        this.turns = [0n, 0n];
        this.buffer = Buffer.alloc(65536);
        this.at = 0;
        this.end = 0;
        const how = (SETTINGS[this.peer] || "").split(":");
        if (how.length !== 3) fail(null, "unopened", [this.peer, ""], "SANDGLASS_TASK does not name it");
        try {
            this.input = how[0] === "fd" ? Number(how[1]) : fs.openSync(how[1], "r");
            this.output = how[0] === "fd" ? Number(how[2]) : fs.openSync(how[2], "w");
        } catch (error) {
            fail(null, "unopened", [this.peer, ""], error.message);
        }
    }

    fill(kind, number, frame, length) {
        frame.writeUInt32LE(length - HEADER, 0);
        frame.writeUInt32LE(this.sequence >>> 0, 4);
        frame[8] = kind;
        frame[9] = IS_MAIN ? 0 : 1;
        frame.writeUInt16LE(number, 10);
        frame.writeUInt32LE(this.key, 12);
        this.sequence = (this.sequence + 1) % 4294967296;
    }

    // The turn of this side (0) or of the other (1) is over.
    turnOver(whose) {
        const now = process.hrtime.bigint();
        if (this.since) this.turns[whose] += now - this.since;
        this.since = now;
    }

    // A peer that is gone is found by the read that follows.
    write(bytes, length) {
        this.bytes += length;
        try {
            for (let at = 0; at < length; ) at += fs.writeSync(this.output, bytes, at, length - at);
        } catch (error) {
            if (error.code !== "EPIPE") fail(this, "gone", ["the session", ""], error.message);
        }
    }

    send(kind, number, frame, length) {
        if (IS_MAIN && !this.greeted) {
            const first = Buffer.concat([Buffer.alloc(HEADER), OPENING]);
            this.fill(HELLO, 0, first, first.length);
            this.greeted = true;
            this.write(first, first.length);
        }
        this.fill(kind, number, frame, length);
        this.ownTurn = false;
        if (IS_MAIN) this.turnOver(0);
        this.write(frame, length);
    }

    // Says why the session ends; nobody is left to hear whether it worked.
    bye(reason, text) {
        if (!this.ownTurn || (IS_MAIN && !this.greeted)) return;
        const frame = Buffer.concat([Buffer.alloc(HEADER), Buffer.from([reason]), Buffer.from(text).subarray(0, 1000)]);
        this.fill(BYE, 0, frame, frame.length);
        if (IS_MAIN) this.turnOver(0);
        this.write(frame, frame.length);
    }

    // So many bytes, or fewer where the other side closed.
    read(count) {
        const bytes = Buffer.allocUnsafe(count);
        let have = 0;
        while (have < count) {
            if (this.at === this.end) {
                this.at = 0;
                this.end = fs.readSync(this.input, this.buffer, 0, this.buffer.length, null);
                if (this.end === 0) break;
            }
            const part = Math.min(count - have, this.end - this.at);
            this.buffer.copy(bytes, have, this.at, this.at + part);
            this.at += part;
            have += part;
        }
        return bytes.subarray(0, have);
    }

    receive(name = "the session", awaited = -1, maxReturn = 0, noReturn = true) {
        for (;;) {
            const where = [name, ""], header = this.read(HEADER);
            if (header.length < HEADER) {
                if (header.length === 0 && noReturn) {
                    if (IS_MAIN) report(`left\t${this.peer}\t${name}`);
                    process.exit(0);
                }
                fail(this, header.length > 0 ? "incomplete" : "gone", where);
            }
            if (IS_MAIN) this.turnOver(1);
            const length = header.readUInt32LE(0), kind = header[8], number = header.readUInt16LE(10), key = header.readUInt32LE(12);
            if (!IS_MAIN && !this.greeted) this.key = key;
            if (header[9] !== (IS_MAIN ? 1 : 0) || header.readUInt32LE(4) !== this.sequence || key !== this.key) fail(this, "protocol", where, "a frame out of order");
            this.sequence = (this.sequence + 1) % 4294967296;
            let most = -1;
            if (kind === HELLO && !IS_MAIN && !this.greeted) most = 24;
            if (kind === CALL) {
                if (number >= MAX_CALL.length) fail(this, "refused", ["", ""], `function number ${number}`);
                most = MAX_CALL[number];
            }
            if (kind === REPLY && number === awaited) most = maxReturn;
            if (kind === BYE) most = 1024;
            if (length > most) fail(this, "protocol", where, `a frame of kind ${kind} and ${length} bytes`);
            const payload = this.read(length);
            if (payload.length < length) fail(this, "incomplete", where);
            this.bytes += HEADER + length;
            if (kind === HELLO) {
                if (!payload.equals(OPENING)) {
                    this.ownTurn = true;
                    fail(this, "mismatch", where, "another version of the interface");
                }
                this.greeted = true;
                continue;
            }
            this.ownTurn = true;
            if (kind === BYE) {
                if (!IS_MAIN) process.exit(0);
                this.heardBye(name, payload.subarray(1).toString());
            }
            return { kind, number, payload };
        }
    }

    // The peer says what is wrong: function, parameter, value and bound, with tabs between, if it is honest.
    heardBye(name, text) {
        // eslint-disable-next-line no-control-regex
        const fields = text.split("\t").map((field) => field.replace(/[\x00-\x1f]/g, " "));
        if (fields.length === 4) fail(this, "violation", [fields[0] || name, fields[1]], fields[2], fields[3]);
        fail(this, "violation", [name, ""], fields.join(" "));
    }

    exchange(name, number, writer, maxReturn, noReturn) {
        if (state.ending) process.exit(0);
        // Nobody asked yet: the first call is kept until this one is done.
        if (!this.ownTurn) this.parked = this.receive();
        this.calls++;
        this.send(CALL, number, writer.bytes, writer.length);
        for (;;) {
            const next = this.receive(name, number, maxReturn, noReturn);
            if (next.kind === REPLY) return next.payload;
            this.handle(next);
        }
    }

    handle(frame) {
        this.calls++;
        this.counts.set(frame.number, (this.counts.get(frame.number) || 0) + 1);
        state.dispatch(this, frame.number, frame.payload);
    }

    // Serves calls until Main ends.
    serve() {
        for (;;) {
            const frame = this.parked || this.receive();
            this.parked = null;
            this.handle(frame);
        }
    }
}

