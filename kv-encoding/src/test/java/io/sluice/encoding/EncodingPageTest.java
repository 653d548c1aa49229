package io.sluice.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import com.dynatrace.hash4j.hashing.Hashing;
import io.sluice.encoding.EncodingPage.Example;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The normative page and the code say the same: every number, every limit, every example, in both directions. */
class EncodingPageTest {
    /** What the code gives for an example, and that it reads the bytes back as what they were made of. */
    private record Coded(byte[] bytes, Function<byte[], Object> decoder, Object meaning) {
        static Coded oneWay(byte[] bytes) {
            return new Coded(bytes, b -> "", "");
        }
    }

    private static final Map<String, Function<List<String>, Coded>> ROW_KEYS = Map.ofEntries(
            Map.entry(
                    "header",
                    a -> rowKey(
                            RowKeys.header(int32(a, 0), int32(a, 1), text(a, 2)),
                            new RowKey.Header(int32(a, 0), int32(a, 1), KeyTail.of(text(a, 2))))),
            Map.entry(
                    "element",
                    a -> rowKey(
                            RowKeys.element(int64(a, 0), int32(a, 1), text(a, 2)),
                            new RowKey.Element(int64(a, 0), int32(a, 1), KeyTail.of(text(a, 2))))),
            Map.entry(
                    "score",
                    a -> rowKey(
                            RowKeys.score(int64(a, 0), number(a, 1), text(a, 2)),
                            new RowKey.Score(int64(a, 0), number(a, 1) + 0.0, KeyTail.of(text(a, 2))))),
            Map.entry(
                    "listChunk",
                    a -> rowKey(
                            RowKeys.listChunk(int64(a, 0), int64(a, 1)),
                            new RowKey.ListChunk(int64(a, 0), int64(a, 1)))),
            Map.entry(
                    "listNode",
                    a -> rowKey(
                            RowKeys.listNode(int64(a, 0), int64(a, 1)), new RowKey.ListNode(int64(a, 0), int64(a, 1)))),
            Map.entry(
                    "stringChunk",
                    a -> rowKey(
                            RowKeys.stringChunk(int64(a, 0), int32(a, 1)),
                            new RowKey.StringChunk(int64(a, 0), int32(a, 1)))),
            Map.entry(
                    "valueChunk",
                    a -> rowKey(
                            RowKeys.valueChunk(int64(a, 0), int64(a, 1), int32(a, 2)),
                            new RowKey.ValueChunk(int64(a, 0), int64(a, 1), int32(a, 2)))),
            Map.entry(
                    "rankNode",
                    a -> rowKey(
                            RowKeys.rankNode(int64(a, 0), int32(a, 1)), new RowKey.RankNode(int64(a, 0), int32(a, 1)))),
            Map.entry(
                    "rankCounts",
                    a -> rowKey(
                            RowKeys.rankCounts(int64(a, 0), int32(a, 1)),
                            new RowKey.RankCounts(int64(a, 0), int32(a, 1)))),
            Map.entry(
                    "redoPart",
                    a -> rowKey(
                            RowKeys.redoPart(int64(a, 0), int64(a, 1), int32(a, 2)),
                            new RowKey.RedoPart(int64(a, 0), int64(a, 1), int32(a, 2)))),
            Map.entry("store", a -> rowKey(RowKeys.store(), new RowKey.Store())),
            Map.entry("fence", a -> rowKey(RowKeys.fence(), new RowKey.Fence())),
            Map.entry("seal", a -> rowKey(RowKeys.seal(int64(a, 0)), new RowKey.Seal(int64(a, 0)))),
            Map.entry(
                    "redoHead",
                    a -> rowKey(
                            RowKeys.redoHead(int64(a, 0), int64(a, 1)), new RowKey.RedoHead(int64(a, 0), int64(a, 1)))),
            Map.entry("databases", a -> rowKey(RowKeys.databases(), new RowKey.Databases())),
            Map.entry("reclaimId", a -> rowKey(RowKeys.reclaimId(int64(a, 0)), new RowKey.ReclaimId(int64(a, 0)))),
            Map.entry(
                    "reclaimGeneration",
                    a -> rowKey(RowKeys.reclaimGeneration(int32(a, 0)), new RowKey.ReclaimGeneration(int32(a, 0)))),
            Map.entry(
                    "registry",
                    a -> rowKey(
                            RowKeys.registry(int32(a, 0), int64(a, 1)), new RowKey.Registry(int32(a, 0), int64(a, 1)))),
            Map.entry(
                    "expiry",
                    a -> rowKey(
                            RowKeys.expiry(int32(a, 0), int64(a, 1), int32(a, 2), text(a, 3)),
                            new RowKey.Expiry(int32(a, 0), int64(a, 1), int32(a, 2), KeyTail.of(text(a, 3))))),
            Map.entry(
                    "fieldExpiry",
                    a -> rowKey(
                            RowKeys.fieldExpiry(int64(a, 0), int64(a, 1), int32(a, 2), text(a, 3)),
                            new RowKey.FieldExpiry(int64(a, 0), int64(a, 1), int32(a, 2), KeyTail.of(text(a, 3))))),
            Map.entry(
                    "fieldsDue",
                    a -> rowKey(
                            RowKeys.fieldsDue(int32(a, 0), int64(a, 1), int32(a, 2), text(a, 3)),
                            new RowKey.FieldsDue(int32(a, 0), int64(a, 1), int32(a, 2), KeyTail.of(text(a, 3))))));

    private static final Map<String, Function<List<String>, Coded>> VALUES = Map.ofEntries(
            Map.entry(
                    "hash",
                    a -> Coded.oneWay(bytesOf((int) Hashing.xxh3_64(int64(a, 0)).hashBytesToLong(text(a, 1))))),
            Map.entry("id", a -> Coded.oneWay(bytesOf(Ids.of(int64(a, 0), int32(a, 1))))),
            Map.entry("Header", a -> {
                Header header = header(a);
                return new Coded(header.encode(), Header::decode, header);
            }),
            Map.entry("Header.ofLongKey", a -> {
                Header header = header(a.subList(0, a.size() - 1));
                byte[] key = text(a, a.size() - 1);
                return new Coded(
                        header.encode(key),
                        b -> List.of(Header.decode(b), printable(Header.keyOf(RowKeys.header(0, 0, key), b))),
                        List.of(header, printable(key)));
            }),
            Map.entry("ChunkedString", a -> {
                ChunkedString string = new ChunkedString(int64(a, 0), int64(a, 1), int32(a, 2));
                return new Coded(string.encode(), ChunkedString::decode, string);
            }),
            Map.entry("PackedEntries", a -> {
                PackedEntries.Builder entries = new PackedEntries.Builder(0);
                for (int i = 1; i < a.size(); i++) {
                    entries.add(text(a, i));
                }
                byte[] payload = entries.build(constant(Forms.class, a.get(0)));
                return new Coded(payload, EncodingPageTest::packed, packed(payload));
            }),
            Map.entry("ScoreOrder", a -> {
                ScoreOrder order = a.size() == 2
                        ? new ScoreOrder(places(a, 0), places(a, 1))
                        : new ScoreOrder(
                                places(a, 0),
                                places(a, 1),
                                int32(a, 2),
                                int32(a, 3),
                                int64s(List.of(a.get(4).split(" "))));
                return new Coded(order.encode(), ScoreOrder::decode, order);
            }),
            Map.entry("RankNode", a -> {
                RankNode node = rankNode(a);
                return new Coded(node.encode(), EncodingPageTest::partsOf, partsOf(node.encode()));
            }),
            Map.entry("RankCounts", a -> {
                long[] counts = int64s(a);
                return new Coded(
                        RankCounts.encode(counts), b -> Arrays.toString(RankCounts.decode(b)), Arrays.toString(counts));
            }),
            Map.entry("SpreadRef", a -> {
                byte[] rest = a.size() > 3 ? text(a, 3) : new byte[0];
                SpreadRef ref = new SpreadRef(int64(a, 0), constant(Forms.class, a.get(1)), int64(a, 2), rest);
                return new Coded(ref.encode(), SpreadRef::decode, ref);
            }),
            Map.entry("DeletedRows", a -> new Coded(DeletedRows.encode(int64(a, 0)), DeletedRows::decode, int64(a, 0))),
            Map.entry(
                    "ElementValue",
                    a -> element(a.isEmpty() ? ElementValue.nothing() : ElementValue.of(text(a, 0)), new byte[0])),
            Map.entry("ElementValue.ofScore", a -> element(ElementValue.ofScore(number(a, 0)), new byte[0])),
            Map.entry(
                    "ElementValue.ofChunks",
                    a -> element(
                            ElementValue.ofChunks(new ChunkedString(int64(a, 0), int64(a, 1), int32(a, 2))),
                            new byte[0])),
            Map.entry("ElementValue.ofLongElement", a -> element(ElementValue.of(text(a, 0)), text(a, 1))),
            Map.entry("ListChunkValue", a -> {
                byte[] run = run(a);
                byte[] value = ListChunkValue.ofElements(run, 0, run.length);
                return new Coded(value, EncodingPageTest::chunk, List.of(false, a.size()));
            }),
            Map.entry("ListChunkValue.ofLarge", a -> {
                ChunkedString reference = new ChunkedString(int64(a, 0), int64(a, 1), int32(a, 2));
                return new Coded(ListChunkValue.ofLarge(reference), EncodingPageTest::chunk, List.of(true, reference));
            }),
            Map.entry("ListNode", a -> {
                ListNode node = node(a);
                return new Coded(node.encode(), ListNode::decode, node);
            }),
            Map.entry("ListRef", a -> {
                byte[] payload = listRef(a);
                return new Coded(payload, ListRef::decode, ListRef.over(payload));
            }),
            Map.entry(
                    "ElementValue.expiring",
                    a -> element(ElementValue.of(text(a, 0)).withExpireAt(int64(a, 1)), text(a, 2))),
            Map.entry("PackedEntries.ofFields", a -> {
                PackedEntries.Builder entries = new PackedEntries.Builder(0);
                for (int i = 0; i < a.size(); i += FieldTimes.PACKED_STRIDE) {
                    entries.add(text(a, i)).add(text(a, i + 1)).add(FieldTimes.encode(int64(a, i + 2)));
                }
                byte[] payload = entries.build(Forms.LISTPACK);
                Header header = Header.of(ValueEncoding.HASH_PACKED_EXPIRING, payload);
                assertThat(FieldTimes.nextOf(header)).isEqualTo(int64(a, 2));
                return new Coded(payload, EncodingPageTest::packed, packed(payload));
            }),
            Map.entry("SpreadRef.ofFields", a -> {
                SpreadRef ref = new SpreadRef(int64(a, 0), Forms.TABLE, int64(a, 1), FieldTimes.encode(int64(a, 2)));
                Header header = Header.of(ValueEncoding.HASH_SPREAD_EXPIRING, ref.encode());
                assertThat(FieldTimes.nextOf(header)).isEqualTo(int64(a, 2));
                return new Coded(ref.encode(), SpreadRef::decode, ref);
            }),
            Map.entry("StoreMeta", a -> {
                StoreMeta meta = StoreMeta.create(int64(a, 0));
                return new Coded(meta.encode(), StoreMeta::decode, meta);
            }),
            Map.entry("Fence", a -> {
                Fence fence = new Fence(int64(a, 0), UUID.fromString(a.get(1)), int64(a, 2));
                return new Coded(fence.encode(), Fence::decode, fence);
            }),
            Map.entry("Seal", a -> Coded.oneWay(Fence.sealValue())),
            Map.entry("RedoHead", a -> {
                RedoHead head = a.isEmpty() ? RedoHead.OF_GARBAGE : new RedoHead(true, int32(a, 0), int64(a, 1));
                return new Coded(head.encode(), RedoHead::decode, head);
            }),
            Map.entry("RedoPart", EncodingPageTest::redoPart),
            Map.entry("Databases", a -> {
                Databases databases = databases(a);
                return new Coded(databases.encode(), Databases::decode, databases);
            }),
            Map.entry("ReclaimEntry.ofString", a -> reclaim(ReclaimEntry.ofString(int64(a, 0), int64(a, 1)))),
            Map.entry(
                    "ReclaimEntry.ofId",
                    a -> reclaim(ReclaimEntry.ofId(
                            int64(a, 0),
                            a.subList(2, a.size()).stream()
                                    .map(name -> constant(RowKind.class, name))
                                    .toList(),
                            int64(a, 1)))),
            Map.entry("ReclaimEntry.ofGeneration", a -> reclaim(ReclaimEntry.ofGeneration(int32(a, 0)))),
            Map.entry("RegistryEntry", a -> {
                RegistryEntry entry = new RegistryEntry(int32(a, 0), text(a, 1));
                return new Coded(entry.encode(), RegistryEntry::decode, entry);
            }));

    private static Coded redoPart(List<String> rows) {
        List<RedoParts.RedoRow> change = new ArrayList<>();
        for (String row : rows) {
            String[] words = row.split(" ");
            change.add(new RedoParts.RedoRow(
                    text(List.of(words), 1), words[0].equals("put") ? text(List.of(words), 2) : null));
        }
        byte[] part = new RedoParts(change.iterator(), Integer.MAX_VALUE).next();
        return new Coded(
                part,
                bytes -> new RedoParts(new RedoParts.Reader().add(bytes).iterator(), Integer.MAX_VALUE).next().length,
                part.length);
    }

    static List<Example> examples() {
        return EncodingPage.examples();
    }

    @ParameterizedTest
    @MethodSource("examples")
    void anExampleIsWhatTheCodeWritesAndReads(Example example) {
        Function<List<String>, Coded> ofRow = ROW_KEYS.get(example.name());
        Function<List<String>, Coded> coder = ofRow != null ? ofRow : VALUES.get(example.name());
        assertThat(coder).as("the test knows what %s means", example).isNotNull();
        Coded coded = coder.apply(example.arguments());
        byte[] expected = ofRow != null ? withoutSlot(example) : example.bytes();
        assertThat(coded.bytes()).isEqualTo(expected);
        assertThat(coded.decoder().apply(expected)).isEqualTo(coded.meaning());
    }

    @Test
    void everyRowAndEveryValueHasAnExample() {
        Set<String> shown = examples().stream().map(Example::name).collect(Collectors.toSet());
        assertThat(shown).containsAll(ROW_KEYS.keySet()).containsAll(VALUES.keySet());
    }

    @Test
    void kindsAreThoseOfThePage() {
        assertThat(EncodingPage.table("kind", "number")).isEqualTo(constants(RowKind.class));
    }

    @Test
    void typesAreThoseOfThePage() {
        assertThat(EncodingPage.table("type", "number")).isEqualTo(constants(ValueType.class));
    }

    @Test
    void encodingsAreThoseOfThePage() {
        assertThat(EncodingPage.table("encoding", "number")).isEqualTo(constants(ValueEncoding.class));
    }

    @Test
    void formsAreThoseOfThePage() {
        assertThat(EncodingPage.table("form", "number")).isEqualTo(constants(Forms.class));
    }

    @Test
    void limitsAreThoseOfThePage() {
        assertThat(EncodingPage.table("limit", "value"))
                .containsExactlyInAnyOrderEntriesOf(Map.of(
                        "longest name that stands whole in a row key, bytes", "" + KeyTail.MAX_WHOLE,
                        "longest tail, bytes", "" + KeyTail.MAX_LENGTH,
                        "longest row key without the slot, bytes", "" + RowKeys.MAX_LENGTH,
                        "databases", "" + Databases.MAX_DATABASES,
                        "epochs of a slot", "" + Ids.MAX_EPOCH,
                        "ids of an epoch", "" + (1L << 32),
                        "chunks of a string", "" + Integer.MAX_VALUE));
    }

    /** The page shows rows with the slot in front: CRC-16 of "user:1", or 0 for the store's own row. */
    private static byte[] withoutSlot(Example example) {
        byte[] slot = example.name().equals("store") ? new byte[2] : new byte[] {0x2A, 0x1A};
        assertThat(example.bytes()).startsWith(slot);
        return Arrays.copyOfRange(example.bytes(), 2, example.bytes().length);
    }

    private static Coded rowKey(byte[] bytes, RowKey meaning) {
        return new Coded(bytes, RowKey::decode, meaning);
    }

    private static Coded element(ElementValue value, byte[] element) {
        byte[] rowKey = RowKeys.element(1, 2, element);
        return new Coded(
                value.encode(element),
                b -> List.of(ElementValue.decode(b), printable(ElementValue.elementOf(rowKey, b))),
                List.of(value, printable(element)));
    }

    private static Coded reclaim(ReclaimEntry entry) {
        return new Coded(entry.encode(), b -> ReclaimEntry.decode(entry.rowKey(), b), entry);
    }

    private static List<Object> packed(byte[] payload) {
        PackedEntries entries = PackedEntries.decode(payload);
        List<Object> meaning = new ArrayList<>(List.of(entries.form()));
        for (int at = entries.first(); at < entries.end(); at = entries.next(at)) {
            meaning.add(printable(entries.get(at)));
        }
        assertThat(entries.size()).isEqualTo(meaning.size() - 1);
        return meaning;
    }

    private static Object chunk(byte[] value) {
        return ListChunkValue.isLarge(value)
                ? List.of(true, ListChunkValue.reference(value))
                : List.of(false, ListEntries.count(value, ListChunkValue.ELEMENTS_AT, value.length));
    }

    /** Elements one after the other. */
    private static byte[] run(List<String> elements) {
        ByteArrayOutputStream run = new ByteArrayOutputStream();
        for (int i = 0; i < elements.size(); i++) {
            byte[] element = text(elements, i);
            byte[] entry = new byte[ListEntries.sizeOf(element.length)];
            ListEntries.put(entry, 0, element, 0, element.length);
            run.writeBytes(entry);
        }
        return run.toByteArray();
    }

    /** Each child: its number, its elements, their size. */
    private static ListNode node(List<String> children) {
        ListNode node = ListNode.EMPTY;
        for (String child : children) {
            String[] words = child.split(" ");
            node = node.with(node.size(), Long.parseLong(words[0]), Long.parseLong(words[1]), Long.parseLong(words[2]));
        }
        return node;
    }

    /** Id, form, size, numbers used, level, one child of the root or a dash, head and tail: texts or a dash. */
    private static byte[] listRef(List<String> a) {
        List<String> head = a.get(7).equals("-") ? List.of() : List.of(a.get(7).split(" "));
        List<String> tail = new ArrayList<>(
                a.get(8).equals("-") ? List.of() : List.of(a.get(8).split(" ")));
        Collections.reverse(tail);
        ListNode root = node(a.get(6).equals("-") ? List.of() : List.of(a.get(6)));
        byte[] headRun = run(head);
        byte[] tailRun = run(tail);
        return new ListRef.Builder(int64(a, 0))
                .form(constant(Forms.class, a.get(1)))
                .total(head.size() + root.elements() + tail.size(), int64(a, 2))
                .numbersUsed(int64(a, 3), int64(a, 4))
                .root(int32(a, 5), root)
                .head(new ListRun(headRun, 0, headRun.length, head.size()))
                .tail(new ListRun(tailRun, 0, tailRun.length, tail.size()))
                .build()
                .encode();
    }

    private static RankNode rankNode(List<String> a) {
        int level = int32(a, 0);
        List<byte[]> starts = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (int i = 1; i < a.size(); i++) {
            if (a.get(i).startsWith("\"")) {
                starts.add(text(a, i));
            } else {
                numbers.add(int32(a, i));
            }
        }
        return RankNode.of(
                level, starts, numbers.stream().mapToInt(Integer::intValue).toArray());
    }

    private static List<Object> partsOf(byte[] rankNode) {
        RankNode node = RankNode.decode(rankNode);
        List<Object> parts = new ArrayList<>(List.of(node.level()));
        for (int child = 0; child < node.size(); child++) {
            parts.add(child == 0 ? "" : printable(node.start(child)));
            parts.add(node.number(child));
        }
        return parts;
    }

    /** A score and a member, as {@code 1.5 "a"}. */
    private static List<byte[]> places(List<String> arguments, int index) {
        return Arrays.stream(arguments.get(index).split(" / "))
                .map(place -> place(List.of(place), 0))
                .toList();
    }

    private static byte[] place(List<String> arguments, int index) {
        String[] parts = arguments.get(index).split(" ", 2);
        return RowKeys.placeOf(RowKeys.score(1, Double.parseDouble(parts[0]), text(List.of(parts[1]), 0)));
    }

    private static long[] int64s(List<String> numbers) {
        return numbers.stream().mapToLong(Long::parseLong).toArray();
    }

    private static Header header(List<String> a) {
        byte encoding = constant(ValueEncoding.class, a.get(0));
        return a.size() == 3 ? Header.of(encoding, int64(a, 1), text(a, 2)) : Header.of(encoding, text(a, 1));
    }

    private static Databases databases(List<String> steps) {
        Databases databases = Databases.INITIAL;
        for (String step : steps) {
            String[] words = step.split(" ");
            databases = words[0].equals("flush")
                    ? databases.flushed(Integer.parseInt(words[1]))
                    : databases.swapped(Integer.parseInt(words[1]), Integer.parseInt(words[2]));
        }
        return databases;
    }

    private static long int64(List<String> arguments, int index) {
        String text = arguments.get(index);
        return text.startsWith("0x") ? Long.parseUnsignedLong(text.substring(2), 16) : Long.parseLong(text);
    }

    private static int int32(List<String> arguments, int index) {
        return (int) int64(arguments, index);
    }

    private static double number(List<String> arguments, int index) {
        return Double.parseDouble(arguments.get(index));
    }

    /** {@code "text"}, {@code "text"*times}, or several of these with a plus between them. */
    private static byte[] text(List<String> arguments, int index) {
        StringBuilder text = new StringBuilder();
        for (String part : arguments.get(index).split(" \\+ ")) {
            int end = part.lastIndexOf('"');
            int times = end + 1 < part.length() ? Integer.parseInt(part.substring(end + 2)) : 1;
            text.append(part.substring(1, end).repeat(times));
        }
        return text.toString().getBytes(StandardCharsets.ISO_8859_1);
    }

    private static String printable(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private static byte[] bytesOf(long number) {
        byte[] bytes = new byte[8];
        OrderedCodec.putLong(bytes, 0, number);
        return bytes;
    }

    private static byte[] bytesOf(int number) {
        byte[] bytes = new byte[4];
        OrderedCodec.putInt(bytes, 0, number);
        return bytes;
    }

    private static Map<String, String> constants(Class<?> type) {
        Map<String, String> constants = new LinkedHashMap<>();
        for (String name : names(type)) {
            constants.put(name, String.format("0x%02X", constant(type, name)));
        }
        return constants;
    }

    private static List<String> names(Class<?> type) {
        List<String> names = new ArrayList<>();
        for (Field field : type.getDeclaredFields()) {
            if (field.getType() == byte.class && Modifier.isPublic(field.getModifiers())) {
                names.add(field.getName());
            }
        }
        return names;
    }

    private static byte constant(Class<?> type, String name) {
        try {
            return type.getDeclaredField(name).getByte(null);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError("no constant " + name + " in " + type, e);
        }
    }
}
