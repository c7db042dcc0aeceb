"""Starts Main over shared memory and plays a contestant's program that lies about the length of its answer.

usage: attack.py MAIN [ARGUMENT]...; its exit status is Main's, 1 where a signal killed it, 99 where it waited.
"""
import fcntl
import mmap
import os
import struct
import subprocess
import sys
import time

LINES, AREA, NUMBERS = 4096, 4096, 16 << 20
memory = os.memfd_create("area", os.MFD_ALLOW_SEALING)
os.ftruncate(memory, LINES + 2 * AREA)
fcntl.fcntl(memory, fcntl.F_ADD_SEALS, fcntl.F_SEAL_SHRINK | fcntl.F_SEAL_GROW)
region = mmap.mmap(memory, LINES + 2 * AREA)
(down_out, down_in), (up_out, up_in) = os.pipe(), os.pipe()
passed = (memory, up_out, down_in)
setting = f"child=memory:{up_out}:{down_in}:{memory}:{AREA}:sleep;key=5eed"
main = subprocess.Popen(sys.argv[1:], env={**os.environ, "SANDGLASS_TASK": setting}, pass_fds=passed)
for descriptor in passed:
    os.close(descriptor)


def word(place):
    return struct.unpack_from("<I", region, place)[0]


end = time.monotonic() + 60
while word(64) == 0 and main.poll() is None and time.monotonic() < end:
    time.sleep(0.001)
# A frame that is as the interface has it, after hello and the call; the part is said to hold all of it.
length = 4 * NUMBERS
struct.pack_into("<IIBBHI", region, LINES + AREA, length, 2, 3, 1, 0, 0x5EED)
struct.pack_into("<II", region, 128, 1, 16 + length)
# Whoever sleeps is woken.
try:
    os.write(up_in, b"\0")
    status = main.wait(60)
except subprocess.TimeoutExpired:
    main.kill()
    main.wait()
    status = 99
sys.exit(status if status >= 0 else 1)
