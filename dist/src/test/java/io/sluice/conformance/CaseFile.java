package io.sluice.conformance;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * Reads a file of cases.
 *
 * <pre>
 *   # a comment
 *   == title of a case
 *   &#64;needs LPUSH           the case is left out while the server under test lacks the command
 *   &#64;only RESP3            the case is about one protocol
 *   SET k "\x00\x01"       a command, quoted as in redis-cli; its replies must be the same bytes
 *   b> SELECT 1            the same on a further connection, called b
 *   TTL k
 *     ~ 2                  how the replies of the command above are compared
 * </pre>
 *
 * Modifiers:
 *
 * <ul>
 *   <li>{@code ~ N}: numbers (also those inside an array) may differ by N
 *   <li>{@code doubles}: Redis 7.2 writes doubles with fewer digits than 7.0 does; their values are compared
 *   <li>{@code unordered}: the members of the reply may come in any order
 *   <li>{@code pairs}: a map, or an array of pairs, nested or flat; the pairs may come in any order
 *   <li>{@code scan}: the word {@code CURSOR} in the command is replaced by 0, then by the cursor of each reply until it
 *       is 0 again; the sets of what came are compared, with {@code scan pairs} those of the pairs
 *   <li>{@code shape}: kinds of replies and lengths of aggregates are compared, contents are not
 *   <li>{@code kind}: only the kind of the reply is compared
 *   <li>{@code code}: of an error, only its first word is compared
 *   <li>{@code mask REGEX}: what matches is cut out of both replies before they are compared
 *   <li>{@code dump}: payloads of DUMP, compared without their version and checksum
 *   <li>{@code facts}: of COMMAND INFO; names, arities, flags, key positions and categories are compared
 *   <li>{@code silent}: no reply is expected
 *   <li>{@code waits}: the command is not answered yet, and CLIENT LIST shows that it waits; the line {@code b> (reply)}
 *       reads its reply later, and {@code b> (waits)} sees that it still waits
 *   <li>{@code closes}: after the reply the server closes the connection; the next command opens a new one
 *   <li>{@code until REPLY}: the command is repeated until it is answered so
 *   <li>{@code save NAME}: the reply is kept; the word {@code $NAME} in later commands stands for its bytes, and {@code
 *       $redis.NAME} for the bytes that redis-server replied
 *   <li>{@code since VERSION => REPLY}: with an older redis-server the reply must be this one
 *   <li>{@code instead REPLY}: what the server under test answers by design; redis-server's reply is not compared
 * </ul>
 */
final class CaseFile {

    private static final Set<String> MODIFIERS = Set.of(
            "~",
            "doubles",
            "unordered",
            "pairs",
            "scan",
            "shape",
            "kind",
            "code",
            "mask",
            "dump",
            "silent",
            "waits",
            "closes",
            "until",
            "save",
            "facts",
            "since",
            "instead");

    private final String name;
    private final List<Case> cases = new ArrayList<>();

    private String title;
    private int titleLine;
    private List<String> needs = new ArrayList<>();
    private Protocol only;
    private List<Step> steps = new ArrayList<>();

    private CaseFile(String name) {
        this.name = name;
    }

    /** The cases of a resource of this package. */
    static List<Case> read(String name) {
        CaseFile file = new CaseFile(name);
        int number = 0;
        for (String line : resource(name).lines().toList()) {
            number++;
            try {
                file.accept(number, line);
            } catch (RuntimeException e) {
                throw new IllegalArgumentException(name + ":" + number + ": " + e.getMessage(), e);
            }
        }
        file.finishCase();
        return List.copyOf(file.cases);
    }

    static String resource(String name) {
        try (InputStream in = CaseFile.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalArgumentException("no such resource: " + name);
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void accept(int number, String line) {
        if (line.isBlank() || line.startsWith("#")) {
            return;
        }
        if (line.startsWith("== ")) {
            finishCase();
            title = line.substring(3).trim();
            titleLine = number;
        } else if (title == null) {
            throw new IllegalArgumentException("a line before the first title");
        } else if (line.startsWith("@needs ")) {
            needs.addAll(List.of(line.substring(7).trim().split(" +")));
        } else if (line.startsWith("@only ")) {
            only = Protocol.valueOf(line.substring(6).trim().toUpperCase(Locale.ROOT));
        } else if (Character.isWhitespace(line.charAt(0))) {
            modifier(line.trim());
        } else {
            command(number, line);
        }
    }

    private void modifier(String text) {
        String[] parts = text.split(" ", 2);
        if (!MODIFIERS.contains(parts[0])) {
            throw new IllegalArgumentException("unknown modifier: " + parts[0]);
        }
        String argument = parts.length > 1 ? parts[1].trim() : "";
        steps.get(steps.size() - 1).modifiers().put(parts[0], argument);
    }

    private void command(int number, String line) {
        int mark = line.indexOf("> ");
        boolean named = mark == 1;
        Map<String, String> modifiers = new LinkedHashMap<>();
        steps.add(
                named
                        ? new Step(number, line.substring(0, mark), line.substring(mark + 2), modifiers)
                        : new Step(number, "", line, modifiers));
    }

    private void finishCase() {
        if (title != null) {
            if (steps.isEmpty()) {
                throw new IllegalArgumentException("a case without commands: " + title);
            }
            cases.add(new Case(title, name + ":" + titleLine, List.copyOf(needs), only, List.copyOf(steps)));
        }
        title = null;
        needs = new ArrayList<>();
        only = null;
        steps = new ArrayList<>();
    }
}
