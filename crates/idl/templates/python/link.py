class Link:
    """The other side, and where the session stands."""

    def __init__(self, place):
        self.place = place
        self.peer = PEERS[place]
        self.sequence = 0
        self.key = int(SETTINGS.get("key", "0"), 16)
        self.greeted = False
        self.own_turn = IS_MAIN
        self.parked = None
        self.calls = 0
        self.bytes = 0
        self.counts = [0] * len(MAX_CALL)
        self.rest = b""
        if self.peer not in SETTINGS:
            fail(None, "unopened", self.peer, value="SANDGLASS_TASK does not name it")
        try:
            self.way = sandglass_transport.transport(SETTINGS[self.peer])
        except (OSError, ValueError, IndexError) as error:
            fail(None, "unopened", self.peer, value=str(error))
        self.turns = Turns(self.way.spins)

    def frame(self, kind, function, payload):
        """The bytes of the next frame."""
        header = HEADER.pack(len(payload), self.sequence & 0xFFFFFFFF, kind, OWN_DIRECTION, function, self.key)
        self.sequence += 1
        return header + payload

    def write(self, data):
        """Writes all, and passes the turn."""
        if IS_MAIN:
            self.turns.over()
        self.bytes += len(data)
        try:
            self.way.write(data)
        except OSError as error:
            fail(self, "gone", "the session", value=str(error))

    def send(self, kind, function, payload):
        """Sends a frame, behind the greeting where it is the first."""
        first = b""
        if IS_MAIN and not self.greeted:
            first = self.frame(HELLO, 0, OPENING)
            self.greeted = True
        self.own_turn = False
        # The header of `frame`, written out: every call comes by.
        header = pack_header(len(payload), self.sequence & 0xFFFFFFFF, kind, OWN_DIRECTION, function, self.key)
        self.sequence += 1
        data = first + header + payload if first else header + payload
        self.bytes += len(data)
        if IS_MAIN:
            self.turns.over()
        try:
            self.way.write(data)
        except OSError as error:
            fail(self, "gone", "the session", value=str(error))

    def bye(self, reason, text):
        """Says why the session ends; nobody is left to hear whether it worked."""
        if self.own_turn and (self.greeted or not IS_MAIN):
            self.write(self.frame(BYE, 0, bytes([reason]) + text.encode("utf-8", "replace")[:1000]))

    def fill(self, data, count, function):
        """At least so many bytes, or fewer where the other side closed."""
        while len(data) < count:
            more = self.way.more(count - len(data)) if not self.way.broken else b""
            if not more:
                break
            data = data + more if data else more
        if self.way.broken:
            fail(self, "protocol", function, value="a part out of order")
        return data

    def receive(self, function="the session", awaited=None, max_return=0, no_return=True):
        """The next frame: kind, function, payload."""
        data = self.rest or self.way.more(16)
        if len(data) < 16:
            data = self.fill(data, 16, function)
        if len(data) < 16:
            if not data and no_return:
                if IS_MAIN:
                    report(f"left\t{self.peer}\t{function}")
                raise Ended(0)
            fail(self, "incomplete" if data else "gone", function)
        if IS_MAIN:
            self.turns.back()
        length, sequence, kind, direction, number, key = unpack_header(data)
        if not IS_MAIN and not self.greeted:
            self.key = key
        if direction == OWN_DIRECTION or sequence != self.sequence & 0xFFFFFFFF or key != self.key:
            fail(self, "protocol", function, value="a frame out of order")
        self.sequence += 1
        most = -1
        if kind == HELLO and not IS_MAIN and not self.greeted:
            most = 24
        elif kind == CALL:
            if number >= len(MAX_CALL):
                fail(self, "refused", "", value=f"function number {number}")
            most = MAX_CALL[number]
        elif kind == REPLY and awaited == number:
            most = max_return
        elif kind == BYE:
            most = 1024
        if length > most:
            fail(self, "protocol", function, value=f"a frame of kind {kind} and {length} bytes")
        end = 16 + length
        if len(data) < end:
            data = self.fill(data, end, function)
            if len(data) < end:
                fail(self, "incomplete", function)
        payload = data[16:end]
        self.rest = data[end:] if len(data) > end else b""
        self.bytes += end
        if kind == HELLO:
            if payload != OPENING:
                self.own_turn = True
                fail(self, "mismatch", function, value="another version of the interface")
            self.greeted = True
            return self.receive(function, awaited, max_return, no_return)
        if self.rest and self.way.shares:
            fail(self, "protocol", function, value="more than a frame")
        self.own_turn = True
        if kind == BYE:
            if not IS_MAIN:
                raise Ended(0)
            self.heard_bye(function, payload[1:].decode("utf-8", "replace"))
        return kind, number, payload

    def heard_bye(self, function, text):
        """The peer says what is wrong: function, parameter, value and bound, with tabs between, if it is honest."""
        fields = ["".join(c if c >= " " else " " for c in field) for field in text.split("\t")]
        if len(fields) == 4:
            fail(self, "violation", fields[0] or function, *fields[1:])
        fail(self, "violation", function, value=" ".join(fields))

    def exchange(self, function, number, payload, max_return, no_return):
        """Calls, serves calls in between, and gives the payload of the answer."""
        if ending:
            os._exit(0)
        if not self.own_turn:
            # Nobody asked yet: the first call is kept until this one is done.
            self.parked = self.receive()
        self.calls += 1
        self.send(CALL, number, payload)
        while True:
            kind, other, payload = self.receive(function, number, max_return, no_return)
            if kind == REPLY:
                return payload
            self.calls += 1
            self.counts[other] += 1
            calls[other](self, payload)

    def serve(self):
        """Serves calls until Main ends."""
        while True:
            if self.parked:
                (_, number, payload), self.parked = self.parked, None
            else:
                _, number, payload = self.receive()
            self.calls += 1
            self.counts[number] += 1
            calls[number](self, payload)


