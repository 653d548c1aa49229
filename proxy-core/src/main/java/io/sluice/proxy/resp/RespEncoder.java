package io.sluice.proxy.resp;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.util.Arrays;

/**
 * Writes replies into buffers, as RESP2 or as RESP3.
 *
 * <p>Most replies are a mark, a small number and a line end, or begin so. Those eight bytes or fewer are kept ready in a
 * {@code long} and stored at once; the writer index then moves on by as many as count, and the next store overwrites the
 * rest. Nesting is walked without recursion, so its depth is bounded by memory alone.
 *
 * <p>Threads: stateless; the caller owns the buffer.
 */
public final class RespEncoder {
    /** The first version of the protocol; whatever is not 3 is written as this. */
    public static final int RESP2 = 2;

    /** The version with maps, sets, doubles, bools, pushes and one null. */
    public static final int RESP3 = 3;

    private static final int CRLF = '\r' << 8 | '\n';
    private static final int READY = 1024;
    private static final int STORED_AT_ONCE = Long.BYTES;

    private static final Reply.Aggregate[] NO_PARENTS = {};
    private static final int[] NO_PLACES = {};

    /** Digits and line end of the small numbers, in the highest bytes but one: the mark takes the highest. */
    private static final long[] SMALL = smallNumbers();

    private RespEncoder() {}

    /**
     * Writes one reply; the buffer grows at most once.
     *
     * @param protocol {@link #RESP2} or {@link #RESP3}
     * @throws IndexOutOfBoundsException if the buffer cannot grow that far; compare {@link Reply#bytes()} first
     */
    public static void encode(Reply reply, int protocol, ByteBuf out) {
        out.ensureWritable((int) Math.min(reply.bytes() + STORED_AT_ONCE, out.maxWritableBytes()));
        boolean resp3 = protocol == RESP3;
        if (reply instanceof Reply.Aggregate aggregate) {
            aggregate(aggregate, resp3, out);
        } else {
            single(reply, resp3, out);
        }
    }

    private static void aggregate(Reply.Aggregate root, boolean resp3, ByteBuf out) {
        Reply.Aggregate[] parents = NO_PARENTS;
        int[] resumeAt = NO_PLACES;
        int depth = 0;
        Reply.Aggregate current = root;
        int at = 0;
        opening(root, resp3, out);
        while (true) {
            if (at == current.size()) {
                if (depth == 0) {
                    return;
                }
                depth--;
                current = parents[depth];
                at = resumeAt[depth];
                continue;
            }
            if (resp3 && current.kind() == Reply.Aggregate.Kind.PAIRS && (at & 1) == 0) {
                number('*', 2, out);
            }
            Reply element = current.get(at++);
            if (!(element instanceof Reply.Aggregate inner)) {
                single(element, resp3, out);
                continue;
            }
            if (inner.kind() == Reply.Aggregate.Kind.ATTRIBUTES && !resp3) {
                continue;
            }
            if (depth == parents.length) {
                parents = Arrays.copyOf(parents, Math.max(8, depth * 2));
                resumeAt = Arrays.copyOf(resumeAt, Math.max(8, depth * 2));
            }
            parents[depth] = current;
            resumeAt[depth] = at;
            depth++;
            current = inner;
            at = 0;
            opening(inner, resp3, out);
        }
    }

    private static void opening(Reply.Aggregate aggregate, boolean resp3, ByteBuf out) {
        int size = aggregate.size();
        switch (aggregate.kind()) {
            case ARRAY -> number('*', size, out);
            case MAP -> number(resp3 ? '%' : '*', resp3 ? size / 2 : size, out);
            case PAIRS -> number('*', resp3 ? size / 2 : size, out);
            case SET -> number(resp3 ? '~' : '*', size, out);
            case PUSH -> number(resp3 ? '>' : '*', size, out);
            case ATTRIBUTES -> number('|', size / 2, out);
            case SEQUENCE -> {} // its replies stand for themselves
        }
    }

    private static void single(Reply reply, boolean resp3, ByteBuf out) {
        if (reply instanceof Reply.Bulk bulk) {
            bulk(bulk.array(), bulk.offset(), bulk.length(), out);
        } else if (reply instanceof Reply.Int integer) {
            number(':', integer.value(), out);
        } else if (reply instanceof Reply.Simple simple) {
            line('+', simple.text(), out);
        } else if (reply instanceof Reply.Null none) {
            nothing(none, resp3, out);
        } else if (reply instanceof Reply.Err error) {
            line('-', error.text(), out);
        } else if (reply instanceof Reply.Dbl dbl) {
            if (resp3) {
                line(',', dbl.text(), out);
            } else {
                bulk(dbl.text(), 0, dbl.text().length, out);
            }
        } else if (reply instanceof Reply.Bool bool) {
            bool(bool.value(), resp3, out);
        } else if (reply instanceof Reply.Verbatim verbatim) {
            verbatim(verbatim, resp3, out);
        } else if (reply instanceof Reply.BigNumber big) {
            bigNumber(big.digits(), resp3, out);
        } else if (reply != Reply.NONE) {
            throw new AssertionError("no way to write " + reply);
        }
    }

    private static void bulk(byte[] array, int offset, int length, ByteBuf out) {
        number('$', length, out);
        out.writeBytes(array, offset, length).writeShort(CRLF);
    }

    private static void line(char mark, byte[] text, ByteBuf out) {
        out.writeByte(mark).writeBytes(text).writeShort(CRLF);
    }

    private static void nothing(Reply.Null none, boolean resp3, ByteBuf out) {
        if (resp3) {
            out.writeByte('_').writeShort(CRLF);
        } else {
            number(none == Reply.Null.BULK ? '$' : '*', -1, out);
        }
    }

    private static void bool(boolean value, boolean resp3, ByteBuf out) {
        if (resp3) {
            out.writeByte('#').writeByte(value ? 't' : 'f').writeShort(CRLF);
        } else {
            number(':', value ? 1 : 0, out);
        }
    }

    private static void verbatim(Reply.Verbatim verbatim, boolean resp3, ByteBuf out) {
        byte[] text = verbatim.text();
        if (resp3) {
            number('=', text.length + 4L, out);
            ByteBufUtil.writeAscii(out, verbatim.format());
            out.writeByte(':').writeBytes(text).writeShort(CRLF);
        } else {
            bulk(text, 0, text.length, out);
        }
    }

    private static void bigNumber(String digits, boolean resp3, ByteBuf out) {
        if (resp3) {
            out.writeByte('(');
        } else {
            number('$', digits.length(), out);
        }
        ByteBufUtil.writeAscii(out, digits);
        out.writeShort(CRLF);
    }

    private static void number(char mark, long value, ByteBuf out) {
        if (value >= 0 && value < READY && out.writableBytes() >= STORED_AT_ONCE) {
            int start = out.writerIndex();
            out.setLong(start, (long) mark << 56 | SMALL[(int) value]);
            out.writerIndex(start + 3 + Decimal.length(value));
        } else {
            out.writeByte(mark);
            Decimal.write(out, value);
            out.writeShort(CRLF);
        }
    }

    private static long[] smallNumbers() {
        long[] all = new long[READY];
        for (int i = 0; i < READY; i++) {
            long packed = 0;
            int shift = 48;
            for (char c : (i + "\r\n").toCharArray()) {
                packed |= (long) c << shift;
                shift -= 8;
            }
            all[i] = packed;
        }
        return all;
    }
}
