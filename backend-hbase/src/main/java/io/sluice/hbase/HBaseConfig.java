package io.sluice.hbase;

import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The values of the backend's settings; what each means is said in {@link HBaseSettings}. */
record HBaseConfig(
        String bootstrapServers,
        String zookeeperQuorum,
        List<String> siteFiles,
        Map<String, String> properties,
        String namespace,
        String table,
        int regions,
        String durability,
        int outstanding,
        long batchBytes,
        int batchRows,
        Duration rpcTimeout,
        Duration operationTimeout) {

    /**
     * Reads the texts of all settings, which the caller has checked against their types.
     *
     * @throws IllegalArgumentException when the properties are not written as name=value
     */
    static HBaseConfig of(Map<String, String> texts) {
        Texts t = new Texts(texts);
        return new HBaseConfig(
                t.text(HBaseSettings.BOOTSTRAP_SERVERS),
                t.text(HBaseSettings.ZOOKEEPER_QUORUM),
                words(t.text(HBaseSettings.SITE), ","),
                properties(t.text(HBaseSettings.PROPERTIES)),
                t.text(HBaseSettings.NAMESPACE),
                t.text(HBaseSettings.TABLE),
                t.number(HBaseSettings.REGIONS),
                t.text(HBaseSettings.DURABILITY),
                t.number(HBaseSettings.OUTSTANDING),
                bytes(t.text(HBaseSettings.BATCH_BYTES)),
                t.number(HBaseSettings.BATCH_ROWS),
                Duration.ofMillis(t.number(HBaseSettings.RPC_TIMEOUT_MS)),
                Duration.ofMillis(t.number(HBaseSettings.OPERATION_TIMEOUT_MS)));
    }

    /** The table, and by what it was said where to find it. */
    String place() {
        String name = namespace.equals("default") ? table : namespace + ":" + table;
        if (!bootstrapServers.isEmpty()) {
            return "table " + name + " by " + bootstrapServers;
        }
        if (!zookeeperQuorum.isEmpty()) {
            return "table " + name + " by ZooKeeper " + zookeeperQuorum;
        }
        return "table " + name + " by "
                + (siteFiles.isEmpty() ? HBaseSettings.PROPERTIES : String.join(",", siteFiles));
    }

    private static List<String> words(String text, String separator) {
        return Arrays.stream(text.split(separator))
                .map(String::trim)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    private static Map<String, String> properties(String text) {
        Map<String, String> properties = new LinkedHashMap<>();
        for (String word : words(text, "\\s+")) {
            int equals = word.indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException(
                        HBaseSettings.PROPERTIES + " must be name=value name=value, but holds '" + word + "'");
            }
            properties.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return properties;
    }

    /** A size as Redis writes it: 1k is 1000 bytes, 1kb is 1024, and so on up to gb; the case does not matter. */
    private static long bytes(String text) {
        String lower = text.trim().toLowerCase(Locale.ROOT);
        int digits = 0;
        while (digits < lower.length() && Character.isDigit(lower.charAt(digits))) {
            digits++;
        }
        long unit =
                switch (lower.substring(digits)) {
                    case "", "b" -> 1L;
                    case "k" -> 1000L;
                    case "kb" -> 1L << 10;
                    case "m" -> 1000_000L;
                    case "mb" -> 1L << 20;
                    case "g" -> 1000_000_000L;
                    case "gb" -> 1L << 30;
                    default -> throw new IllegalArgumentException("not a size: " + text);
                };
        return Math.multiplyExact(Long.parseLong(lower.substring(0, digits)), unit);
    }

    private record Texts(Map<String, String> map) {
        String text(String name) {
            String text = map.get(name);
            if (text == null) {
                throw new IllegalArgumentException("setting " + name + " is missing");
            }
            return text;
        }

        int number(String name) {
            return Integer.parseInt(text(name));
        }
    }
}
