# Speaks the protocol by itself. The seed comes with the first call.
import os, random, struct, sys
up = os.open('/channel/up', os.O_WRONLY)
down = os.open('/channel/down', os.O_RDONLY)
def read(n):
    data = b''
    while len(data) < n:
        more = os.read(down, n - len(data))
        if not more: os._exit(0)
        data += more
    return data
def frame():
    length, sequence, kind, direction, function, key = struct.unpack('<IIBBHI', read(16))
    return length, sequence, kind, key, read(length)
rng, sequence = random.Random(0), 0
def answer():
    n = rng.choice([0, 1, 3, 40, rng.randrange(41)])
    text = rng.choice([b'', b'abc', 'ñ'.encode(), b'\xff\xfe', b'a\0b'])
    pair = lambda: struct.pack('<iI', rng.randrange(-1, 11), len(text)) + text
    return struct.pack('<iI', n, len(text)) + text + pair() + pair() + bytes(2 * n) + struct.pack(f'<{n}i', *(rng.randrange(52) for _ in range(n)))
def call():
    n = rng.choice([-1, 0, 3, 9, 10, 2000000000])
    return struct.pack('<i', n) + bytes(4 * max(0, min(n, 20))) + struct.pack('<iI', 5, 2) + b'hi'
while True:
    length, sequence, kind, key, data = frame()
    if kind == 1: continue
    if kind == 4: os._exit(0)
    if kind == 2: rng = rng if sequence > 1 else random.Random(struct.unpack('<i', data)[0])
    what = rng.choice([2, 3, 3, 3])
    payload = answer() if what == 3 else call()
    out = bytearray(struct.pack('<IIBBHI', len(payload), sequence + 1, what, 1, 0, key) + payload)
    dice = rng.randrange(10)
    if dice == 0 and len(out): out[rng.randrange(len(out))] ^= 1 << rng.randrange(8)
    if dice == 1: out[rng.randrange(16)] = rng.randrange(256)
    if dice == 2: out = out[:rng.randrange(len(out))]
    if dice == 3: out += rng.randbytes(rng.randrange(1, 100))
    if dice == 4: out = rng.randbytes(rng.randrange(1, 200))
    if dice == 5: out = out + out
    os.write(up, out)
    if dice == 2: os._exit(rng.randrange(3))
