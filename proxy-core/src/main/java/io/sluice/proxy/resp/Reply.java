package io.sluice.proxy.resp;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One reply, independent of the version of the protocol that it will be written in: {@link RespEncoder} writes the same
 * reply in RESP2 or in RESP3.
 *
 * <p>Replies are immutable and may be shared between threads. To stay cheap they keep the byte arrays that they are given
 * without a copy: whoever hands one over does not change it afterwards, and whoever reads one out does not change it
 * either. Equality is by content.
 */
public sealed interface Reply {

    /** {@code +OK}. */
    Reply OK = simple("OK");

    /** {@code +PONG}. */
    Reply PONG = simple("PONG");

    /** {@code +QUEUED}, the answer to a command inside MULTI. */
    Reply QUEUED = simple("QUEUED");

    /** No value: {@code $-1} in RESP2, {@code _} in RESP3. */
    Reply NULL = Null.BULK;

    /** No array: {@code *-1} in RESP2, {@code _} in RESP3. */
    Reply NULL_ARRAY = Null.ARRAY;

    /** Nothing at all is written, as after CLIENT REPLY OFF. */
    Reply NONE = None.INSTANCE;

    /** The integer 0. */
    Reply ZERO = Int.of(0);

    /** The integer 1. */
    Reply ONE = Int.of(1);

    /** A bulk string of no bytes. */
    Reply EMPTY_BULK = bulk(new byte[0]);

    /** An array of no elements. */
    Reply EMPTY_ARRAY = array();

    /** A map of no entries. */
    Reply EMPTY_MAP = map(List.of());

    /** A set of no elements. */
    Reply EMPTY_SET = set(List.of());

    /** The bool true. */
    Reply TRUE = new Bool(true);

    /** The bool false. */
    Reply FALSE = new Bool(false);

    /**
     * The number of bytes this reply takes on the wire, in that version of the protocol that needs more: an upper bound,
     * known without walking the reply.
     */
    long bytes();

    /** A status such as {@code OK}. Line ends would break the framing and become spaces. */
    static Reply simple(String text) {
        return new Simple(Lines.spaced(text.getBytes(UTF_8)));
    }

    /**
     * An error.
     *
     * @param text the whole text with its code word first, without the dash: {@code "ERR syntax error"}. Line ends around
     *     it are dropped, those inside become spaces.
     */
    static Reply error(String text) {
        return error(text.getBytes(UTF_8));
    }

    /** As {@link #error(String)}, for a text that quotes what a client sent and need not be UTF-8. */
    static Reply error(byte[] text) {
        return new Err(Lines.spaced(Lines.trimmed(text)));
    }

    /** An integer. */
    static Reply integer(long value) {
        return Int.of(value);
    }

    /** A bulk string of the whole array, which is kept, not copied. */
    static Reply bulk(byte[] bytes) {
        return new Bulk(bytes, 0, bytes.length);
    }

    /** A bulk string of a part of an array, which is kept, not copied. */
    static Reply bulk(byte[] bytes, int offset, int length) {
        return new Bulk(bytes, offset, length);
    }

    /** A bulk string of the text in UTF-8. */
    static Reply bulk(String text) {
        return bulk(text.getBytes(UTF_8));
    }

    /** A bulk string, or {@link #NULL} where there is no value. */
    static Reply bulkOrNull(byte @Nullable [] bytes) {
        return bytes == null ? NULL : bulk(bytes);
    }

    /** An array of these elements. */
    static Reply array(List<? extends Reply> elements) {
        return Aggregate.of(Aggregate.Kind.ARRAY, elements);
    }

    /** An array of these elements; the Java array is kept, not copied. */
    static Reply array(Reply... elements) {
        return Aggregate.of(Aggregate.Kind.ARRAY, elements);
    }

    /** A map of keys and values in turn; RESP2 sees one flat array. */
    static Reply map(List<? extends Reply> keysAndValues) {
        return Aggregate.of(Aggregate.Kind.MAP, keysAndValues);
    }

    /**
     * Pairs in an order that matters: member and score, field and value, in turn. RESP3 sees an array of arrays of two,
     * RESP2 one flat array.
     */
    static Reply pairs(List<? extends Reply> firstsAndSeconds) {
        return Aggregate.of(Aggregate.Kind.PAIRS, firstsAndSeconds);
    }

    /** A set; RESP2 sees an array. */
    static Reply set(List<? extends Reply> elements) {
        return Aggregate.of(Aggregate.Kind.SET, elements);
    }

    /** A message outside the order of replies (pub/sub, tracking); RESP2 sees an array. */
    static Reply push(List<? extends Reply> elements) {
        return Aggregate.of(Aggregate.Kind.PUSH, elements);
    }

    /** Several replies one after another without a frame around them: what SUBSCRIBE to three channels answers. */
    static Reply sequence(List<? extends Reply> replies) {
        return Aggregate.of(Aggregate.Kind.SEQUENCE, replies);
    }

    /**
     * A reply with remarks about it, in keys and values in turn. They stand before it and do not count as one; RESP2 sees
     * the reply alone.
     */
    static Reply attributed(List<? extends Reply> keysAndValues, Reply reply) {
        return sequence(List.of(Aggregate.of(Aggregate.Kind.ATTRIBUTES, keysAndValues), reply));
    }

    /**
     * A double.
     *
     * @param text the value as the client shall read it, in both versions of the protocol; RESP2 sees a bulk string
     */
    static Reply dbl(double value, byte[] text) {
        return new Dbl(value, text);
    }

    /** A bool; RESP2 sees the integer 1 or 0. */
    static Reply bool(boolean value) {
        return value ? TRUE : FALSE;
    }

    /**
     * A text with its format; RESP2 sees a bulk string of the text alone.
     *
     * @param format three ASCII characters, {@code txt} or {@code mkd}
     */
    static Reply verbatim(String format, byte[] text) {
        return new Verbatim(format, text);
    }

    /** An integer of any size in decimal digits; RESP2 sees a bulk string. */
    static Reply bigNumber(String digits) {
        return new BigNumber(digits);
    }

    /** A status. */
    record Simple(byte[] text) implements Reply {
        @Override
        public long bytes() {
            return 3L + text.length;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Simple that && Arrays.equals(text, that.text);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(text);
        }

        @Override
        public String toString() {
            return "+" + new String(text, UTF_8);
        }
    }

    /** An error: the code word, a space, the message. */
    record Err(byte[] text) implements Reply {
        /** The whole text. */
        public String message() {
            return new String(text, UTF_8);
        }

        /** The code word, such as {@code ERR} or {@code WRONGTYPE}. */
        public String code() {
            int end = 0;
            while (end < text.length && text[end] != ' ') {
                end++;
            }
            return new String(text, 0, end, UTF_8);
        }

        @Override
        public long bytes() {
            return 3L + text.length;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Err that && Arrays.equals(text, that.text);
        }

        @Override
        public int hashCode() {
            return ~Arrays.hashCode(text);
        }

        @Override
        public String toString() {
            return "-" + message();
        }
    }

    /** An integer. */
    record Int(long value) implements Reply {
        private static final int LOWEST = -2; // TTL's two special answers
        private static final Int[] SHARED = shared();

        static Int of(long value) {
            return value >= LOWEST && value < LOWEST + SHARED.length ? SHARED[(int) value - LOWEST] : new Int(value);
        }

        private static Int[] shared() {
            Int[] all = new Int[1026];
            for (int i = 0; i < all.length; i++) {
                all[i] = new Int(i + LOWEST);
            }
            return all;
        }

        @Override
        public long bytes() {
            return 3L + Decimal.length(value);
        }
    }

    /** A bulk string: a part of an array. */
    record Bulk(byte[] array, int offset, int length) implements Reply {
        public Bulk {
            Objects.checkFromIndexSize(offset, length, array.length);
        }

        /** The bytes alone; a copy only where they are a part of a larger array. */
        public byte[] toBytes() {
            return offset == 0 && length == array.length ? array : Arrays.copyOfRange(array, offset, offset + length);
        }

        @Override
        public long bytes() {
            return 5L + Decimal.length(length) + length;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Bulk that
                    && Arrays.equals(
                            array, offset, offset + length, that.array, that.offset, that.offset + that.length);
        }

        @Override
        public int hashCode() {
            int hash = 1;
            for (int i = offset; i < offset + length; i++) {
                hash = 31 * hash + array[i];
            }
            return hash;
        }

        @Override
        public String toString() {
            return '"' + new String(array, offset, length, UTF_8) + '"';
        }
    }

    /** A double and the text that shows it. */
    record Dbl(double value, byte[] text) implements Reply {
        @Override
        public long bytes() {
            return 5L + Decimal.length(text.length) + text.length;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Dbl that
                    && Double.compare(value, that.value) == 0
                    && Arrays.equals(text, that.text);
        }

        @Override
        public int hashCode() {
            return Double.hashCode(value);
        }

        @Override
        public String toString() {
            return "," + new String(text, UTF_8);
        }
    }

    /** A bool. */
    record Bool(boolean value) implements Reply {
        @Override
        public long bytes() {
            return 4;
        }
    }

    /** A text with its format. */
    record Verbatim(String format, byte[] text) implements Reply {
        public Verbatim {
            if (format.length() != 3) {
                throw new IllegalArgumentException("a format has three characters: " + format);
            }
        }

        @Override
        public long bytes() {
            return 5L + Decimal.length(text.length + 4L) + text.length + 4;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Verbatim that && format.equals(that.format) && Arrays.equals(text, that.text);
        }

        @Override
        public int hashCode() {
            return 31 * format.hashCode() + Arrays.hashCode(text);
        }

        @Override
        public String toString() {
            return "=" + format + ":" + new String(text, UTF_8);
        }
    }

    /** An integer of any size. */
    record BigNumber(String digits) implements Reply {
        @Override
        public long bytes() {
            return 5L + Decimal.length(digits.length()) + digits.length();
        }
    }

    /** The two ways in which RESP2 says that there is nothing. */
    enum Null implements Reply {
        BULK,
        ARRAY;

        @Override
        public long bytes() {
            return 5;
        }
    }

    /** No reply at all. */
    enum None implements Reply {
        INSTANCE;

        @Override
        public long bytes() {
            return 0;
        }
    }

    /** Everything that has elements. */
    final class Aggregate implements Reply {
        /** What the elements are together. */
        public enum Kind {
            ARRAY,
            MAP,
            PAIRS,
            SET,
            PUSH,
            ATTRIBUTES,
            SEQUENCE
        }

        /** What stands before a pair in RESP3. */
        private static final long PAIR_BYTES = 4;

        private final Kind kind;
        private final Reply[] elements;
        private final long bytes;

        private Aggregate(Kind kind, Reply[] elements, long bytes) {
            this.kind = kind;
            this.elements = elements;
            this.bytes = bytes;
        }

        static Aggregate of(Kind kind, List<? extends Reply> elements) {
            return of(kind, elements.toArray(new Reply[0]));
        }

        static Aggregate of(Kind kind, Reply... elements) {
            boolean inPairs = kind == Kind.MAP || kind == Kind.PAIRS || kind == Kind.ATTRIBUTES;
            if (inPairs && (elements.length & 1) != 0) {
                throw new IllegalArgumentException("a key without a value, of " + elements.length);
            }
            long bytes = kind == Kind.SEQUENCE ? 0 : 3L + Decimal.length(elements.length);
            bytes += kind == Kind.PAIRS ? elements.length / 2 * PAIR_BYTES : 0;
            for (Reply element : elements) {
                if (kind != Kind.SEQUENCE && !isOneValue(element)) {
                    throw new IllegalArgumentException("not one value, and would break the count: " + element);
                }
                bytes += element.bytes();
            }
            return new Aggregate(kind, elements, bytes);
        }

        private static boolean isOneValue(Reply element) {
            return element != NONE
                    && !(element instanceof Aggregate inner
                            && (inner.kind == Kind.SEQUENCE || inner.kind == Kind.ATTRIBUTES));
        }

        /** What the elements are together. */
        public Kind kind() {
            return kind;
        }

        /** The number of elements; a map counts its keys and its values, pairs count both. */
        public int size() {
            return elements.length;
        }

        /** The element at this place. */
        public Reply get(int index) {
            return elements[index];
        }

        /** The elements, read only; those of a map are keys and values in turn. */
        public List<Reply> elements() {
            return Collections.unmodifiableList(Arrays.asList(elements));
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Aggregate that && kind == that.kind && Arrays.equals(elements, that.elements);
        }

        @Override
        public int hashCode() {
            return 31 * kind.hashCode() + Arrays.hashCode(elements);
        }

        @Override
        public String toString() {
            return kind + Arrays.toString(elements);
        }
    }
}
