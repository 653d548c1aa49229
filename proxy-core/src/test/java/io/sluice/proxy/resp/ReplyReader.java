package io.sluice.proxy.resp;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;

/** Reads complete replies of either version of the protocol, and accepts nothing that is not exact. */
final class ReplyReader {
    private final ByteBuf in;

    ReplyReader(ByteBuf in) {
        this.in = in;
    }

    Reply read() {
        char mark = (char) in.readByte();
        return switch (mark) {
            case '+' -> new Reply.Simple(line());
            case '-' -> new Reply.Err(line());
            case ':' -> Reply.integer(number());
            case '$' -> bulk();
            case '*' -> array();
            case '_' -> nothing();
            case '#' -> bool();
            case ',' -> dbl();
            case '(' -> Reply.bigNumber(new String(line(), US_ASCII));
            case '=' -> verbatim();
            case '%' -> Reply.map(elements(2 * number()));
            case '~' -> Reply.set(elements(number()));
            case '>' -> Reply.push(elements(number()));
            default -> throw new AssertionError("no such mark: " + mark);
        };
    }

    private Reply bulk() {
        long length = number();
        return length == -1 ? Reply.NULL : Reply.bulk(body(length));
    }

    private Reply array() {
        long count = number();
        return count == -1 ? Reply.NULL_ARRAY : Reply.array(elements(count));
    }

    private Reply nothing() {
        lineEnd();
        return Reply.NULL;
    }

    private Reply bool() {
        byte letter = in.readByte();
        lineEnd();
        return switch (letter) {
            case 't' -> Reply.TRUE;
            case 'f' -> Reply.FALSE;
            default -> throw new AssertionError("no such bool: " + letter);
        };
    }

    private Reply dbl() {
        byte[] text = line();
        return Reply.dbl(Double.parseDouble(new String(text, US_ASCII)), text);
    }

    private Reply verbatim() {
        ByteBuf body = Unpooled.wrappedBuffer(body(number()));
        String format = body.readCharSequence(3, US_ASCII).toString();
        if (body.readByte() != ':') {
            throw new AssertionError("no colon after the format");
        }
        byte[] text = new byte[body.readableBytes()];
        body.readBytes(text);
        return Reply.verbatim(format, text);
    }

    private List<Reply> elements(long count) {
        List<Reply> elements = new ArrayList<>();
        for (long i = 0; i < count; i++) {
            elements.add(read());
        }
        return elements;
    }

    private long number() {
        byte[] line = line();
        return Decimal.parse(line, 0, line.length).orElseThrow(() -> new AssertionError(new String(line, US_ASCII)));
    }

    private byte[] body(long length) {
        byte[] body = new byte[Math.toIntExact(length)];
        in.readBytes(body);
        lineEnd();
        return body;
    }

    private byte[] line() {
        int end = in.indexOf(in.readerIndex(), in.writerIndex(), (byte) '\r');
        if (end < 0) {
            throw new AssertionError("a line without an end");
        }
        byte[] line = new byte[end - in.readerIndex()];
        in.readBytes(line);
        lineEnd();
        return line;
    }

    private void lineEnd() {
        if (in.readByte() != '\r' || in.readByte() != '\n') {
            throw new AssertionError("no line end before " + in.readerIndex());
        }
    }
}
