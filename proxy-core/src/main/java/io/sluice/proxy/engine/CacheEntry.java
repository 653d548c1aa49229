package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;
import io.sluice.encoding.ValueType;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A row in {@link RowCache}: its name, and its value, which is changed in place.
 *
 * <h2>Why the bytes are overwritten</h2>
 *
 * A cache is a large old generation whose values writes replace all the time. Were each value an object, the garbage collector
 * would have to find every reference that was replaced, and to move every new value: with G1 in its pauses, which were three
 * times as long (docs/optimisations.md). So a value of up to {@link #MOST_IN_PLACE} bytes lies in an array that stays: a new value
 * is copied into it, and a reader gets a copy. What is larger is kept as it is: to copy it for each reader would cost more than
 * that saves.
 *
 * <h2>Concurrency</h2>
 *
 * Any thread reads and writes, though writers of one row mostly exclude each other already, and readers in its lane never meet
 * them ({@link SlotMemory}). Writers take the monitor. A reader takes none: the version is odd while the value is being changed,
 * and a reader copies again when it was, or when another one is there afterwards (a seqlock). What it copied in between may be
 * torn, and is not looked at. A writer may lose its processor in the middle, so after some tries a reader waits for the monitor.
 * Nothing that can fail happens while the version is odd.
 */
final class CacheEntry {
    /** A larger value is kept as an object. Up to this, a copy costs some tens of nanoseconds. */
    static final int MOST_IN_PLACE = 1024;

    private static final VarHandle VERSION;

    static {
        try {
            VERSION = MethodHandles.lookup().findVarHandle(CacheEntry.class, "version", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private static final byte[] EMPTY = {};
    private static final int TRIES = 64;
    /** Kinds of value beside the encodings of headers, which are not negative. */
    private static final byte ABSENT = -1;

    private static final byte ROW = -2;

    final RowId id;
    /** What it counted for when it was put into the cache. */
    final int weight;

    private volatile boolean left;
    private volatile int version;
    /** Whether it was asked for since {@link EntryShard}'s hand came by. Seen late, or lost, it costs at worst a row that is asked for again. */
    private boolean marked;

    /** The value, when it is not in place. */
    private @Nullable Object whole;

    private byte[] bytes = EMPTY;
    private int length;
    private byte kind;
    private long expireAtMs;

    CacheEntry(RowId id, int weight, Object value) {
        this.id = id;
        this.weight = weight;
        put(closed(value), arrayFor(value));
    }

    /** The value, as {@link RowValue} has it. */
    Object value() {
        return read(false);
    }

    /** The value as far as who replaces it must know it: of a string in its header, all but its bytes. */
    Object outline() {
        return read(true);
    }

    private Object read(boolean outlineDoes) {
        for (int i = 0; i < TRIES; i++) {
            int before = version;
            if ((before & 1) == 0) {
                Object there = whole;
                byte[] from = bytes;
                int size = length;
                byte what = kind;
                long expiry = expireAtMs;
                // A length may be seen with the array that was too short for it.
                boolean copies = size <= from.length && !(outlineDoes && isInlineString(what));
                byte[] copy = copies ? copy(from, size) : EMPTY;
                VarHandle.acquireFence();
                if (version == before) {
                    return there != null ? there : value(what, expiry, copy);
                }
            }
            Thread.onSpinWait();
        }
        synchronized (this) {
            Object there = whole;
            return there != null ? there : value(kind, expireAtMs, copy(bytes, length));
        }
    }

    private static boolean isInlineString(byte kind) {
        return ValueEncoding.typeOf(kind) == ValueType.STRING && !ValueEncoding.isSpread(kind);
    }

    private static byte[] copy(byte[] from, int size) {
        return size == 0 ? EMPTY : Arrays.copyOf(from, size);
    }

    private static Object value(byte kind, long expireAtMs, byte[] payload) {
        return switch (kind) {
            case ABSENT -> RowValue.ABSENT;
            case ROW -> payload;
            default -> Header.of(kind, expireAtMs, payload);
        };
    }

    /** Another value of the row, of a size that its weight still stands for. */
    synchronized void set(Object value) {
        byte[] array = arrayFor(value);
        Object kept = closed(value);
        int odd = version + 1;
        VERSION.setOpaque(this, odd);
        // Nothing of the change may be seen before the version that announces it.
        VarHandle.storeStoreFence();
        put(kept, array);
        VERSION.setRelease(this, odd + 1);
    }

    /** What is kept as it is, without what an open payload needs to grow. */
    private static Object closed(Object value) {
        boolean inPlace = RowValue.payloadBytes(value) <= MOST_IN_PLACE;
        return !inPlace && value instanceof Header header ? header.closed() : value;
    }

    private byte[] arrayFor(Object value) {
        int size = RowValue.payloadBytes(value);
        if (size > MOST_IN_PLACE) {
            return EMPTY;
        }
        if (size <= bytes.length) {
            return bytes;
        }
        // What has grown once grows again.
        return new byte[bytes == EMPTY ? size : Math.min(MOST_IN_PLACE, size + size / 8)];
    }

    private void put(Object value, byte[] array) {
        // References are only written where they change: the collector looks at every one that is.
        if (bytes != array) {
            bytes = array;
        }
        if (RowValue.payloadBytes(value) > MOST_IN_PLACE) {
            whole = value;
            length = 0;
            return;
        }
        if (whole != null) {
            whole = null;
        }
        if (value instanceof Header header) {
            kind = header.encoding();
            expireAtMs = header.expireAtMs();
            header.putPayload(bytes, 0);
            length = header.payloadLength();
        } else if (value instanceof byte[] row) {
            kind = ROW;
            System.arraycopy(row, 0, bytes, 0, row.length);
            length = row.length;
        } else {
            kind = ABSENT;
            length = 0;
        }
    }

    /** Reads what a reader reads. Any thread; what it returns means nothing. */
    int touch() {
        byte[] there = bytes;
        return there.length > 0 ? there[0] + version : version;
    }

    boolean isMarked() {
        return marked;
    }

    void mark() {
        if (!marked) {
            marked = true;
        }
    }

    void unmark() {
        marked = false;
    }

    /** Whether the cache has let go of it. */
    boolean hasLeft() {
        return left;
    }

    /** Before there can be another entry of the row. */
    void leave() {
        left = true;
    }
}
