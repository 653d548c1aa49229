package io.sluice.proxy.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.sluice.encoding.Header;
import org.junit.jupiter.api.Test;

/** Replies, errors and encodings of the commands on strings, as Redis gives them. */
class StringCommandsTest {
    private static final String NOT_INT = "-ERR value is not an integer or out of range";
    private static final String SYNTAX = "-ERR syntax error";
    private static final String WRONGTYPE = "-WRONGTYPE Operation against a key holding the wrong kind of value";

    private final StringRunner r = new StringRunner(1000);

    private long ttl(String key) {
        Header header = r.context.stored(key);
        return header.expires() ? header.expireAtMs() - r.context.nowMs : -1;
    }

    @Test
    void setAndGet() {
        assertThat(r.line("GET k")).isEqualTo("(nil)");
        assertThat(r.line("SET k v")).isEqualTo("OK");
        assertThat(r.context.headersRead).isZero();
        assertThat(r.line("GET k")).isEqualTo("v");
        assertThat(r.context.hits).isEqualTo(1);
        assertThat(r.context.misses).isEqualTo(1);
        r.putList("list");
        assertThat(r.line("GET list")).isEqualTo(WRONGTYPE);
        assertThat(r.line("SET list v")).isEqualTo("OK");
        assertThat(r.line("GET list")).isEqualTo("v");
    }

    @Test
    void setWithOptions() {
        assertThat(r.line("SET k v XX")).isEqualTo("(nil)");
        assertThat(r.line("SET k v nx EX 10")).isEqualTo("OK");
        assertThat(ttl("k")).isEqualTo(10_000);
        assertThat(r.line("SET k w NX")).isEqualTo("(nil)");
        assertThat(r.line("SET k w XX KEEPTTL GET")).isEqualTo("v");
        assertThat(ttl("k")).isEqualTo(10_000);
        assertThat(r.line("SET k x GET NX")).isEqualTo("w");
        assertThat(r.line("GET k")).isEqualTo("w");
        assertThat(r.line("SET k y")).isEqualTo("OK");
        assertThat(ttl("k")).isEqualTo(-1);
        assertThat(r.line("SET k y PX 5 PX 7")).isEqualTo("OK");
        assertThat(ttl("k")).isEqualTo(7);
        assertThat(r.line("SET new v GET NX PXAT 1800000000000")).isEqualTo("(nil)");
        assertThat(ttl("new")).isEqualTo(100_000_000_000L);
    }

    @Test
    void setRefusesOptionsThatContradict() {
        for (String options : new String[] {
            "NX XX", "EX 1 PX 1", "KEEPTTL EX 1", "EX 1 KEEPTTL", "EX", "PERSIST", "FOO", "EXAT 1 PXAT 1"
        }) {
            assertThat(r.line("SET k v " + options)).isEqualTo(SYNTAX);
        }
        r.putList("list");
        assertThat(r.line("SET list v GET")).isEqualTo(WRONGTYPE);
    }

    @Test
    void timesOfExpiry() {
        String invalid = "-ERR invalid expire time in 'set' command";
        assertThat(r.line("SET k v EX 0")).isEqualTo(invalid);
        assertThat(r.line("SET k v PX -1")).isEqualTo(invalid);
        assertThat(r.line("SET k v EX 9223372036854775807")).isEqualTo(invalid);
        assertThat(r.line("SET k v PX 9223372036854775807")).isEqualTo(invalid);
        assertThat(r.line("SET k v EX 1.5")).isEqualTo(NOT_INT);
        assertThat(r.line("SETEX k 0 v")).isEqualTo("-ERR invalid expire time in 'setex' command");
        assertThat(r.line("PSETEX k x v")).isEqualTo(NOT_INT);
        assertThat(r.line("PSETEX k -2 v")).isEqualTo("-ERR invalid expire time in 'psetex' command");
        assertThat(r.line("SETEX k 3 v")).isEqualTo("OK");
        assertThat(ttl("k")).isEqualTo(3000);
        assertThat(r.line("PSETEX k 3 v")).isEqualTo("OK");
        assertThat(ttl("k")).isEqualTo(3);
        assertThat(r.line("SET k v EXAT 1")).isEqualTo("OK");
        assertThat(r.line("GET k")).isEqualTo("(nil)");
    }

    @Test
    void getEx() {
        r.line("SET k v");
        assertThat(r.line("GETEX missing EX 0")).isEqualTo("(nil)");
        assertThat(r.line("GETEX k EX 10")).isEqualTo("v");
        assertThat(ttl("k")).isEqualTo(10_000);
        assertThat(r.line("GETEX k")).isEqualTo("v");
        assertThat(ttl("k")).isEqualTo(10_000);
        assertThat(r.line("GETEX k PERSIST")).isEqualTo("v");
        assertThat(ttl("k")).isEqualTo(-1);
        assertThat(r.line("GETEX k EX 0")).isEqualTo("-ERR invalid expire time in 'getex' command");
        assertThat(r.line("GETEX k EX 1 PERSIST")).isEqualTo(SYNTAX);
        assertThat(r.line("GETEX k NX")).isEqualTo(SYNTAX);
        assertThat(r.line("GETEX k PXAT 1")).isEqualTo("v");
        assertThat(r.context.stored("k")).isNull();
    }

    @Test
    void getAndChange() {
        assertThat(r.line("GETSET k 1")).isEqualTo("(nil)");
        assertThat(r.line("GETSET k 2")).isEqualTo("1");
        assertThat(r.line("GETDEL k")).isEqualTo("2");
        assertThat(r.line("GETDEL k")).isEqualTo("(nil)");
        assertThat(r.line("SETNX k a")).isEqualTo("1");
        assertThat(r.line("SETNX k b")).isEqualTo("0");
        r.putList("list");
        assertThat(r.line("GETSET list v")).isEqualTo(WRONGTYPE);
        assertThat(r.line("GETDEL list")).isEqualTo(WRONGTYPE);
        assertThat(r.line("SETNX list v")).isEqualTo("0");
    }

    @Test
    void severalKeys() {
        assertThat(r.line("MSET a 1 b")).isEqualTo("-ERR wrong number of arguments for 'mset' command");
        assertThat(r.line("MSETNX a 1 b")).isEqualTo("-ERR wrong number of arguments for 'msetnx' command");
        assertThat(r.line("MSET a 1 b 2 a 3")).isEqualTo("OK");
        assertThat(r.context.headersRead).isZero();
        r.putList("list");
        assertThat(r.line("MGET a x list b")).isEqualTo("[3, (nil), (nil), 2]");
        assertThat(r.line("MSETNX c 1 a 1")).isEqualTo("0");
        assertThat(r.line("MSETNX c 1 d 1")).isEqualTo("1");
        assertThat(r.line("MGET c d")).isEqualTo("[1, 1]");
    }

    @Test
    void counters() {
        assertThat(r.line("INCR n")).isEqualTo("1");
        assertThat(r.line("DECRBY n 5")).isEqualTo("-4");
        assertThat(r.line("INCRBY n x")).isEqualTo(NOT_INT);
        assertThat(r.line("DECRBY n -9223372036854775808")).isEqualTo("-ERR decrement would overflow");
        r.line("SET n 9223372036854775807 EX 10");
        assertThat(r.line("INCR n")).isEqualTo("-ERR increment or decrement would overflow");
        assertThat(r.line("DECR n")).isEqualTo("9223372036854775806");
        assertThat(ttl("n")).isEqualTo(10_000);
        assertThat(r.encoding("n")).isEqualTo("int");
        r.line("SET n 01");
        assertThat(r.line("INCR n")).isEqualTo(NOT_INT);
        assertThat(r.line("INCRBYFLOAT n 0.5")).isEqualTo("1.5");
        assertThat(r.line("INCRBYFLOAT n 0.5")).isEqualTo("2");
        assertThat(r.encoding("n")).isEqualTo("embstr");
        assertThat(r.line("INCRBYFLOAT n a")).isEqualTo("-ERR value is not a valid float");
        assertThat(r.line("INCRBYFLOAT n inf")).isEqualTo("-ERR increment would produce NaN or Infinity");
        r.putList("list");
        assertThat(r.line("INCR list")).isEqualTo(WRONGTYPE);
    }

    @Test
    void encodings() {
        r.line("SET k 12");
        assertThat(r.encoding("k")).isEqualTo("int");
        r.run("SET", "k", "x".repeat(44));
        assertThat(r.encoding("k")).isEqualTo("embstr");
        r.run("SET", "k", "x".repeat(45));
        assertThat(r.encoding("k")).isEqualTo("raw");
        assertThat(r.line("APPEND a 12")).isEqualTo("2");
        assertThat(r.encoding("a")).isEqualTo("int");
        assertThat(r.line("APPEND a 3")).isEqualTo("3");
        assertThat(r.encoding("a")).isEqualTo("raw");
        r.line("SETRANGE s 1 a");
        assertThat(r.encoding("s")).isEqualTo("raw");
        r.line("SET b 1");
        assertThat(r.line("SETBIT b 7 1")).isEqualTo("1");
        assertThat(r.encoding("b")).isEqualTo("raw");
    }

    @Test
    void ranges() {
        r.line("SET k Hello");
        assertThat(r.line("GETRANGE k 1 -2")).isEqualTo("ell");
        assertThat(r.line("SUBSTR k -100 100")).isEqualTo("Hello");
        assertThat(r.line("GETRANGE k 3 1")).isEmpty();
        assertThat(r.line("GETRANGE k a 1")).isEqualTo(NOT_INT);
        assertThat(r.line("GETRANGE missing 0 1")).isEmpty();
        assertThat(r.line("SETRANGE k -1 x")).isEqualTo("-ERR offset is out of range");
        assertThat(r.line("SETRANGE k 536870912 x"))
                .isEqualTo("-ERR string exceeds maximum allowed size (proto-max-bulk-len)");
        assertThat(r.line("SETRANGE k 9223372036854775807 x"))
                .isEqualTo("-ERR string exceeds maximum allowed size (proto-max-bulk-len)");
        assertThat(r.run("SETRANGE", "none", "5", "")).isEqualTo("0");
        assertThat(r.context.stored("none")).isNull();
        assertThat(r.line("SETRANGE k 6 W")).isEqualTo("7");
        assertThat(r.line("GET k")).isEqualTo("Hello\0W");
    }

    @Test
    void longestCommonSubsequence() {
        r.line("MSET a ohmytext b mynewtext");
        assertThat(r.line("LCS a b")).isEqualTo("mytext");
        assertThat(r.line("LCS a b LEN")).isEqualTo("6");
        assertThat(r.line("LCS a b IDX")).isEqualTo("[matches, [[[4, 7], [5, 8]], [[2, 3], [0, 1]]], len, 6]");
        assertThat(r.line("LCS a b IDX MINMATCHLEN 4 WITHMATCHLEN"))
                .isEqualTo("[matches, [[[4, 7], [5, 8], 4]], len, 6]");
        assertThat(r.line("LCS a none")).isEmpty();
        assertThat(r.line("LCS a b LEN IDX"))
                .isEqualTo("-ERR If you want both the length and indexes, please just use IDX.");
        r.putList("list");
        assertThat(r.line("LCS a list FOO")).isEqualTo("-ERR The specified keys must contain string values");
        assertThat(r.line("LCS a b MINMATCHLEN")).isEqualTo(SYNTAX);
    }

    @Test
    void aShrinkingValueComesBackToItsHeader() {
        r.run("SET", "k", "x".repeat(1001));
        assertThat(r.context.rows()).hasSize(2);
        r.line("SET k small");
        assertThat(r.context.rows()).isEmpty();
        assertThat(r.line("GET k")).isEqualTo("small");
    }

    @Test
    void aWriteTouchesOnlyItsChunks() {
        r.run("SET", "k", "x".repeat(10_000));
        r.run("SETRANGE", "k", "4500", "y");
        assertThat(r.context.rowsWritten).isEqualTo(1);
        assertThat(r.context.rowsRead).isEqualTo(1);
        r.run("SETRANGE", "k", "3000", "y".repeat(2000));
        assertThat(r.context.rowsWritten).isEqualTo(2);
        assertThat(r.context.rowsRead).isZero();
        r.run("APPEND", "k", "z");
        assertThat(r.context.rowsWritten).isEqualTo(1);
        assertThat(r.line("GETRANGE k 4990 5000")).isEqualTo("yyyyyyyyyyx");
        assertThat(r.context.rowsRead).isEqualTo(2);
    }
}
