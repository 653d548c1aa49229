package io.sluice.encoding;

import java.util.Arrays;

/**
 * The payload of a collection that is spread over rows: id (8 bytes), form, number of elements (varint), then what the
 * type adds.
 *
 * @param id what its rows are named by
 * @param form one of {@link Forms}
 * @param count the number of elements, exact
 * @param rest the type's own part; not copied
 */
public record SpreadRef(long id, byte form, long count, byte[] rest) {
    private static final byte[] NOTHING = {};

    /** A collection whose type adds nothing. */
    public SpreadRef(long id, byte form, long count) {
        this(id, form, count, NOTHING);
    }

    /** @throws IllegalArgumentException if the form is unknown or the count is negative */
    public SpreadRef {
        check(form, count);
    }

    static void check(byte form, long count) {
        if (!Forms.isKnown(form) || count < 0) {
            throw new IllegalArgumentException("no collection has form " + form + " and " + count + " elements");
        }
    }

    /** The same collection with another number of elements. */
    public SpreadRef withCount(long newCount) {
        return newCount == count ? this : new SpreadRef(id, form, newCount, rest);
    }

    /** The same collection in another form. */
    public SpreadRef withForm(byte newForm) {
        return newForm == form ? this : new SpreadRef(id, newForm, count, rest);
    }

    /** The same collection with another part of the type's own. */
    public SpreadRef withRest(byte[] newRest) {
        return new SpreadRef(id, form, count, newRest);
    }

    /** The payload. */
    public byte[] encode() {
        byte[] payload = new byte[8 + 1 + OrderedCodec.varintSize(count) + rest.length];
        System.arraycopy(rest, 0, payload, putFront(payload, 0, id, form, count), rest.length);
        return payload;
    }

    /** Writes what comes before the type's own part; answers the offset behind it. */
    static int putFront(byte[] target, int offset, long id, byte form, long count) {
        OrderedCodec.putLong(target, offset, id);
        target[offset + 8] = form;
        return OrderedCodec.putVarint(target, offset + 9, count);
    }

    /** @throws EncodingException if this is not such a payload */
    public static SpreadRef decode(byte[] payload) {
        ByteReader in = new ByteReader(payload, "spread collection");
        SpreadRef front = read(in);
        return front.withRest(in.readRest());
    }

    /** Reads what comes before the type's own part, as a reference without that. */
    static SpreadRef read(ByteReader in) {
        long id = in.readLong();
        byte form = in.readByte();
        long count = in.readVarint();
        if (!Forms.isKnown(form) || count < 0) {
            throw in.error("form " + form + " with " + Long.toUnsignedString(count) + " elements");
        }
        return new SpreadRef(id, form, count);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SpreadRef that
                && id == that.id
                && form == that.form
                && count == that.count
                && Arrays.equals(rest, that.rest);
    }

    @Override
    public int hashCode() {
        return Long.hashCode(id) * 31 + Long.hashCode(count);
    }

    @Override
    public String toString() {
        return "SpreadRef[id=" + id + ", form=" + form + ", count=" + count + ", rest of " + rest.length + " bytes]";
    }
}
