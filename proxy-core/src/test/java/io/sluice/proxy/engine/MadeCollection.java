package io.sluice.proxy.engine;

import io.sluice.encoding.RowKeys;
import org.jspecify.annotations.Nullable;

/** A collection of which the engine knows all rows, because it has made it: rows by an index, below an id that was drawn. */
final class MadeCollection {
    private final Rig rig;
    private final String tag;
    private final int slot;
    private long id;

    /**
     * Makes it, durable.
     *
     * @param rows the indexes from 0 on of the first rows, each with the value {@code old}
     */
    MadeCollection(Rig rig, String tag, int rows) {
        this.rig = rig;
        this.tag = tag;
        this.slot = rig.key(tag).slot();
        rig.call(
                        c -> {
                            id = c.newId(slot);
                            for (int i = 0; i < rows; i++) {
                                c.putRow(slot, rowKey(i), Rig.bytes("old"));
                            }
                            return null;
                        },
                        tag)
                .durable();
    }

    long id() {
        return id;
    }

    byte[] rowKey(int index) {
        return RowKeys.element(id, index, new byte[] {(byte) index});
    }

    /** @param value null deletes the row */
    Rig.Call put(int index, @Nullable String value) {
        return rig.call(
                c -> {
                    if (value == null) {
                        c.deleteRow(slot, rowKey(index));
                    } else {
                        c.putRow(slot, rowKey(index), Rig.bytes(value));
                    }
                    return null;
                },
                tag);
    }
}
