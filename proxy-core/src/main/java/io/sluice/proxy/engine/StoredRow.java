package io.sluice.proxy.engine;

import io.sluice.encoding.Header;
import io.sluice.kv.WriteBatch;
import io.sluice.kv.WriteBatch.Kind;

/**
 * A row in memory as the store gets it: its bytes are put together where the store wants them.
 *
 * @param content see {@link RowValue}
 * @param wasAbsent see {@link WriteBatch.Operation#wasAbsent}
 */
record StoredRow(RowId id, Object content, boolean wasAbsent) implements WriteBatch.Operation {

    /** A row of which nothing is known but what it becomes. */
    StoredRow(RowId id, Object content) {
        this(id, content, false);
    }

    /** The same row as it is left by what comes later in the batch. */
    StoredRow then(StoredRow later) {
        return new StoredRow(id, later.content, wasAbsent);
    }

    /** Of which nothing is known any more but what it becomes. */
    StoredRow perhapsThere() {
        return wasAbsent ? new StoredRow(id, content) : this;
    }

    /** What the row adds to {@link WriteBatch#bytes()} at most, its slot's guard included. */
    long bytes() {
        return WrittenRow.bytes(id, content);
    }

    @Override
    public Kind kind() {
        return content == RowValue.ABSENT ? Kind.DELETE : Kind.PUT;
    }

    @Override
    public int slot() {
        return id.slot();
    }

    @Override
    public int keyLength() {
        return id.rowKeyBytes();
    }

    @Override
    public void putKey(byte[] target, int at) {
        id.putRowKey(target, at);
    }

    @Override
    public int valueLength() {
        return content instanceof Header header ? header.encodedLength(id.key()) : RowValue.payloadBytes(content);
    }

    @Override
    public void putValue(byte[] target, int at) {
        if (content instanceof Header header) {
            header.put(id.key(), target, at);
        } else if (content instanceof byte[] bytes) {
            System.arraycopy(bytes, 0, target, at, bytes.length);
        }
    }
}
