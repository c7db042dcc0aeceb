class Writer:
    """The payload of a frame; what is wrong with a value is the fault of this side."""

    __slots__ = ("link", "function", "parts")

    def __init__(self, link, function):
        self.link = link
        self.function = function
        self.parts = []

    def payload(self):
        return b"".join(self.parts)

    def fail(self, where, value, bound):
        if value and not isinstance(value, str):
            value = repr(value)
        fail(self.link, "own_fault", self.function, where, str(value)[:200], bound)

    def same_length(self, values, count, where):
        if not isinstance(values, (list, tuple, range, array.array)):
            self.fail(where, f"{values!r}", "a list")
        if len(values) != count:
            self.fail(where, f"{len(values)} elements", f"{count} elements")

    def put_string(self, value, where, low, high):
        if not isinstance(value, str):
            self.fail(where, f"{value!r}", "text")
        try:
            data = value.encode()
        except UnicodeEncodeError:
            data = b"\0"
        if b"\0" in data:
            self.fail(where, "text", "UTF-8 without the character 0")
        if not low <= len(data) <= high:
            self.fail(where, f"text of {len(data)} bytes", f"{low}..{high} bytes")
        self.parts.append(struct.pack("<I", len(data)) + data)


class Reader:
    """The payload of a frame, read; what is wrong with a value is the fault of the other side."""

    __slots__ = ("link", "function", "data", "at")

    def __init__(self, link, function, payload):
        self.link = link
        self.function = function
        self.data = payload
        self.at = 0

    def fail(self, where, value, bound):
        fail(self.link, "violation", self.function, where, value, bound)

    def part(self, count):
        start, self.at = self.at, self.at + count
        if count < 0 or self.at > len(self.data):
            fail(self.link, "protocol", self.function, value="a message that is too short")
        return self.data[start : self.at]

    def times(self, count):
        return range(count)

    def take_string(self, where, low, high):
        (count,) = struct.unpack("<I", self.part(4))
        if not low <= count <= high:
            self.fail(where, f"text of {count} bytes", f"{low}..{high} bytes")
        data = self.part(count)
        try:
            text = data.decode()
        except UnicodeDecodeError:
            text = "\0"
        if "\0" in text:
            self.fail(where, "text", "UTF-8 without the character 0")
        return text

    def finish(self):
        if self.at != len(self.data):
            fail(self.link, "protocol", self.function, value="a message that is too long")


def define(name, code, kinds):
    """Adds what the type `name` needs to Writer and Reader."""
    one = struct.Struct("<" + code)
    swap = sys.byteorder == "big"
    size = one.size
    pack, unpack = one.pack, one.unpack_from

    def put(self, value, where, low=None, high=None):
        if not isinstance(value, kinds):
            self.fail(where, f"{value!r}", name)
        if low is not None and not low <= value <= high:
            self.fail(where, f"{value}", f"{low}..{high}")
        try:
            self.parts.append(pack(value))
        except (struct.error, OverflowError):
            self.fail(where, f"{value}", name)

    def put_all(self, values, where, low=None, high=None):
        if low is not None:
            for value in values:
                if not isinstance(value, kinds):
                    self.fail(where, f"{value!r}", name)
                if not low <= value <= high:
                    self.fail(where, f"{value}", f"{low}..{high}")
        try:
            data = array.array(code, values)
        except (TypeError, OverflowError):
            for value in values:
                put(self, value, where)
            self.fail(where, "a list", f"a list of {name}")
        if swap:
            data.byteswap()
        self.parts.append(data.tobytes())

    def take(self, where, low=None, high=None):
        at = self.at
        self.at = at + size
        if self.at > len(self.data):
            self.part(0)
        (value,) = unpack(self.data, at)
        if low is not None and not low <= value <= high:
            self.fail(where, f"{value}", f"{low}..{high}")
        return value

    def take_all(self, count, where, low=None, high=None):
        data = array.array(code, self.part(count * size))
        if swap:
            data.byteswap()
        values = data.tolist()
        if low is not None:
            for value in values:
                if not low <= value <= high:
                    self.fail(where, f"{value}", f"{low}..{high}")
        return values

    for kind, functions in ((Writer, {"put": put, "put_all": put_all}), (Reader, {"take": take, "take_all": take_all})):
        for word, function in functions.items():
            setattr(kind, f"{word}_{name}", function)


for _name, _code in {"ubyte": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I", "long": "q", "ulong": "Q"}.items():
    define(_name, _code, int)
for _name, _code in {"float": "f", "double": "d"}.items():
    define(_name, _code, (int, float))


def _put_bool(self, value, where):
    if not isinstance(value, bool):
        self.fail(where, f"{value!r}", "bool")
    self.parts.append(b"\1" if value else b"\0")


def _put_char(self, value, where, low=0, high=255):
    if not isinstance(value, str) or len(value) != 1 or ord(value) > 255:
        self.fail(where, f"{value!r}", "one character up to code 255")
    if not low <= ord(value) <= high:
        self.fail(where, f"{ord(value)}", f"{low}..{high}")
    self.parts.append(value.encode("latin-1"))


def _take_char(self, where, low=0, high=255):
    code = self.part(1)[0]
    if not low <= code <= high:
        self.fail(where, f"{code}", f"{low}..{high}")
    return chr(code)


Writer.put_bool = _put_bool
Writer.put_char = _put_char
Writer.put_all_bool = lambda self, values, where: [_put_bool(self, value, where) for value in values]
Writer.put_all_char = lambda self, values, where, low=0, high=255: [
    _put_char(self, value, where, low, high) for value in values
]
Reader.take_bool = lambda self, where: self.part(1) != b"\0"
Reader.take_char = _take_char
Reader.take_all_bool = lambda self, count, where: [byte != 0 for byte in self.part(count)]
Reader.take_all_char = lambda self, count, where, low=0, high=255: [
    _take_char(self, where, low, high) for _ in range(count)
]
