package io.sluice.proxy.command;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.sluice.encoding.Header;
import io.sluice.encoding.ValueEncoding;

/** Runs the commands on strings. */
final class StringRunner extends FamilyRunner {
    StringRunner(int stringChunkBytes) {
        super(stringChunkBytes, StringCommands::rows, BitCommands::rows, HyperLogLogCommands::rows);
    }

    /** Puts a key of another type. */
    void putList(String key) {
        context.overwrite(
                context.hasher.key(key.getBytes(ISO_8859_1)), Header.of(ValueEncoding.LIST_PACKED, new byte[0]));
    }

    /** What OBJECT ENCODING would answer. */
    String encoding(String key) {
        return switch (context.stored(key).encoding()) {
            case ValueEncoding.STRING_INT -> "int";
            case ValueEncoding.STRING_EMBSTR -> "embstr";
            case ValueEncoding.STRING_RAW, ValueEncoding.STRING_CHUNKED -> "raw";
            default -> "another type";
        };
    }
}
