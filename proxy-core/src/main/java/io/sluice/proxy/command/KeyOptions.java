package io.sluice.proxy.command;

import java.util.ArrayList;
import java.util.List;

/**
 * Options of a command that are followed by a key, such as STORE.
 *
 * @param from the first position that an option may have
 * @param words the options, in upper case
 * @param isKeyword whether COMMAND INFO tells the words; it does not where they may be the operands of other options, or
 *     where keys come from what the command reads
 */
public record KeyOptions(int from, List<String> words, boolean isKeyword) {

    /** Options that COMMAND INFO tells. */
    public static KeyOptions keywords(int from, String... words) {
        return new KeyOptions(from, List.of(words), true);
    }

    /** Options that COMMAND INFO does not tell; none is enough for a command that names keys by patterns. */
    public static KeyOptions unknown(int from, String... words) {
        return new KeyOptions(from, List.of(words), false);
    }

    /** Where keys may stand: behind every word that is one of the options. */
    public List<Integer> positions(Args args) {
        List<Integer> positions = new ArrayList<>(1);
        for (int i = from; i + 1 < args.count(); i++) {
            for (String word : words) {
                if (args.is(i, word)) {
                    positions.add(i + 1);
                }
            }
        }
        return positions;
    }
}
