    /** Checks that both directions share. */
    static class Checks {
        final Link link;
        final String function;
        final String word;

        Checks(Link link, String function, String word) {
            this.link = link;
            this.function = function;
            this.word = word;
        }

        RuntimeException wrong(String where, String value, String bound) {
            return fail(link, word, function, where, value, bound);
        }

        void check(long value, String where, long low, long high) {
            if (value < low || value > high) {
                throw wrong(where, Long.toString(value), low + ".." + high);
            }
        }

        void checkUnsigned(long value, String where, long low, long high) {
            if (high < 0 || Long.compareUnsigned(value, high) > 0 || (low >= 0 && Long.compareUnsigned(value, low) < 0)) {
                throw wrong(where, Long.toUnsignedString(value), low + ".." + high);
            }
        }

        void check(double value, String where, long low, long high) {
            if (!(value >= low && value <= high)) {
                throw wrong(where, Double.toString(value), low + ".." + high);
            }
        }
    }

    /** The payload of a frame; what is wrong with a value is the fault of this side. */
    static final class Writer extends Checks {
        ByteBuffer buffer = ByteBuffer.allocate(256).order(ByteOrder.LITTLE_ENDIAN);

        Writer(Link link, String function) {
            super(link, function, "own_fault");
            buffer.position(HEADER);
        }

        private ByteBuffer room(int bytes) {
            if (buffer.remaining() < bytes) {
                ByteBuffer larger = ByteBuffer.allocate((buffer.position() + bytes) * 2).order(ByteOrder.LITTLE_ENDIAN);
                buffer.flip();
                larger.put(buffer);
                buffer = larger;
            }
            return buffer;
        }

        void sameLength(int length, long expected, String where) {
            if (length != expected) {
                throw wrong(where, length + " elements", expected + " elements");
            }
        }

        void putString(String value, String where, long low, long high) {
            ByteBuffer bytes;
            try {
                bytes = StandardCharsets.UTF_8.newEncoder().encode(java.nio.CharBuffer.wrap(value == null ? "" : value));
            } catch (CharacterCodingException error) {
                throw wrong(where, "text", "UTF-8 without the character 0");
            }
            int length = bytes.remaining();
            if (length < low || length > high) {
                throw wrong(where, "text of " + length + " bytes", low + ".." + high + " bytes");
            }
            if (value != null && value.indexOf('\0') >= 0) {
                throw wrong(where, "text", "UTF-8 without the character 0");
            }
            room(4 + length).putInt(length).put(bytes);
        }

        void putAll(short[] values) {
            room(2 * values.length).asShortBuffer().put(values);
            buffer.position(buffer.position() + 2 * values.length);
        }

        void putAll(int[] values) {
            room(4 * values.length).asIntBuffer().put(values);
            buffer.position(buffer.position() + 4 * values.length);
        }

        void putAll(long[] values) {
            room(8 * values.length).asLongBuffer().put(values);
            buffer.position(buffer.position() + 8 * values.length);
        }

        void putAll(float[] values) {
            room(4 * values.length).asFloatBuffer().put(values);
            buffer.position(buffer.position() + 4 * values.length);
        }

        void putAll(double[] values) {
            room(8 * values.length).asDoubleBuffer().put(values);
            buffer.position(buffer.position() + 8 * values.length);
        }
{% set INTEGERS = [["ubyte", "int", "(byte) value", "put", 1, "0", "255L"], ["short", "short", "value", "putShort", 2, "-32768", "32767"], ["ushort", "int", "(short) value", "putShort", 2, "0", "65535L"], ["int", "int", "value", "putInt", 4, "Integer.MIN_VALUE", "Integer.MAX_VALUE"], ["uint", "long", "(int) value", "putInt", 4, "0", "4294967295L"], ["char", "char", "(byte) value", "put", 1, "0", "255L"], ["long", "long", "value", "putLong", 8, "Long.MIN_VALUE", "Long.MAX_VALUE"]] %}
{% for name, type, cast, method, bytes, low, high in INTEGERS %}

        void put_{{ name }}({{ type }} value, String where) {
            check((long) value, where, {{ low }}, {{ high }});
            room({{ bytes }}).{{ method }}({{ cast }});
        }

        void put_{{ name }}({{ type }} value, String where, long low, long high) {
            check((long) value, where, low, high);
            put_{{ name }}(value, where);
        }
{% endfor %}
{% for name, type, method, bytes in [["float", "float", "putFloat", 4], ["double", "double", "putDouble", 8]] %}

        void put_{{ name }}({{ type }} value, String where) {
            room({{ bytes }}).{{ method }}(value);
        }

        void put_{{ name }}({{ type }} value, String where, long low, long high) {
            check((double) value, where, low, high);
            put_{{ name }}(value, where);
        }
{% endfor %}

        void put_bool(boolean value, String where) {
            room(1).put((byte) (value ? 1 : 0));
        }

        void put_ulong(long value, String where) {
            room(8).putLong(value);
        }

        void put_ulong(long value, String where, long low, long high) {
            checkUnsigned(value, where, low, high);
            put_ulong(value, where);
        }
    }

    /** The payload of a frame, read; what is wrong with a value is the fault of the other side. */
    static final class Reader extends Checks {
        private final ByteBuffer buffer;

        Reader(Link link, String function, ByteBuffer payload) {
            super(link, function, "violation");
            buffer = payload;
        }

        private ByteBuffer need(long bytes) {
            if (bytes < 0 || buffer.remaining() < bytes) {
                throw fail(link, "protocol", function, "", "a message that is too short", "");
            }
            return buffer;
        }

        int times(long count, long smallest) {
            need(count * smallest);
            return Math.toIntExact(count);
        }

        String takeString(String where, long low, long high) {
            long length = need(4).getInt() & 0xffffffffL;
            if (length < low || length > high) {
                throw wrong(where, "text of " + length + " bytes", low + ".." + high + " bytes");
            }
            need(length);
            byte[] bytes = new byte[(int) length];
            buffer.get(bytes);
            String text;
            try {
                text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            } catch (CharacterCodingException error) {
                text = "\0";
            }
            if (text.indexOf('\0') >= 0) {
                throw wrong(where, "text", "UTF-8 without the character 0");
            }
            return text;
        }
{% for name, view, bytes in [["short", "asShortBuffer", 2], ["int", "asIntBuffer", 4], ["long", "asLongBuffer", 8], ["float", "asFloatBuffer", 4], ["double", "asDoubleBuffer", 8]] %}

        void takeAll({{ name }}[] values) {
            need({{ bytes }}L * values.length).{{ view }}().get(values);
            buffer.position(buffer.position() + {{ bytes }} * values.length);
        }
{% endfor %}
{% for name, type, get, bytes in [["ubyte", "int", "get() & 0xff", 1], ["short", "short", "getShort()", 2], ["ushort", "int", "getShort() & 0xffff", 2], ["int", "int", "getInt()", 4], ["uint", "long", "getInt() & 0xffffffffL", 4], ["long", "long", "getLong()", 8], ["float", "float", "getFloat()", 4], ["double", "double", "getDouble()", 8]] %}

        {{ type }} take_{{ name }}(String where) {
            return need({{ bytes }}).{{ get }};
        }

        {{ type }} take_{{ name }}(String where, long low, long high) {
            {{ type }} value = take_{{ name }}(where);
            check({{ "(double) " if name in ["float", "double"] else "(long) " }}value, where, low, high);
            return value;
        }
{% endfor %}

        boolean take_bool(String where) {
            return need(1).get() != 0;
        }

        char take_char(String where) {
            return (char) (need(1).get() & 0xff);
        }

        char take_char(String where, long low, long high) {
            char value = take_char(where);
            check((long) value, where, low, high);
            return value;
        }

        long take_ulong(String where) {
            return need(8).getLong();
        }

        long take_ulong(String where, long low, long high) {
            long value = take_ulong(where);
            checkUnsigned(value, where, low, high);
            return value;
        }

        void finish() {
            if (buffer.hasRemaining()) {
                throw fail(link, "protocol", function, "", "a message that is too long", "");
            }
        }
    }
