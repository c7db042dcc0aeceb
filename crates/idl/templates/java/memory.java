    private static final class Memory extends SandglassTransport {
        static final int LINES = 4096;
        private static final int MOST_YIELDS = 16;
        private static final long SPIN_NS = 50_000;
        private static final VarHandle WORDS = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
        private final InputStream input;
        private final OutputStream output;
        private final ByteBuffer region;
        private final int area;
        private final int own;
        private final int other;
        private final int outgoing;
        private final int incoming;
        private final boolean spins;
        private int yields;
        private int posted = 0;
        private int seen = 0;
        private int filled = 0;
        private int at = 0;
        private int end = 0;
        /** The other side posted last. */
        private boolean holding = false;
        private final byte[] said = new byte[512];

        Memory(InputStream input, OutputStream output, ByteBuffer region, int area, String wait, boolean isMain) {
            this.input = input;
            this.output = output;
            this.region = region;
            this.area = area;
            own = isMain ? 64 : 128;
            other = isMain ? 128 : 64;
            outgoing = LINES + (isMain ? 0 : area);
            incoming = LINES + (isMain ? area : 0);
            yields = wait.equals("yield") ? MOST_YIELDS : 0;
            spins = wait.equals("spin");
        }

        @Override
        boolean spins() {
            return spins;
        }

        @Override
        long said() {
            int low = (int) WORDS.getVolatile(region, other + 16), high = (int) WORDS.getVolatile(region, other + 20);
            return Integer.toUnsignedLong(low) | (long) high << 32;
        }

        private boolean hasPosted() {
            return (int) WORDS.getVolatile(region, other) != seen;
        }

        private void post(int length) {
            posted++;
            holding = false;
            WORDS.setVolatile(region, own + 4, length);
            WORDS.setVolatile(region, own, posted);
            if ((int) WORDS.getVolatile(region, other + 8) != 0) {
                try {
                    output.write(0);
                } catch (IOException error) {
                    // A full pipe wakes as well, and who is gone need not be woken.
                    return;
                }
            }
        }

        private boolean sleep() {
            boolean there = true;
            WORDS.setVolatile(region, own + 8, 1);
            while (there && !hasPosted()) {
                try {
                    there = input.read(said) > 0;
                } catch (IOException error) {
                    there = false;
                }
            }
            WORDS.setVolatile(region, own + 8, 0);
            return hasPosted();
        }

        private boolean waitForPost() {
            boolean there = hasPosted();
            if (yields > 0 && !there) {
                for (int tries = 0; tries < yields && !there; tries++) {
                    Thread.yield();
                    there = hasPosted();
                }
                // Where the other side is busy, or the kernel does not let it go first, yielding is in vain.
                yields = there ? Math.min(MOST_YIELDS, 2 * yields) : Math.max(1, yields / 2);
            }
            if (spins && !there) {
                long until = System.nanoTime() + SPIN_NS;
                while (!there && System.nanoTime() < until) {
                    Thread.onSpinWait();
                    there = hasPosted();
                }
            }
            return there || sleep();
        }

        /** Waits for the turn. What the other side posted is read once; it may be anything. */
        private boolean await() {
            if (!waitForPost()) {
                return false;
            }
            int count = (int) WORDS.getVolatile(region, other);
            int length = (int) WORDS.getVolatile(region, other + 4);
            if (count != seen + 1 || length < 0 || length > area) {
                broken = true;
                return false;
            }
            seen = count;
            holding = true;
            at = incoming;
            end = incoming + length;
            return true;
        }

        @Override
        int read(byte[] into, int count) {
            int have = 0;
            while (have < count) {
                if (at == end) {
                    if (holding) {
                        // A message may be longer than the area: an empty part asks for the next one.
                        post(0);
                    }
                    if (!await()) {
                        return have;
                    }
                    broken = at == end;
                    if (broken) {
                        return have;
                    }
                }
                int part = Math.min(count - have, end - at);
                ByteBuffer from = region.duplicate();
                from.position(at);
                from.get(into, have, part);
                at += part;
                have += part;
            }
            return have;
        }

        @Override
        void write(byte[] frame, int length) {
            int done = 0;
            while (done < length) {
                if (filled == area) {
                    post(filled);
                    filled = 0;
                    if (!await() || at != end) {
                        broken = broken || at != end;
                        return;
                    }
                }
                int part = Math.min(length - done, area - filled);
                ByteBuffer to = region.duplicate();
                to.position(outgoing + filled);
                to.put(frame, done, part);
                filled += part;
                done += part;
            }
        }

        @Override
        void pass() {
            int length = filled;
            filled = 0;
            post(length);
        }

        @Override
        boolean hasRest() {
            return at != end;
        }
    }
