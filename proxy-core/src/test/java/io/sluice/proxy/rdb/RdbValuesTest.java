package io.sluice.proxy.rdb;

import static io.sluice.proxy.text.RealRedis.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.sluice.proxy.rdb.RdbValue.Entry;
import io.sluice.proxy.rdb.RdbValue.HashValue;
import io.sluice.proxy.rdb.RdbValue.ListValue;
import io.sluice.proxy.rdb.RdbValue.Scored;
import io.sluice.proxy.rdb.RdbValue.SetShape;
import io.sluice.proxy.rdb.RdbValue.SetValue;
import io.sluice.proxy.rdb.RdbValue.SortedSetValue;
import io.sluice.proxy.text.RealRedis;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RdbValuesTest {
    /** Taken from a redis-server 7.0. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
        list a 1 -1 5000 -5000 70000 5000000 5000000000 xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx | 120102c33440741f7400000009008161020101dfff02f1881303f178ec03f270110104f2404b4c0405f400f2052a01402402e04678e03c000148ff0a003ffbd71f88279c2c
        set -3 1 2 | 0b0e0200000003000000fdff010002000a00d1b78ed9bc07c27f
        set 1 70000 | 0b10040000000200000001000000701101000a002735436efd6656c4
        set -5 5000000000 | 0b180800000002000000fbffffffffffffff00f2052a010000000a00c2011015e31bc22e
        set 7 a b | 0203c007016201610a00039469d4e73b803f
        hash f=v g=12 | 10121200000004008166028176028167020c01ff0a00de133993f783817e
        zset a=1.5 b=-Infinity c=3.0 | 111d1d0000000600816202842d696e660581610283312e35048163020301ff0a002970c58fcde6fc31
    """)
    void readsWhatRedisWrites(String expected, String payload) {
        assertThat(text(RdbValues.restore(HexFormat.of().parseHex(payload), 1 << 20)))
                .isEqualTo(expected);
    }

    /** A ziplist of 1, "two", 300, -100000, 5000000000, -7 and 12, written by hand from the format's description. */
    @Test
    void readsZiplists() {
        String entries = "00" + "f2" + "02" + "0374776f" + "05" + "c02c01" + "04" + "f0" + "6079fe" + "05" + "e0"
                + "00f2052a01000000" + "0a" + "fef9" + "03" + "fd" + "ff";
        int size = 10 + entries.length() / 2;
        byte[] ziplist = HexFormat.of().parseHex(String.format("%02x000000000000000700%s", size, entries));
        byte[] payload = DumpPayload.seal(
                new RdbWriter().writeByte(RdbTypes.LIST_ZIPLIST).writeString(ziplist));

        assertThat(text(RdbValues.restore(payload, 1 << 20))).isEqualTo("list 1 two 300 -100000 5000000000 -7 12");
    }

    @Test
    void readsTheSetsOfNewerServers() {
        byte[] listpack = HexFormat.of().parseHex("0d0000000200" + "826162" + "03" + "05" + "01" + "ff");
        byte[] payload = DumpPayload.seal(
                new RdbWriter().writeByte(RdbTypes.SET_LISTPACK).writeString(listpack));

        assertThat(text(RdbValues.restore(payload, 1 << 20))).isEqualTo("set 5 ab");
    }

    @Test
    void collectionsSurvive() {
        for (RdbValue value : List.of(
                new ListValue(List.of(List.of(bytes("a"), bytes("")), List.of(bytes("a")))),
                new SetValue(List.of(bytes("x"), bytes("12")), SetShape.MEMBERS),
                new SetValue(List.of(bytes("-40000"), bytes("12")), SetShape.INTSET),
                new HashValue(
                        List.of(new Entry(bytes("f"), bytes("1")), new Entry(bytes("g"), bytes("v".repeat(99)))),
                        false),
                new SortedSetValue(
                        List.of(new Scored(bytes("m"), -1.5), new Scored(bytes("n"), Double.POSITIVE_INFINITY)), false),
                new SortedSetValue(
                        List.of(new Scored(bytes("m"), 0.1), new Scored(bytes("n"), Double.POSITIVE_INFINITY)),
                        true))) {
            assertThat(text(RdbValues.restore(RdbValues.dump(value), 1 << 20))).isEqualTo(text(value));
        }
    }

    @Test
    void impossibleCollectionsAreRefused() {
        for (RdbValue value : List.of(
                new ListValue(List.of()),
                new SetValue(List.of(bytes("x"), bytes("x")), SetShape.MEMBERS),
                new HashValue(List.of(new Entry(bytes("f"), bytes("1")), new Entry(bytes("f"), bytes("2"))), true),
                new SortedSetValue(List.of(new Scored(bytes("m"), Double.NaN)), false))) {
            assertThatThrownBy(() -> RdbValues.restore(RdbValues.dump(value), 1 << 20))
                    .isInstanceOf(RdbException.class);
        }
    }

    /** Some kilobytes, which would be a hundred and more megabytes of small arrays. */
    @Test
    void smallPayloadsMakeNoLargeValues() {
        byte[] listpack = Listpack.write(Collections.nCopies(2_000_000, new byte[0]));
        byte[] payload = DumpPayload.seal(new RdbWriter()
                .writeByte(RdbTypes.LIST_QUICKLIST_2)
                .writeLength(1)
                .writeLength(2)
                .writeString(listpack));
        assertThat(payload).hasSizeLessThan(100_000);
        assertTooLarge(payload);
        assertTooLarge(DumpPayload.ofString(new byte[2 << 20]));
        assertThat(RdbValues.restore(payload, 1 << 28)).isInstanceOf(ListValue.class);
    }

    private static void assertTooLarge(byte[] payload) {
        assertThatThrownBy(() -> RdbValues.restore(payload, 1 << 20))
                .isInstanceOfSatisfying(RdbException.class, e -> assertThat(e.reply())
                        .isEqualTo("OOM the value takes more memory than load-budget allows for all commands"));
    }

    @Property(tries = 5000)
    void damageIsAnRdbExceptionOrAValue(@ForAll long seed, @ForAll @IntRange(max = 25) int type) {
        Random random = new Random(seed);
        byte[] packed = new byte[random.nextInt(60)];
        random.nextBytes(packed);
        if (packed.length > 10 && random.nextBoolean()) {
            Arrays.fill(packed, 0, 6, (byte) 0);
            packed[0] = (byte) packed.length;
            packed[packed.length - 1] = (byte) 0xff;
        }
        RdbWriter out = new RdbWriter().writeByte(type);
        if (random.nextBoolean()) {
            out.writeString(packed);
        } else {
            out.writeRaw(packed);
        }
        try {
            assertThat(RdbValues.restore(DumpPayload.seal(out), 1 << 20)).isNotNull();
        } catch (RdbException e) {
            assertThat(e.kind()).isEqualTo(RdbException.Kind.FORMAT);
        }
    }

    @Test
    void agreesWithRedisInBothDirections() throws Exception {
        Random random = new Random(41);
        try (RealRedis redis = RealRedis.startOrSkip()) {
            for (int round = 0; round < 200; round++) {
                redis.call("FLUSHALL");
                int size = 1 + random.nextInt(round % 10 == 0 ? 2000 : 40);
                List<byte[]> parts = new ArrayList<>();
                for (int i = 0; i < 2 * size; i++) {
                    parts.add(part(random));
                }
                call(redis, "RPUSH", "l", parts);
                call(redis, "SADD", "s", parts);
                call(redis, "HSET", "h", parts);
                List<byte[]> scored = new ArrayList<>();
                for (byte[] part : parts) {
                    scored.add(
                            bytes(Double.toString(random.nextInt(3) == 0 ? random.nextGaussian() : random.nextInt())));
                    scored.add(part);
                }
                call(redis, "ZADD", "z", scored);
                for (String key : List.of("l", "s", "h", "z")) {
                    byte[] payload = (byte[]) redis.call("DUMP", key);
                    RdbValue value = RdbValues.restore(payload, 1 << 20);
                    if (value instanceof ListValue list) {
                        List<byte[]> elements = list.elements();
                        assertThat(RdbValues.dump(new ListValue(Quicklist.divide(elements, -2))))
                                .isEqualTo(payload);
                    }
                    boolean packedHash = value instanceof HashValue hash && hash.packed();
                    if (packedHash || value instanceof SortedSetValue) {
                        assertThat(RdbValues.dump(value)).isEqualTo(payload);
                    }
                    assertThat(redis.call(
                                    bytes("RESTORE"),
                                    bytes("copy"),
                                    bytes("0"),
                                    RdbValues.dump(value),
                                    bytes("REPLACE")))
                            .isEqualTo("OK");
                    assertThat(contents(redis, "copy")).isEqualTo(contents(redis, key));
                    assertThat(text(value))
                            .isEqualTo(text(RdbValues.restore((byte[]) redis.call("DUMP", "copy"), 1 << 20)));
                }
            }
        }
    }

    private static void call(RealRedis redis, String command, String key, List<byte[]> args) {
        List<byte[]> all = new ArrayList<>(List.of(bytes(command), bytes(key)));
        all.addAll(args);
        assertThat(redis.call(all.toArray(new byte[0][]))).isInstanceOf(Long.class);
    }

    private static byte[] part(Random random) {
        return switch (random.nextInt(5)) {
            case 0 -> bytes(Long.toString(random.nextLong() >> random.nextInt(64)));
            case 1 -> bytes(Integer.toString(random.nextInt(300) - 150));
            case 2 -> LzfTest.compressible(random, random.nextInt(random.nextInt(20) == 0 ? 9000 : 100));
            default -> bytes("member" + random.nextInt(1000));
        };
    }

    /** What the server says that is in a collection, in an order of its own. */
    private static Object contents(RealRedis redis, String key) {
        String type = RealRedis.text(redis.call("TYPE", key));
        Object reply =
                switch (type) {
                    case "list" -> redis.call("LRANGE", key, "0", "-1");
                    case "set" -> redis.call("SMEMBERS", key);
                    case "hash" -> redis.call("HGETALL", key);
                    default -> redis.call("ZRANGE", key, "0", "-1", "WITHSCORES");
                };
        List<String> parts = ((List<?>) reply).stream().map(RealRedis::text).toList();
        if (type.equals("set")) {
            return new TreeSet<>(parts);
        }
        if (!type.equals("hash")) {
            return parts;
        }
        TreeMap<String, String> fields = new TreeMap<>();
        for (int i = 0; i < parts.size(); i += 2) {
            fields.put(parts.get(i), parts.get(i + 1));
        }
        return fields;
    }

    /** A value as text, in an order that does not depend on how it was written. */
    private static String text(RdbValue value) {
        if (value instanceof ListValue list) {
            return "list "
                    + String.join(
                            " ",
                            list.elements().stream().map(RdbValuesTest::latin).toList());
        }
        if (value instanceof SetValue set) {
            return "set "
                    + sorted(set.members().stream().map(RdbValuesTest::latin).toList());
        }
        if (value instanceof HashValue hash) {
            return "hash "
                    + sorted(hash.entries().stream()
                            .map(e -> latin(e.field()) + "=" + latin(e.value()))
                            .toList());
        }
        if (value instanceof SortedSetValue zset) {
            return "zset "
                    + sorted(zset.members().stream()
                            .map(e -> latin(e.member()) + "=" + e.score())
                            .toList());
        }
        return "string";
    }

    private static String sorted(List<String> parts) {
        return String.join(" ", parts.stream().sorted().toList());
    }

    private static String latin(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
