package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.function.Function;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;

/**
 * Whatever the bytes, a decoder answers with a value or with an {@link EncodingException}; and what it accepts is
 * exactly what the encoder would write, so no two byte strings mean the same.
 */
class DecodeFuzzTest {
    /** Reads and writes again; a name that is only there as a digest cannot be written again. */
    private static final Map<String, Function<byte[], byte[]>> CODERS = new LinkedHashMap<>();

    private static final byte[] LONG_NAME = Interesting.filled(1500, 'n');
    private static final byte[] RECLAIMED_ID = RowKeys.reclaimId(77);
    private static final byte[] RECLAIMED_GENERATION = RowKeys.reclaimGeneration(77);

    static {
        CODERS.put("row key", DecodeFuzzTest::rowKeyAgain);
        CODERS.put("header", DecodeFuzzTest::headerAgain);
        CODERS.put("chunked string", b -> ChunkedString.decode(b).encode());
        CODERS.put("packed entries", b -> PackedEntries.decode(b).payload());
        CODERS.put("spread collection", b -> SpreadRef.decode(b).encode());
        CODERS.put("deleted rows", b -> DeletedRows.encode(DeletedRows.decode(b)));
        CODERS.put("list node", b -> ListNode.decode(b).encode());
        CODERS.put("list", b -> listAgain(ListRef.decode(b)));
        CODERS.put("sorted set", b -> payload(ZSetRef.decode(b)));
        CODERS.put("order of scores", b -> ScoreOrder.decode(b).encode());
        CODERS.put("rank node", DecodeFuzzTest::rankNodeAgain);
        CODERS.put("rank counts", b -> RankCounts.encode(RankCounts.decode(b)));
        CODERS.put("element value", DecodeFuzzTest::elementAgain);
        CODERS.put("fence", b -> Fence.decode(b).encode());
        CODERS.put("redo head", b -> RedoHead.decode(b).encode());
        CODERS.put("redo part", DecodeFuzzTest::redoPartAgain);
        CODERS.put("store", b -> StoreMeta.decode(b).encode());
        CODERS.put("databases", b -> Databases.decode(b).encode());
        CODERS.put("registry", b -> RegistryEntry.decode(b).encode());
        CODERS.put("reclaimed id", b -> ReclaimEntry.decode(RECLAIMED_ID, b).encode());
        CODERS.put("reclaimed generation", b -> ReclaimEntry.decode(RECLAIMED_GENERATION, b)
                .encode());
    }

    private static final byte[] REDO_PART = new RedoParts(
                    List.of(
                                    new RedoParts.RedoRow(Interesting.text("key"), LONG_NAME),
                                    new RedoParts.RedoRow(LONG_NAME, null),
                                    new RedoParts.RedoRow(Interesting.text("k"), new byte[0]))
                            .iterator(),
                    Integer.MAX_VALUE)
            .next();

    private static final List<byte[]> VALID = List.of(
            RowKeys.header(1, 2, Interesting.text("key")),
            RowKeys.header(1, 2, LONG_NAME),
            RowKeys.element(1, 2, Interesting.text("element")),
            RowKeys.score(1, -2.5, Interesting.text("member")),
            RowKeys.rankNode(1, 2),
            RowKeys.rankCounts(1, 2),
            RowKeys.listChunk(1, -2),
            RowKeys.listNode(1, 2),
            RowKeys.stringChunk(1, 2),
            RowKeys.valueChunk(1, 2, 3),
            RowKeys.redoPart(1, 2, 3),
            RowKeys.store(),
            RowKeys.fence(),
            RowKeys.seal(1),
            RowKeys.redoHead(1, 2),
            RowKeys.databases(),
            RECLAIMED_ID,
            RECLAIMED_GENERATION,
            RowKeys.registry(1, 2),
            RowKeys.expiry(1, 2, 3, Interesting.text("key")),
            RowKeys.fieldExpiry(1, 2, 3, Interesting.text("field")),
            RowKeys.fieldsDue(1, 2, 3, Interesting.text("key")),
            Header.of(ValueEncoding.STRING_INT, Interesting.text("12")).encode(),
            Header.of(ValueEncoding.STRING_RAW, 99, Interesting.text("value")).encode(),
            Header.of(ValueEncoding.HASH_SPREAD, 99, new byte[20]).encode(LONG_NAME),
            new ChunkedString(1, 100_000, 4096).encode(),
            new PackedEntries.Builder(0)
                    .add(LONG_NAME)
                    .add(Interesting.text("v"))
                    .build(Forms.LISTPACK),
            new SpreadRef(7, Forms.TABLE, 300, Interesting.text("rest")).encode(),
            DeletedRows.encode(300),
            ListNode.EMPTY.with(0, -3, 400, 5000).with(1, 70, 1, 3).encode(),
            new ListRef.Builder(7)
                    .total(403, 6000)
                    .numbersUsed(3, 300)
                    .root(1, ListNode.EMPTY.with(0, 299, 401, 5000))
                    .head(run(Interesting.text("first")))
                    .tail(run(LONG_NAME))
                    .build()
                    .encode(),
            new ScoreOrder(List.of(Interesting.text("12345678a")), List.of(Interesting.text("12345678b"))).encode(),
            new ScoreOrder(List.of(new byte[8], new byte[9]), List.of(LONG_NAME), 2, 300, new long[] {1, 20_000})
                    .encode(),
            payload(new ZSetRef(
                    7,
                    Forms.TABLE,
                    20_001,
                    new ScoreOrder(
                            List.of(new byte[8], new byte[9]), List.of(LONG_NAME), 2, 300, new long[] {1, 20_000}))),
            RankNode.of(1, List.of(Interesting.text("12345678a"), LONG_NAME)).encode(),
            RankNode.of(2, List.of(Interesting.text("12345678a")), 7, 300).encode(),
            RankCounts.encode(0, 1, 300),
            ElementValue.ofScore(3).encode(Interesting.text("member")),
            ElementValue.of(LONG_NAME).withExpireAt(5).encode(LONG_NAME),
            ElementValue.ofChunks(new ChunkedString(1, 100_000, 4096)).encode(LONG_NAME),
            new Fence(1, new UUID(1, 2), 3).encode(),
            new RedoHead(true, 3, 70_000).encode(),
            RedoHead.OF_GARBAGE.encode(),
            REDO_PART,
            StoreMeta.create(1).encode(),
            Databases.INITIAL.flushed(3).swapped(1, 300).encode(),
            new RegistryEntry(1, Interesting.text("key")).encode(),
            ReclaimEntry.ofId(77, List.of(RowKind.ELEMENT, RowKind.SCORE), 300).encode(),
            ReclaimEntry.ofGeneration(77).encode());

    @Property(tries = 5000)
    void anyBytesGiveAValueOrAnEncodingException(@ForAll @From("bytes") byte[] bytes) {
        decodeAll(bytes);
    }

    @Test
    void everyCutOfEveryEncodingGivesAValueOrAnEncodingException() {
        for (byte[] valid : VALID) {
            for (int length = 0; length <= valid.length; length++) {
                decodeAll(Arrays.copyOf(valid, length));
            }
            decodeAll(Arrays.copyOf(valid, valid.length + 1));
        }
    }

    @Test
    void everyByteOfEveryEncodingChangedGivesAValueOrAnEncodingException() {
        Random random = new Random(20261120);
        for (byte[] valid : VALID) {
            for (int at = 0; at < valid.length; at += at < 60 ? 1 : 41) {
                for (int with : new int[] {0, 1, 0x7F, 0x80, 0xFF, random.nextInt(256)}) {
                    byte[] changed = valid.clone();
                    changed[at] = (byte) with;
                    decodeAll(changed);
                }
            }
        }
    }

    @Test
    void everyEncodingIsReadByItsOwnDecoder() {
        for (byte[] valid : VALID) {
            assertThat(CODERS.values().stream().filter(coder -> accepts(coder, valid)))
                    .isNotEmpty();
        }
    }

    @Provide
    Arbitrary<byte[]> bytes() {
        Arbitrary<Byte> anyByte = Arbitraries.bytes();
        Arbitrary<Byte> telling = Arbitraries.of(
                (byte) 0,
                (byte) 1,
                (byte) 2,
                (byte) 3,
                (byte) 8,
                (byte) 0x10,
                (byte) 0x11,
                (byte) 0x13,
                (byte) 0x38,
                (byte) 0x64,
                (byte) 0x70,
                (byte) 0x7F,
                (byte) 0x80,
                (byte) 0xFF);
        return Arbitraries.oneOf(anyByte, telling).array(byte[].class).ofMaxSize(64);
    }

    private static void decodeAll(byte[] bytes) {
        CODERS.forEach((name, coder) -> {
            byte[] again;
            try {
                again = coder.apply(bytes);
            } catch (EncodingException refused) {
                assertThat(refused).hasMessageMatching("(?s).*\\S.*");
                return;
            }
            assertThat(again).as(name).isEqualTo(bytes);
        });
        keysOfDamagedRows(bytes);
    }

    private static void keysOfDamagedRows(byte[] bytes) {
        for (byte[] rowKey : List.of(RowKeys.header(1, 2, LONG_NAME), bytes)) {
            try {
                Header.keyOf(rowKey, bytes);
            } catch (EncodingException refused) {
                assertThat(refused).hasMessageMatching("(?s).*\\S.*");
            }
        }
        for (byte[] rowKey : List.of(RowKeys.element(1, 2, LONG_NAME), bytes)) {
            try {
                ElementValue.elementOf(rowKey, bytes);
            } catch (EncodingException refused) {
                assertThat(refused).hasMessageMatching("(?s).*\\S.*");
            }
        }
    }

    private static boolean accepts(Function<byte[], byte[]> coder, byte[] bytes) {
        try {
            return Arrays.equals(coder.apply(bytes), bytes);
        } catch (EncodingException refused) {
            return false;
        }
    }

    private static byte[] headerAgain(byte[] bytes) {
        Header header = Header.decode(bytes);
        boolean withoutKey = (bytes[3] & 0x02) == 0;
        return withoutKey ? header.encode() : bytes;
    }

    /** Takes all parts apart and puts them together. */
    private static byte[] listAgain(ListRef list) {
        return new ListRef.Builder(list.id())
                .form(list.form())
                .total(list.count(), list.bytes())
                .numbersUsed(list.leftUsed(), list.rightUsed())
                .root(list.level(), list.root())
                .head(list.head())
                .tail(list.tail())
                .build()
                .encode();
    }

    private static byte[] payload(ZSetRef set) {
        byte[] payload = new byte[set.length()];
        set.put(payload, 0);
        return payload;
    }

    private static ListRun run(byte[] element) {
        return ListRun.EMPTY.push(element, 0, element.length);
    }

    private static byte[] rankNodeAgain(byte[] bytes) {
        RankNode node = RankNode.decode(bytes);
        List<byte[]> starts = new ArrayList<>();
        int[] numbers = new int[node.level() == 1 ? 0 : node.size()];
        for (int child = 0; child < node.size(); child++) {
            if (child > 0) {
                starts.add(node.start(child));
            }
            if (numbers.length > 0) {
                numbers[child] = node.number(child);
            }
        }
        return RankNode.of(node.level(), starts, numbers).encode();
    }

    private static byte[] elementAgain(byte[] bytes) {
        ElementValue value = ElementValue.decode(bytes);
        boolean withoutElement = (bytes[0] & 0x01) == 0;
        return withoutElement ? value.encode(new byte[0]) : bytes;
    }

    private static byte[] redoPartAgain(byte[] part) {
        RedoParts.Reader reader = new RedoParts.Reader();
        List<RedoParts.RedoRow> rows = reader.add(part);
        reader.finish();
        return rows.isEmpty() ? part : new RedoParts(rows.iterator(), Integer.MAX_VALUE).next();
    }

    private static byte[] rowKeyAgain(byte[] bytes) {
        RowKey key = RowKey.decode(bytes);
        if (key instanceof RowKey.Header row) {
            return row.key().isWhole()
                    ? RowKeys.header(row.generation(), row.hash(), row.key().name())
                    : bytes;
        } else if (key instanceof RowKey.Element row) {
            return row.element().isWhole()
                    ? RowKeys.element(row.id(), row.hash(), row.element().name())
                    : bytes;
        } else if (key instanceof RowKey.Score row) {
            return row.member().isWhole()
                    ? RowKeys.score(row.id(), row.score(), row.member().name())
                    : bytes;
        } else if (key instanceof RowKey.Expiry row) {
            return row.key().isWhole()
                    ? RowKeys.expiry(
                            row.generation(),
                            row.expireAtMs(),
                            row.hash(),
                            row.key().name())
                    : bytes;
        } else if (key instanceof RowKey.FieldExpiry row) {
            return row.field().isWhole()
                    ? RowKeys.fieldExpiry(
                            row.id(), row.expireAtMs(), row.hash(), row.field().name())
                    : bytes;
        } else if (key instanceof RowKey.FieldsDue row) {
            return row.key().isWhole()
                    ? RowKeys.fieldsDue(
                            row.generation(),
                            row.dueAtMs(),
                            row.hash(),
                            row.key().name())
                    : bytes;
        } else if (key instanceof RowKey.ListChunk row) {
            return RowKeys.listChunk(row.id(), row.number());
        } else if (key instanceof RowKey.ListNode row) {
            return RowKeys.listNode(row.id(), row.number());
        } else if (key instanceof RowKey.StringChunk row) {
            return RowKeys.stringChunk(row.id(), row.index());
        } else if (key instanceof RowKey.ValueChunk row) {
            return RowKeys.valueChunk(row.id(), row.valueId(), row.index());
        } else if (key instanceof RowKey.RedoPart row) {
            return RowKeys.redoPart(row.epoch(), row.seq(), row.index());
        } else if (key instanceof RowKey.RedoHead row) {
            return RowKeys.redoHead(row.epoch(), row.seq());
        } else if (key instanceof RowKey.Seal row) {
            return RowKeys.seal(row.epoch());
        } else if (key instanceof RowKey.ReclaimId row) {
            return RowKeys.reclaimId(row.id());
        } else if (key instanceof RowKey.ReclaimGeneration row) {
            return RowKeys.reclaimGeneration(row.generation());
        } else if (key instanceof RowKey.Registry row) {
            return RowKeys.registry(row.hash(), row.id());
        } else if (key instanceof RowKey.Store) {
            return RowKeys.store();
        } else if (key instanceof RowKey.Fence) {
            return RowKeys.fence();
        } else if (key instanceof RowKey.RankNode row) {
            return RowKeys.rankNode(row.id(), row.node());
        } else if (key instanceof RowKey.RankCounts row) {
            return RowKeys.rankCounts(row.id(), row.node());
        } else {
            assertThat(key).isInstanceOf(RowKey.Databases.class);
            return RowKeys.databases();
        }
    }
}
