package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.proxy.resp.Reply;
import org.junit.jupiter.api.Test;

/** Replies and errors of the commands on bits and HyperLogLogs, as Redis gives them. */
class BitCommandsTest {
    private static final String NOT_INT = "-ERR value is not an integer or out of range";
    private static final String SYNTAX = "-ERR syntax error";
    private static final String WRONGTYPE = "-WRONGTYPE Operation against a key holding the wrong kind of value";
    private static final String BIT_OFFSET = "-ERR bit offset is not an integer or out of range";
    private static final String BIT_VALUE = "-ERR bit is not an integer or out of range";

    private final StringRunner r = new StringRunner(16_384);

    @Test
    void singleBits() {
        assertThat(r.line("SETBIT k 7 1")).isEqualTo("0");
        assertThat(r.line("GETBIT k 7")).isEqualTo("1");
        assertThat(r.line("GETBIT k 100")).isEqualTo("0");
        assertThat(r.line("GETBIT none 1")).isEqualTo("0");
        assertThat(r.line("SETBIT k 7 2")).isEqualTo(BIT_VALUE);
        assertThat(r.line("SETBIT k 7 a")).isEqualTo(BIT_VALUE);
        assertThat(r.line("SETBIT k -1 1")).isEqualTo(BIT_OFFSET);
        assertThat(r.line("SETBIT k 4294967296 1")).isEqualTo(BIT_OFFSET);
        assertThat(r.line("GETBIT k x")).isEqualTo(BIT_OFFSET);
        r.putList("list");
        assertThat(r.line("SETBIT list 0 1")).isEqualTo(WRONGTYPE);
        assertThat(r.line("GETBIT list 0")).isEqualTo(WRONGTYPE);
    }

    @Test
    void aFarBitCostsFewRows() {
        assertThat(r.line("SETBIT k 4294967295 1")).isEqualTo("0");
        assertThat(r.context.rowsWritten).isEqualTo(1);
        assertThat(r.context.rowsRead).isLessThanOrEqualTo(1);
        assertThat(r.line("STRLEN k")).isEqualTo("536870912");
        assertThat(r.line("BITCOUNT k")).isEqualTo("1");
        assertThat(r.context.rowsRead).isEqualTo(1);
        assertThat(r.line("BITPOS k 1")).isEqualTo("4294967295");
        assertThat(r.context.rowsRead).isLessThan(200); // of 32768
        assertThat(r.line("BITPOS k 0")).isEqualTo("0");
        assertThat(r.line("GETBIT k 4294967295")).isEqualTo("1");
        assertThat(r.line("GETRANGE k -1 -1")).isEqualTo("\1");
        assertThat(r.reply("GET", "k")).isInstanceOfSatisfying(Reply.Err.class, error -> assertThat(error.message())
                .isEqualTo("OOM"));
    }

    @Test
    void counting() {
        r.line("SET k foobar");
        assertThat(r.line("BITCOUNT k")).isEqualTo("26");
        assertThat(r.line("BITCOUNT k 0 0")).isEqualTo("4");
        assertThat(r.line("BITCOUNT k 5 30 BIT")).isEqualTo("17");
        assertThat(r.line("BITCOUNT k 0 0 FOO")).isEqualTo(SYNTAX);
        assertThat(r.line("BITCOUNT k -1 -2 FOO")).isEqualTo("0");
        assertThat(r.line("BITCOUNT k 0")).isEqualTo(SYNTAX);
        assertThat(r.line("BITCOUNT none 0")).isEqualTo("0");
        assertThat(r.line("BITCOUNT k 0 x")).isEqualTo(NOT_INT);
        assertThat(r.line("BITCOUNT k -9223372036854775808 9223372036854775807"))
                .isEqualTo("26");
    }

    @Test
    void searching() {
        r.run("SET", "k", "\u00ff\u00f0\0");
        assertThat(r.line("BITPOS k 0")).isEqualTo("12");
        assertThat(r.line("BITPOS k 1 2")).isEqualTo("-1");
        assertThat(r.line("BITPOS k 1 2 -1 BIT")).isEqualTo("2");
        assertThat(r.line("BITPOS k 2")).isEqualTo("-ERR The bit argument must be 1 or 0.");
        assertThat(r.line("BITPOS k x")).isEqualTo(NOT_INT);
        assertThat(r.line("BITPOS none 0 x")).isEqualTo("0");
        assertThat(r.line("BITPOS none 1")).isEqualTo("-1");
        assertThat(r.line("BITPOS k 1 0 1 FOO")).isEqualTo(SYNTAX);
        assertThat(r.line("BITPOS k 1 0 1 BIT x")).isEqualTo(SYNTAX);
        r.run("SET", "k", "\u00ff\u00ff");
        assertThat(r.line("BITPOS k 0")).isEqualTo("16");
        assertThat(r.line("BITPOS k 0 0 -1")).isEqualTo("-1");
    }

    @Test
    void combining() {
        r.line("MSET a abc b ab n 5");
        assertThat(r.line("BITOP AND x a b")).isEqualTo("3");
        assertThat(r.line("GET x")).isEqualTo("ab\0");
        assertThat(r.encoding("x")).isEqualTo("raw");
        assertThat(r.line("BITOP NOT x n")).isEqualTo("1");
        assertThat(r.line("GET x")).isEqualTo("\u00ca");
        assertThat(r.line("BITOP XOR x a a")).isEqualTo("3");
        assertThat(r.line("BITOP NOT x a b")).isEqualTo("-ERR BITOP NOT must be called with a single source key.");
        assertThat(r.line("BITOP FOO x a")).isEqualTo(SYNTAX);
        assertThat(r.line("BITOP OR x none")).isEqualTo("0");
        assertThat(r.context.stored("x")).isNull();
        r.putList("list");
        assertThat(r.line("BITOP OR x a list")).isEqualTo(WRONGTYPE);
        assertThat(r.line("BITOP OR list a")).isEqualTo("3");
    }

    @Test
    void fields() {
        assertThat(r.line("BITFIELD k SET u8 0 255 GET u8 #0 INCRBY u8 0 10")).isEqualTo("[0, 255, 9]");
        assertThat(r.line("BITFIELD k OVERFLOW SAT INCRBY u8 0 300 OVERFLOW FAIL INCRBY u8 0 1 GET i8 0"))
                .isEqualTo("[255, (nil), -1]");
        assertThat(r.line("BITFIELD none OVERFLOW FAIL SET u8 8 256")).isEqualTo("[(nil)]");
        assertThat(r.line("STRLEN none")).isEqualTo("2");
        assertThat(r.line("BITFIELD far OVERFLOW SAT SET i5 0 -9223372036854775808 GET i5 0"))
                .isEqualTo("[0, 15]");
        assertThat(r.line("BITFIELD far OVERFLOW SAT SET i5 0 -1000 GET i5 0")).isEqualTo("[15, -16]");
        assertThat(r.line("BITFIELD k")).isEqualTo("[]");
        assertThat(r.line("BITFIELD k GET u64 0"))
                .isEqualTo(
                        "-ERR Invalid bitfield type. Use something like i16 u8. Note that u64 is not supported but i64"
                                + " is.");
        assertThat(r.line("BITFIELD k GET u8 -1")).isEqualTo(BIT_OFFSET);
        assertThat(r.line("BITFIELD k SET u8 0 x")).isEqualTo(NOT_INT);
        assertThat(r.line("BITFIELD k OVERFLOW FOO")).isEqualTo("-ERR Invalid OVERFLOW type specified");
        assertThat(r.line("BITFIELD k SET u8 0")).isEqualTo(SYNTAX);
        assertThat(r.line("BITFIELD_RO k GET u8 0 GET u8 8")).isEqualTo("[255, 0]");
        assertThat(r.line("BITFIELD_RO k SET u8 0 1")).isEqualTo("-ERR BITFIELD_RO only supports the GET subcommand");
        r.putList("list");
        assertThat(r.line("BITFIELD list GET u8 0")).isEqualTo(WRONGTYPE);
    }

    @Test
    void hyperLogLogs() {
        assertThat(r.line("PFADD h a b c")).isEqualTo("1");
        assertThat(r.line("PFADD h a")).isEqualTo("0");
        assertThat(r.line("PFADD empty")).isEqualTo("1");
        assertThat(r.line("PFCOUNT h")).isEqualTo("3");
        assertThat(r.encoding("h")).isEqualTo("raw");
        assertThat(r.line("PFADD i c d")).isEqualTo("1");
        assertThat(r.line("PFCOUNT h i none")).isEqualTo("4");
        assertThat(r.line("PFMERGE m h i none")).isEqualTo("OK");
        assertThat(r.line("PFCOUNT m")).isEqualTo("4");
        assertThat(r.line("PFDEBUG ENCODING m")).isEqualTo("sparse");
        assertThat(r.line("PFDEBUG TODENSE m")).isEqualTo("1");
        assertThat(r.line("PFDEBUG TODENSE m")).isEqualTo("0");
        assertThat(r.line("PFDEBUG ENCODING m")).isEqualTo("dense");
        assertThat(r.line("PFDEBUG DECODE m")).isEqualTo("-ERR HLL encoding is not sparse");
        assertThat(r.line("PFDEBUG DECODE empty")).isEqualTo("Z:16384");
        assertThat(r.line("PFDEBUG FOO m")).isEqualTo("-ERR Unknown PFDEBUG subcommand 'FOO'");
        assertThat(r.line("PFDEBUG ENCODING none")).isEqualTo("-ERR The specified key does not exist");
        assertThat(r.line("PFDEBUG GETREG empty")).startsWith("[0, 0, 0,").hasSize(16_384 * 3);
        assertThat(r.line("PFDEBUG ENCODING empty")).isEqualTo("dense");
        assertThat(r.line("PFCOUNT none")).isEqualTo("0");
        String wrong = "-WRONGTYPE Key is not a valid HyperLogLog string value.";
        r.line("SET s x");
        assertThat(r.line("PFADD s a")).isEqualTo(wrong);
        assertThat(r.line("PFCOUNT s")).isEqualTo(wrong);
        assertThat(r.line("PFMERGE h s")).isEqualTo(wrong);
        r.putList("list");
        assertThat(r.line("PFADD list a")).isEqualTo(WRONGTYPE);
        r.run("SET", "cut", "HYLL\1" + "\0".repeat(12));
        assertThat(r.line("PFCOUNT cut s")).isEqualTo("-INVALIDOBJ Corrupted HLL object detected");
        assertThat(r.line("PFCOUNT s cut")).isEqualTo(wrong);
    }

    @Test
    void hyperLogLogsInChunks() {
        StringRunner chunked = new StringRunner(16);
        for (int i = 0; i < 500; i++) {
            chunked.run("PFADD", "h", i);
            r.run("PFADD", "h", i);
            assertThat(chunked.run("PFCOUNT", "h")).isEqualTo(r.run("PFCOUNT", "h"));
        }
        assertThat(chunked.line("GET h")).isEqualTo(r.line("GET h"));
        assertThat(chunked.context.orphans()).isEmpty();
    }
}
