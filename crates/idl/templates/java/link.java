    /** The other side, and where the session stands. */
    static final class Link {
        final int place;
        final String peer;
        private static final int LARGEST_SPARE = 1 << 20;
        private final SandglassTransport way;
        private final Turns turns;
        private byte[] spare = new byte[256];
        private int sequence = 0;
        private int key;
        private boolean greeted = false;
        private boolean ownTurn = IS_MAIN;
        private Frame parked = null;
        long calls = 0;
        long bytes = 0;
        final long[] counts = new long[Math.max(1, MAX_CALL.length)];

        Link(int place) {
            this.place = place;
            peer = PEERS[place];
            String key = setting("key");
            this.key = key.isEmpty() ? 0 : (int) Long.parseLong(key, 16);
            SandglassTransport opened = null;
            try {
                opened = SandglassTransport.open(setting(peer), IS_MAIN);
            } catch (IOException | RuntimeException error) {
                throw fail(null, "unopened", peer, "", String.valueOf(error.getMessage()), "");
            }
            way = opened;
            turns = new Turns(way.spins());
        }

        /** What was written is to be read. */
        private void pass() {
            if (IS_MAIN) {
                turns.over();
            }
            way.pass();
        }

        private void fill(byte kind, int function, byte[] frame, int length) {
            ByteBuffer header = ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN);
            header.putInt(length - HEADER).putInt(sequence).put(kind).put((byte) (IS_MAIN ? 0 : 1)).putShort((short) function).putInt(key);
            sequence++;
        }

        private void write(byte[] frame, int length) {
            bytes += length;
            way.write(frame, length);
        }

        void send(byte kind, int function, Writer writer) {
            if (IS_MAIN && !greeted) {
                byte[] first = new byte[HEADER + OPENING.length];
                System.arraycopy(OPENING, 0, first, HEADER, OPENING.length);
                fill(HELLO, 0, first, first.length);
                greeted = true;
                write(first, first.length);
            }
            int length = writer.buffer.position();
            fill(kind, function, writer.buffer.array(), length);
            ownTurn = false;
            write(writer.buffer.array(), length);
            pass();
        }

        /** Says why the session ends; nobody is left to hear whether it worked. */
        void bye(int reason, String text) {
            if (!ownTurn || (IS_MAIN && !greeted)) {
                return;
            }
            byte[] words = text.getBytes(StandardCharsets.UTF_8);
            byte[] frame = new byte[HEADER + 1 + Math.min(1000, words.length)];
            frame[HEADER] = (byte) reason;
            System.arraycopy(words, 0, frame, HEADER + 1, frame.length - HEADER - 1);
            fill(BYE, 0, frame, frame.length);
            write(frame, frame.length);
            pass();
        }

        /** Room for a payload: the same again as long as it is short, so that nothing is collected. */
        private ByteBuffer room(int length) {
            byte[] bytes = length > spare.length && length > LARGEST_SPARE ? new byte[length] : spare;
            if (length > bytes.length) {
                bytes = new byte[Math.max(length, Math.min(LARGEST_SPARE, 2 * bytes.length))];
                spare = bytes;
            }
            return ByteBuffer.wrap(bytes, 0, length).order(ByteOrder.LITTLE_ENDIAN);
        }

        private int read(byte[] into, int count, String function) {
            int got = way.read(into, count);
            if (way.broken) {
                throw fail(this, "protocol", function, "", "a part out of order", "");
            }
            return got;
        }

        Frame receive(String function, int awaited, long maxReturn, boolean noReturn) {
            for (;;) {
                byte[] bytesOfHeader = new byte[HEADER];
                int got = read(bytesOfHeader, HEADER, function);
                if (got < HEADER) {
                    if (got == 0 && noReturn) {
                        if (IS_MAIN) {
                            report("left\t" + peer + "\t" + function);
                        }
                        System.exit(0);
                    }
                    throw fail(this, got > 0 ? "incomplete" : "gone", function, "", "", "");
                }
                if (IS_MAIN) {
                    turns.back();
                }
                ByteBuffer header = ByteBuffer.wrap(bytesOfHeader).order(ByteOrder.LITTLE_ENDIAN);
                long length = header.getInt(0) & 0xffffffffL;
                Frame frame = new Frame();
                frame.kind = header.get(8);
                frame.function = header.getShort(10) & 0xffff;
                if (!IS_MAIN && !greeted) {
                    key = header.getInt(12);
                }
                if (header.get(9) != (IS_MAIN ? 1 : 0) || header.getInt(4) != sequence || header.getInt(12) != key) {
                    throw fail(this, "protocol", function, "", "a frame out of order", "");
                }
                sequence++;
                long most = -1;
                if (frame.kind == HELLO && !IS_MAIN && !greeted) {
                    most = 24;
                } else if (frame.kind == CALL) {
                    if (frame.function >= MAX_CALL.length) {
                        throw fail(this, "refused", "", "", "function number " + frame.function, "");
                    }
                    most = MAX_CALL[frame.function];
                } else if (frame.kind == REPLY && frame.function == awaited) {
                    most = maxReturn;
                } else if (frame.kind == BYE) {
                    most = 1024;
                }
                if (length > most) {
                    throw fail(this, "protocol", function, "", "a frame of kind " + frame.kind + " and " + length + " bytes", "");
                }
                frame.payload = room((int) length);
                if (read(frame.payload.array(), (int) length, function) < length) {
                    throw fail(this, "incomplete", function, "", "", "");
                }
                bytes += HEADER + length;
                if (frame.kind == HELLO) {
                    if (!frame.payload.equals(ByteBuffer.wrap(OPENING))) {
                        ownTurn = true;
                        throw fail(this, "mismatch", function, "", "another version of the interface", "");
                    }
                    greeted = true;
                    continue;
                }
                if (way.hasRest()) {
                    throw fail(this, "protocol", function, "", "more than a frame", "");
                }
                ownTurn = true;
                if (frame.kind == BYE) {
                    if (!IS_MAIN) {
                        System.exit(0);
                    }
                    throw heardBye(function, StandardCharsets.UTF_8.decode(frame.payload).toString());
                }
                return frame;
            }
        }

        /** The peer says what is wrong: a byte, then function, parameter, value and bound, with tabs between, if it is honest. */
        private RuntimeException heardBye(String function, String said) {
            String[] fields = (said.isEmpty() ? "" : said.substring(1)).split("\t", -1);
            for (int i = 0; i < fields.length; i++) {
                fields[i] = fields[i].replaceAll("[\\x00-\\x1f]", " ");
            }
            if (fields.length == 4) {
                return fail(this, "violation", fields[0].isEmpty() ? function : fields[0], fields[1], fields[2], fields[3]);
            }
            return fail(this, "violation", function, "", String.join(" ", fields), "");
        }

        Reader exchange(String function, int number, Writer writer, long maxReturn, boolean noReturn) {
            if (ending) {
                Runtime.getRuntime().halt(0);
            }
            if (!ownTurn) {
                // Nobody asked yet: the first call is kept until this one is done.
                parked = receive("the session", -1, 0, true);
                byte[] kept = new byte[parked.payload.remaining()];
                parked.payload.get(kept);
                parked.payload = ByteBuffer.wrap(kept).order(ByteOrder.LITTLE_ENDIAN);
            }
            calls++;
            send(CALL, number, writer);
            for (;;) {
                Frame next = receive(function, number, maxReturn, noReturn);
                if (next.kind == REPLY) {
                    return new Reader(this, function, next.payload);
                }
                handle(next);
            }
        }

        private void handle(Frame frame) {
            calls++;
            counts[frame.function]++;
            SandglassCalls.dispatch(this, frame.function, frame.payload);
        }

        /** Serves calls until Main ends. */
        void serve() {
            for (;;) {
                Frame frame = parked == null ? receive("the session", -1, 0, true) : parked;
                parked = null;
                handle(frame);
            }
        }
    }

